import type { Certificate } from './certificate.ts';
import { field, isFields, same } from './json.ts';
import { type Connecting, connectSocket, type LiveSocket } from './live-socket.ts';
import type { Tape } from './tape.ts';

/** What a call over Socket.io brought: its acknowledgement, or nothing in time. */
export type Acknowledged =
  | { readonly answered: true; readonly answer: unknown; readonly ms: number }
  | { readonly answered: false };

/** What was heard, or nothing in time. */
export type Heard = { readonly heard: true; readonly payload: unknown } | { readonly heard: false };

/** A Socket.io connection that a check holds. */
export interface Wire {
  readonly generation: 4 | 2;
  /** Sends an event and waits for its acknowledgement. */
  call(name: string, payload?: unknown, within?: number): Promise<Acknowledged>;
  /**
   * The next event of this name, among those not yet taken. With `where`, the payload or an element of it has these fields.
   */
  next(event: string, where?: object, within?: number): Promise<Heard>;
  /** Nothing heard so far is waited for any more. */
  forget(): void;
  close(): void;
}

const CALL_MS = 15_000;
const EVENT_MS = 4_000;

/** Opens a connection; fails with `NoAnswer` if there is none. */
export const openWire = async (
  base: URL,
  certificate: Certificate | null,
  tape: Tape,
  number: number,
  connecting: Connecting,
): Promise<Wire> => {
  const path = `socket${connecting.generation}${certificate === null ? '' : ' over TLS'}`;
  const inbox = new Inbox();
  const live: { socket?: LiveSocket } = {};
  await tape.take(path, { wire: number, connect: connecting }, async () => {
    live.socket = await connectSocket(base, certificate, connecting, (event, payload) => inbox.put(event, payload));
    return { connected: true };
  });
  return {
    generation: connecting.generation,
    call: (name, payload, within = CALL_MS) =>
      tape.take(path, { wire: number, call: name, ...(payload === undefined ? {} : { payload }) }, () =>
        acknowledged(live.socket, name, payload, within),
      ),
    next: (event, where, within = EVENT_MS) =>
      tape.take(path, { wire: number, await: event, ...(where === undefined ? {} : { where }) }, () =>
        inbox.take(event, where, within),
      ),
    forget: () => inbox.forget(),
    close: () => live.socket?.close(),
  };
};

function acknowledged(
  socket: LiveSocket | undefined,
  name: string,
  payload: unknown,
  within: number,
): Promise<Acknowledged> {
  const began = performance.now();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ answered: false }), within);
    const answered = (answer: unknown) => {
      clearTimeout(timer);
      resolve({ answered: true, answer: answer ?? null, ms: Math.round(performance.now() - began) });
    };
    if (payload === undefined) socket?.emit(name, answered);
    else socket?.emit(name, payload, answered);
  });
}

/** What was heard and not yet taken, and who waits for more. */
class Inbox {
  #kept: { readonly event: string; readonly payload: unknown }[] = [];
  #waiting: ((event: string, payload: unknown) => boolean)[] = [];

  put(event: string, payload: unknown): void {
    const taker = this.#waiting.find((wants) => wants(event, payload));
    if (taker === undefined) this.#kept.push({ event, payload });
    else this.#waiting = this.#waiting.filter((each) => each !== taker);
  }

  take(event: string, where: object | undefined, within: number): Promise<Heard> {
    const found = this.#kept.findIndex((each) => each.event === event && fits(each.payload, where));
    if (found >= 0) {
      const [taken] = this.#kept.splice(found, 1);
      return Promise.resolve({ heard: true, payload: taken?.payload ?? null });
    }
    return new Promise((resolve) => {
      const wants = (name: string, payload: unknown) => {
        if (name !== event || !fits(payload, where)) return false;
        clearTimeout(timer);
        resolve({ heard: true, payload: payload ?? null });
        return true;
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((each) => each !== wants);
        resolve({ heard: false });
      }, within);
      this.#waiting.push(wants);
    });
  }

  forget(): void {
    this.#kept = [];
  }
}

const fits = (payload: unknown, where: object | undefined): boolean =>
  where === undefined ||
  [payload, ...(Array.isArray(payload) ? payload : [])].some(
    (each) => isFields(each) && Object.entries(where).every(([name, value]) => same(field(each, name), value)),
  );
