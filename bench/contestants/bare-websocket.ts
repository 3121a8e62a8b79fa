import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { type Bundling, bundled, type Flow, flow, type Point } from './changes.ts';
import { answer, ready } from './channel.ts';

/** A plain WebSocket server: encodes what changed once and sends it to everybody. */
const server = createServer();
const sockets = new WebSocketServer({ server });

answer({
  changes: ({ points, ...how }: { readonly points: readonly Point[] } & Flow & Bundling) =>
    flow(
      how,
      bundled(points, how, (updates) => {
        const text = JSON.stringify(updates);
        for (const socket of sockets.clients) socket.send(text);
      }),
    ),
});

server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit());
