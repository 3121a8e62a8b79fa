import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { type Bundling, bundled, type Flow, flow, type Point } from './changes.ts';
import { answer, ready } from './channel.ts';

/** A plain Socket.io server that knows no house: it says yes to everybody, echoes commands as events, and broadcasts changes. */
const server = createServer();
const namespace = new Server(server, { path: '/socket.io-v4', serveClient: false }).of('/api/v1');

namespace.on('connection', (socket) => {
  socket.emit('stateChange', { part: 'app', state: 'User Authorization needed' });
  socket.on('auth', (_input, acknowledge) => acknowledge({ sessionID: null }));
  socket.on('init', (_input, acknowledge) => acknowledge(true));
  socket.on('componentUpdate', ({ cid, property, value }, acknowledge) => {
    acknowledge({ [cid]: true });
    namespace.emit('onComponentUpdate', [{ cid, property, value, content: Number(value), unit: null }]);
  });
});

answer({
  changes: ({ points, ...how }: { readonly points: readonly Point[] } & Flow & Bundling) =>
    flow(
      how,
      bundled(points, how, (updates) => namespace.emit('onComponentUpdate', updates)),
    ),
});

server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit());
