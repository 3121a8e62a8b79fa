import type { Static, TSchema } from '@sinclair/typebox';
import type { Cause, Twin } from '../twin/index.ts';
import type { Access } from './access/access.ts';
import type { McpTokens } from './access/mcp-tokens.ts';
import type { TokenList } from './access/token-list.ts';
import type { Audit } from './audit.ts';
import type { Caller } from './caller.ts';
import type { ErrorCode } from './errors.ts';
import type { History } from './history.ts';
import type { RecordTexts } from './record-texts.ts';
import type { WebHooks } from './web-hooks.ts';

/** What a call has at hand when it runs. By then the gate has made sure that the caller may use it and that the input is valid. */
export interface CallContext {
  readonly twin: Twin;
  readonly access: Access;
  readonly mcpTokens: McpTokens;
  readonly remoteTokens: TokenList;
  readonly records: RecordTexts;
  readonly history: History;
  readonly webHooks: WebHooks;
  readonly audit: Pick<Audit, 'lines'>;
  readonly caller: Caller;
  readonly versions: Versions;
  /** The cause of whatever this call brings about. */
  readonly cause: Cause;
  /** Remote address, for the lockout. */
  readonly source: string;
  /** Whether the values came as texts (form, query), so that a text may stand for a number. */
  readonly texts: boolean;
}

/** Answer of `getVersion`. */
export interface Versions {
  readonly api: string;
  readonly ncd: string;
  readonly engine: string;
}

/** A call of the interface: defined once, carried by every transport. */
export interface CallDefinition<In extends TSchema = TSchema, Out extends TSchema = TSchema> {
  /** Socket.io event name and last segment of the HTTP path. */
  readonly name: string;
  /** One or two sentences: the OpenAPI summary, the MCP tool text, the reference page. */
  readonly means: string;
  /** `anybody` needs no login (`auth`); `everyone` any logged-in user; `admin` the group `admin`. */
  readonly who: 'anybody' | 'everyone' | 'admin';
  readonly effect: 'read' | 'write';
  /** Not through remote access. */
  readonly local?: true;
  /** The skill that it belongs to: while that is off, the call is error 117. */
  readonly skill?: string;
  /** `begins`: only a user name and a password let one in (`auth`). `ends`: the caller's session is over once it was answered (`logout`). */
  readonly session?: 'begins' | 'ends';
  /** Changes what an owner configures: answered when the loss of power would not undo it, and a line of the audit. */
  readonly configures?: true;
  /** Input that is not valid, or holds a field that the call does not have, is refused with that field. Calls of the specification take more than they know. */
  readonly explains?: true;
  readonly input: In;
  readonly output: Out;
  readonly errors: readonly ErrorCode[];
  /** Throws `CallFault` for an error of the table. */
  run(context: CallContext, input: Static<In>): Static<Out> | Encoded | Promise<Static<Out> | Encoded>;
}

/** The interface: every call by its name. */
export type CallTable = ReadonlyMap<string, CallDefinition>;

/** Types a row of the call table. */
export const defineCall = <In extends TSchema, Out extends TSchema>(
  definition: CallDefinition<In, Out>,
): CallDefinition<In, Out> =>
  definition.explains ? { ...definition, input: { ...definition.input, additionalProperties: false } } : definition;

/** An answer that is already JSON; `value()` parses nothing but builds the same answer as objects. */
export class Encoded {
  readonly json: Buffer;
  readonly value: () => unknown;

  constructor(json: Buffer, value: () => unknown) {
    this.json = json;
    this.value = value;
  }
}
