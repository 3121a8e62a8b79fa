import type { IncomingMessage } from 'node:http';
import type { Arrivals } from '../arrivals.ts';
import type { Path } from '../caller.ts';
import { CallFault, methodNotAllowed, refusal } from '../errors.ts';
import { type Handshake, readHandshake, readQuery } from './handshake.ts';
import type { Line } from './line.ts';
import type { Lines } from './lines.ts';
import { BAD_REQUEST, CLOSING, type Rejection, TOO_MANY } from './rejection.ts';

/** Whether a token of the remote path is valid. */
export type RemoteTokenCheck = (token: string) => boolean;

/** Looks at every request before engine.io does: what it lets in is a new line, or belongs to one that came the same way. */
export class Door {
  readonly #lines: Lines;
  readonly #remoteToken: RemoteTokenCheck;
  readonly #arrivals: Arrivals;
  readonly #handshakes = new WeakMap<IncomingMessage, Handshake>();
  #isClosed = false;

  constructor(lines: Lines, remoteToken: RemoteTokenCheck, arrivals: Arrivals) {
    this.#lines = lines;
    this.#remoteToken = remoteToken;
    this.#arrivals = arrivals;
  }

  /** Why a request is turned away; `undefined` for one that engine.io is to handle. */
  admit(req: IncomingMessage, listener: Path, kind: 'request' | 'upgrade'): Rejection | undefined {
    const query = readQuery(req.url ?? '');
    // engine.io takes the query that it finds here, so that both of us see the same.
    Object.assign(req, { _query: query });
    const line = query.sid ? this.#lines.find(query.sid) : undefined;
    const handshake = line?.handshake ?? readHandshake(req, query, listener, this.#arrivals);
    // Before anything else: on the remote path nothing is told to whoever has no token.
    if (!this.isOpenTo(handshake)) return refusal(new CallFault(106), 'login', handshake.language);
    if (req.method !== 'GET' && req.method !== 'POST') return methodNotAllowed(handshake.language);
    // Without an upgrade engine.io would leave such a request without an answer.
    if (kind === 'request' && query.transport === 'websocket') return BAD_REQUEST;
    if (line !== undefined) return this.#admitPart(req, line, listener);
    // engine.io knows how to refuse what belongs to nothing.
    return query.sid ? undefined : this.#admitNew(req, handshake);
  }

  /** From now on nobody new comes in. */
  close(): void {
    this.#isClosed = true;
  }

  /** What a client showed in the request that became its line. */
  handshakeOf(req: IncomingMessage): Handshake {
    const handshake = this.#handshakes.get(req);
    if (handshake === undefined) throw new Error('a line from a request that was not admitted');
    return handshake;
  }

  /** Whether somebody who came in would still be let in: a remote token may have been removed since. */
  isOpenTo({ path, remoteToken }: Handshake): boolean {
    return path === 'local' || (remoteToken !== undefined && this.#remoteToken(remoteToken));
  }

  #admitPart(req: IncomingMessage, { handshake }: Line, listener: Path): Rejection | undefined {
    return handshake.path === this.#arrivals.of(req, listener).path ? undefined : BAD_REQUEST;
  }

  #admitNew(req: IncomingMessage, handshake: Handshake): Rejection | undefined {
    if (this.#isClosed) return CLOSING;
    if (!this.#lines.hasRoom(handshake.source)) return TOO_MANY;
    this.#handshakes.set(req, handshake);
    return undefined;
  }
}
