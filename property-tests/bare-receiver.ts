import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A receiver that writes what it likes, over bare TCP. */
export const bareReceiver = async (talk: (socket: Socket, heard: string) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.unref();
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (heard) => talk(socket, heard.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get open() {
      return [...sockets].filter(({ destroyed }) => !destroyed).length;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
