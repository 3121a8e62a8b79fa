import type { IncomingMessage } from 'node:http';
import type { Path } from '../caller.ts';
import { CallFault, methodNotAllowed, negotiate, refusal } from '../errors.ts';
import { arrival } from '../local-network.ts';
import { type Handshake, type Query, readHandshake, readQuery } from './handshake.ts';
import type { Lines } from './lines.ts';
import { BAD_REQUEST, CLOSING, type Rejection, TOO_MANY } from './rejection.ts';

/** Whether a token of the remote path is valid. */
export type RemoteTokenCheck = (token: string) => boolean;

/** Looks at every request before engine.io does: what it lets in is a new line, or belongs to one that came the same way. */
export class Door {
  readonly #lines: Lines;
  readonly #remoteToken: RemoteTokenCheck;
  readonly #handshakes = new WeakMap<IncomingMessage, Handshake>();
  #isClosed = false;

  constructor(lines: Lines, remoteToken: RemoteTokenCheck) {
    this.#lines = lines;
    this.#remoteToken = remoteToken;
  }

  /** Why a request is turned away; `undefined` for one that engine.io is to handle. */
  admit(req: IncomingMessage, listener: Path, kind: 'request' | 'upgrade'): Rejection | undefined {
    if (req.method !== 'GET' && req.method !== 'POST')
      return methodNotAllowed(negotiate(req.headers['accept-language']));
    const query = readQuery(req.url ?? '');
    // engine.io takes the query that it finds here, so that both of us see the same.
    Object.assign(req, { _query: query });
    // Without an upgrade engine.io would leave such a request without an answer.
    if (kind === 'request' && query.transport === 'websocket') return BAD_REQUEST;
    return query.sid ? this.#admitPart(req, query.sid, listener) : this.#admitNew(req, query, listener);
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

  #admitPart(req: IncomingMessage, id: string, listener: Path): Rejection | undefined {
    const line = this.#lines.find(id);
    const { path } = arrival(listener, req.socket.remoteAddress);
    return line === undefined || line.handshake.path === path ? undefined : BAD_REQUEST;
  }

  #admitNew(req: IncomingMessage, query: Query, listener: Path): Rejection | undefined {
    if (this.#isClosed) return CLOSING;
    const handshake = readHandshake(req, query, listener);
    if (!this.isOpenTo(handshake)) return refusal(new CallFault(106), 'login', handshake.language);
    if (!this.#lines.hasRoom(handshake.source)) return TOO_MANY;
    this.#handshakes.set(req, handshake);
    return undefined;
  }
}
