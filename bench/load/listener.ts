import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Update } from '../contestants/changes.ts';
import { sharedNow } from '../usage.ts';

/** How a server is spoken to: Socket.io with a login, or bare messages. */
export type Speech = 'socket.io' | 'websocket';

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** A connection that hears updates, as light as it can be: it must not be what is measured. */
export interface Listener {
  /** Called with what arrived, and when. */
  heard: (updates: readonly Update[], at: number) => void;
  /** Calls over Socket.io; answers the acknowledgement. */
  call(name: string, input: unknown): Promise<unknown>;
  close(): void;
}

export const listen = (http: string, speech: Speech, account: Account): Promise<Listener> =>
  speech === 'websocket' ? listenBare(http) : listenSocketIo(http, account);

async function listenBare(http: string): Promise<Listener> {
  const socket = new WebSocket(http.replace('http', 'ws'), { perMessageDeflate: false });
  const listener: Listener = { heard: () => {}, call: async () => undefined, close: () => socket.terminate() };
  socket.on('message', (data) => {
    const at = sharedNow();
    listener.heard(JSON.parse(String(data)) as Update[], at);
  });
  await once(socket, 'open');
  return listener;
}

/** Engine.IO: `0` open, `2` ping, `3` pong, `4` message; Socket.io in it: `0` connect, `2` event, `3` acknowledgement. */
async function listenSocketIo(http: string, { username, password }: Account): Promise<Listener> {
  const socket = new WebSocket(`${http.replace('http', 'ws')}/socket.io-v4/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  const waiting = new Map<number, (reply: unknown) => void>();
  let calls = 0;
  const listener: Listener = {
    heard: () => {},
    call: (name, input) =>
      new Promise((resolve) => {
        const id = calls++;
        waiting.set(id, resolve);
        socket.send(`42${NAMESPACE}${id}${JSON.stringify([name, input])}`);
      }),
    close: () => socket.terminate(),
  };

  const loginNeeded = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', (code) => reject(new Error(`the connection was closed with ${code}`)));
    socket.on('message', (data) => {
      const at = sharedNow();
      const text = String(data);
      if (text.startsWith(EVENT)) {
        const [event, payload] = JSON.parse(text.slice(EVENT.length)) as [string, unknown];
        if (event === 'onComponentUpdate') listener.heard(payload as Update[], at);
        else if (event === 'stateChange') resolve();
      } else if (text.startsWith(ACKNOWLEDGEMENT)) {
        const begin = text.indexOf('[');
        const id = Number(text.slice(ACKNOWLEDGEMENT.length, begin));
        waiting.get(id)?.((JSON.parse(text.slice(begin)) as unknown[])[0]);
        waiting.delete(id);
      } else if (text.startsWith('0')) socket.send(`40${NAMESPACE}`);
      else if (text === '2') socket.send('3');
    });
  });
  await loginNeeded;
  const login = (await listener.call('auth', { username, password })) as { errorCode?: number };
  if (login.errorCode !== undefined) throw new Error(`login of ${username}: error ${login.errorCode}`);
  await listener.call('init', { language: 'en', appName: 'bench' });
  return listener;
}

const NAMESPACE = '/api/v1,';
const EVENT = `42${NAMESPACE}`;
const ACKNOWLEDGEMENT = `43${NAMESPACE}`;
