import { Agent, request } from 'node:http';
import { io, type Socket } from 'socket.io-client';

/** The administrator of the building. */
export const OWNER = { username: 'owner', password: 'a password for a soak' } as const;

/** An answer, or why there was none. */
export type Reply =
  | { readonly answered: true; readonly status: number; readonly body: unknown }
  | { readonly answered: false; readonly why: string };

/** Calls over both ways in, for as long as one life of the house lasts. */
export class Client {
  readonly #base: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #within: number;
  /** A call had no answer although the house lives; told with a sentence. */
  readonly #late: (sentence: string) => void;
  #session = '';
  #socket: Socket | null = null;

  constructor(base: string, within: number, late: (sentence: string) => void) {
    this.#base = base;
    this.#within = 1_000 * within;
    this.#late = late;
  }

  /** Logs in over HTTP, and with that session over Socket.io. */
  async logIn(): Promise<void> {
    const headers = { 'auth-username': OWNER.username, 'auth-password': OWNER.password };
    const reply = await this.#post('auth', undefined, headers);
    if (!reply.answered || reply.status !== 200) throw new Error(`nobody could log in: ${JSON.stringify(reply)}`);
    this.#session = (reply.body as { sessionID: string }).sessionID;
    this.#socket = io(`${this.#base}/api/v1`, {
      path: '/socket.io-v4',
      transports: ['websocket'],
      query: { 'x-service-sid': this.#session },
      reconnectionDelay: 200,
    });
    const socket = this.#socket;
    await new Promise<void>((resolve) => {
      const given = setTimeout(resolve, this.#within);
      socket.once('connect', () => {
        socket.emit('init', { language: 'en', appName: 'soak' }, () => {
          clearTimeout(given);
          resolve();
        });
      });
    });
  }

  http(name: string, input: object = {}): Promise<Reply> {
    return this.#post(name, input, { 'x-service-sid': this.#session });
  }

  /** Over Socket.io; an error body is an answer, too. */
  async socket(name: string, input: object = {}): Promise<Reply> {
    const socket = this.#socket;
    if (socket === null || !socket.connected) return { answered: false, why: 'not connected' };
    return new Promise((resolve) => {
      const gone = () => done({ answered: false, why: 'the connection ended' });
      const late = setTimeout(() => {
        this.#late(`${name} over Socket.io had no answer within ${this.#within / 1_000} s`);
        done({ answered: false, why: 'no answer' });
      }, this.#within);
      const done = (reply: Reply) => {
        clearTimeout(late);
        socket.off('disconnect', gone);
        resolve(reply);
      };
      socket.once('disconnect', gone);
      socket.emit(name, input, (body: unknown) => done({ answered: true, status: isError(body) ? 400 : 200, body }));
    });
  }

  async metrics(): Promise<string> {
    const reply = await this.#send('GET', '/metrics', {});
    return reply.answered && reply.status === 200 ? String(reply.body) : '';
  }

  close(): void {
    this.#socket?.disconnect();
    this.#agent.destroy();
  }

  #post(name: string, input: object | undefined, headers: Record<string, string>): Promise<Reply> {
    return this.#send('POST', `/api/v1/${name}`, headers, input);
  }

  #send(method: string, path: string, headers: Record<string, string>, input?: object): Promise<Reply> {
    const body = input === undefined ? undefined : JSON.stringify(input);
    return new Promise((resolve) => {
      const asked = request(`${this.#base}${path}`, {
        method,
        agent: this.#agent,
        timeout: this.#within,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      });
      asked.on('timeout', () => {
        this.#late(`${path} over HTTP had no answer within ${this.#within / 1_000} s`);
        asked.destroy(new Error('no answer'));
      });
      asked.on('error', ({ message }) => resolve({ answered: false, why: message }));
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('error', ({ message }) => resolve({ answered: false, why: message }));
        response.on('end', () => resolve({ answered: true, status: response.statusCode ?? 0, body: parsed(text) }));
      });
      asked.end(body);
    });
  }
}

const isError = (body: unknown): boolean => typeof body === 'object' && body !== null && 'errorCode' in body;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
