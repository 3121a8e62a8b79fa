import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that nobody has at this moment. */
export const freePort = async (protocol: 'tcp' | 'udp' = 'tcp'): Promise<number> => {
  if (protocol === 'udp') {
    const socket = createSocket('udp4');
    socket.bind(0);
    await once(socket, 'listening');
    const { port } = socket.address();
    await new Promise<void>((resolve) => socket.close(resolve));
    return port;
  }
  const server = createServer().listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};
