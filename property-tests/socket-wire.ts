import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from './fixtures.ts';

/** A websocket below the client libraries, for what they would never send. */
export interface Wire {
  readonly socket: WebSocket;
  /** Everything that came, as text, but for heartbeats. */
  readonly heard: string[];
  closed(): boolean;
  /** Sends all frames in one burst. */
  send(...frames: readonly (string | Buffer)[]): void;
  /** Waits for a message that begins like this and answers all of it. */
  hear(beginning: string): Promise<string>;
  close(): void;
}

/** Opens a line of a generation; answers once engine.io has greeted. */
export async function openWire(base: string, generation: 4 | 2 = 4, query = ''): Promise<Wire> {
  const path = generation === 4 ? '/socket.io-v4/?EIO=4' : '/socket.io/?EIO=3';
  const socket = new WebSocket(`${base.replace('http', 'ws')}${path}&transport=websocket${query}`);
  const heard: string[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    if (text === '2') socket.send('3');
    else heard.push(text);
  });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const wire: Wire = {
    socket,
    heard,
    closed: () => socket.readyState === WebSocket.CLOSED,
    send(...frames) {
      // Corked, they arrive as one piece.
      const { _socket: carrier } = socket as unknown as { _socket: { cork(): void; uncork(): void } };
      carrier.cork();
      for (const frame of frames) socket.send(frame);
      carrier.uncork();
    },
    async hear(beginning) {
      const find = () => heard.find((text) => text.startsWith(beginning));
      await until(() => find() !== undefined, `a message that begins with ${beginning}`);
      return find() ?? '';
    },
    close: () => socket.terminate(),
  };
  await wire.hear('0{');
  return wire;
}

/** Opens a line, joins the namespace and waits for the question for a login. */
export async function joinedWire(base: string, generation: 4 | 2 = 4, query = ''): Promise<Wire> {
  const wire = await openWire(base, generation, query);
  wire.send('40/api/v1,');
  await wire.hear(query === '' ? '42/api/v1,["stateChange"' : '40/api/v1');
  return wire;
}

/** A call as it goes over the wire. */
export const asFrame = (id: number, call: string, ...parameters: readonly unknown[]): string =>
  `42/api/v1,${id}${JSON.stringify([call, ...parameters])}`;
