import { WebSocket } from 'ws';

/** A message that came by itself. */
export interface Heard {
  readonly event: string;
  readonly payload: unknown;
}

/** A Socket.io connection that costs little, for tests that need thousands. Everything is heard in the order in which it was sent. */
export interface ListeningWire {
  /** What came and was not yet taken. */
  readonly heard: Heard[];
  /** Resolves when the next message has come. */
  something(): Promise<void>;
  ask(call: string, input?: unknown): Promise<unknown>;
  close(): void;
}

/** Joins the namespace; with a session it is logged in. */
export async function listeningWire(base: string, session?: string): Promise<ListeningWire> {
  const query = session === undefined ? '' : `&x-service-sid=${encodeURIComponent(session)}`;
  const address = `${base.replace('http', 'ws')}/socket.io-v4/?EIO=4&transport=websocket${query}`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const heard: Heard[] = [];
  const questions = new Map<number, (answer: unknown) => void>();
  let waiting: (() => void)[] = [];
  let asked = 0;
  const joined = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was cut')));
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40${NAMESPACE},`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith(`40${NAMESPACE}`)) resolve();
      else if (text.startsWith(`44${NAMESPACE}`)) reject(new Error(text));
      else take(text);
      for (const go of waiting.splice(0)) go();
    });
  });
  const take = (text: string): void => {
    const [, type, id, json = ''] = /^4([23])\/api\/v1,(\d*)(\[.*)$/s.exec(text) ?? [];
    const content = JSON.parse(json) as unknown[];
    if (type === '3') {
      questions.get(Number(id))?.(content[0]);
      questions.delete(Number(id));
    } else heard.push({ event: String(content[0]), payload: content[1] });
  };
  await joined;
  return {
    heard,
    something: () =>
      new Promise((go) => {
        waiting.push(go);
      }),
    ask: (call, input) =>
      new Promise((resolve, reject) => {
        asked += 1;
        const late = setTimeout(() => reject(new Error(`nobody answers ${call}`)), WITHIN_MS);
        questions.set(asked, (answer) => {
          clearTimeout(late);
          resolve(answer);
        });
        socket.send(`42${NAMESPACE},${asked}${JSON.stringify(input === undefined ? [call] : [call, input])}`);
      }),
    close: () => {
      waiting = [];
      socket.terminate();
    },
  };
}

const NAMESPACE = '/api/v1';
const WITHIN_MS = 10_000;
