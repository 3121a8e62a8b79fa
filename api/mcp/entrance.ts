import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpToken, McpTokens } from '../access/mcp-tokens.ts';
import type { Arrivals } from '../arrivals.ts';
import type { Audit } from '../audit.ts';
import type { Path } from '../caller.ts';
import { isLocalName } from '../local-name.ts';
import { isSameSite } from '../same-site.ts';
import {
  FOREIGN_HOST,
  FOREIGN_SITE,
  type McpRefusal,
  NO_SUCH_METHOD,
  NO_TOKEN,
  REMOTE,
  refuse,
  SWITCHED_OFF,
  WRONG_TOKEN,
} from './refusal.ts';

/** A request whose token is valid. */
export interface Visitor {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly token: McpToken;
  /** Address that it came from. */
  readonly source: string;
}

export interface EntranceOptions {
  readonly tokens: Pick<McpTokens, 'admit'>;
  readonly audit: Pick<Audit, 'note'>;
  readonly arrivals: Arrivals;
  readonly isOn: () => boolean;
}

export type Enter = (req: IncomingMessage, res: ServerResponse, listener: Path) => Visitor | undefined;

/** Everything that is checked before anybody looks at sessions, in the order of the contract. Whoever is turned away has been answered. */
export const entrance = ({ tokens, audit, arrivals, isOn }: EntranceOptions): Enter => {
  const refused = (source: string): void =>
    audit.note({
      ...{ kind: 'refusal', user: null, call: 'mcp', target: null, transport: 'mcp', path: 'local', source },
      code: 106,
    });

  return (req, res, listener) => {
    const { path, source } = arrivals.of(req, listener);
    const objection = path === 'local' ? objectionTo(req, isOn()) : REMOTE;
    if (objection !== undefined) {
      refuse(res, objection);
      return undefined;
    }
    const [, text] = BEARER.exec(req.headers.authorization ?? '') ?? [];
    const token = text === undefined ? undefined : tokens.admit(text);
    if (token !== undefined) return { req, res, token, source };
    if (text !== undefined) refused(source);
    refuse(res, text === undefined ? NO_TOKEN : WRONG_TOKEN);
    return undefined;
  };
};

const BEARER = /^Bearer +([!-~]+) *$/i;

const objectionTo = (req: IncomingMessage, isOn: boolean): McpRefusal | undefined => {
  if (!isLocalName(req.headers.host)) return FOREIGN_HOST;
  if (!isSameSite(req.headers, 'encrypted' in req.socket)) return FOREIGN_SITE;
  if (!isOn) return SWITCHED_OFF;
  return METHODS.has(req.method) ? undefined : NO_SUCH_METHOD;
};

const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'POST', 'DELETE']);
