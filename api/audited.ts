import type { User } from './access/user.ts';
import type { Audit, AuditEvent } from './audit.ts';
import type { CallDefinition } from './call.ts';
import type { Caller } from './caller.ts';
import type { ErrorCode } from './errors.ts';
import type { CallRequest } from './gate.ts';

/** What became of a call, as the gate knows it. */
export interface Passage {
  readonly definition: CallDefinition;
  readonly request: CallRequest;
  /** Who was let in; `undefined` if nobody was. */
  readonly caller: Caller | undefined;
}

/** Tells the audit what is worth a line of what passes the gate. */
export class Audited {
  readonly #audit: Audit;
  readonly #users: ReadonlyMap<number, User>;

  constructor(audit: Audit, users: ReadonlyMap<number, User>) {
    this.#audit = audit;
    this.#users = users;
  }

  /** A user name and a password let somebody in. */
  loggedIn({ definition, request, caller }: Passage): void {
    const { kind } = request.credentials;
    if (kind !== 'password' && definition.session !== 'begins') return;
    this.#note('login', { definition, request, caller }, null, null);
  }

  changed(passage: Passage, result: unknown): void {
    if (passage.definition.configures) this.#note('change', passage, targetOf(passage.request.input, result), null);
  }

  /** Not let in, not allowed, or a change that was not made. */
  refused(passage: Passage, code: ErrorCode): void {
    const { definition, request, caller } = passage;
    if (caller !== undefined && code !== 117 && !definition.configures) return;
    const target = definition.configures ? targetOf(request.input, undefined) : null;
    this.#note('refusal', passage, caller === undefined ? null : target, code);
  }

  #note(
    kind: AuditEvent['kind'],
    { definition, request, caller }: Passage,
    target: AuditEvent['target'],
    code: ErrorCode | null,
  ): void {
    const { transport, path, source } = request;
    const user = caller?.user.username ?? this.#claimed(definition, request);
    this.#audit.note({ kind, user, call: definition.name, target, transport, path, source, code });
  }

  /** Who somebody wants to be, if there is such a user. */
  #claimed(definition: CallDefinition, { credentials, input }: CallRequest): string | null {
    if (credentials.kind === 'caller') return credentials.caller.user.username;
    const written = definition.session === 'begins' ? fieldOf(input, 'username') : undefined;
    const name = credentials.kind === 'password' ? credentials.username : written;
    if (typeof name !== 'string') return null;
    for (const { username } of this.#users.values()) if (username === name) return name;
    return null;
  }
}

/** The identifier of what a call is about. */
const targetOf = (input: unknown, result: unknown): string | number | null => {
  for (const id of [fieldOf(result, 'id'), fieldOf(input, 'cid'), fieldOf(input, 'id')]) {
    if (typeof id === 'number') return id;
    if (typeof id === 'string') return id.slice(0, TARGET_MOST);
  }
  return null;
};

const TARGET_MOST = 64;

const fieldOf = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null && Object.hasOwn(record, name)
    ? (record as { readonly [field: string]: unknown })[name]
    : undefined;
