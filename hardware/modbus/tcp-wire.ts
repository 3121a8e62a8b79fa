import { connect } from 'node:net';
import type { OpenWire } from './wire.ts';

/** Opens a TCP connection. */
export const tcpWire =
  (host: string, port: number): OpenWire =>
  ({ opened, received, ended }) => {
    const socket = connect({ host, port, noDelay: true });
    let isOver = false;
    const end = (reason: string) => {
      if (isOver) return;
      isOver = true;
      socket.destroy();
      ended(reason);
    };
    socket.on('connect', opened);
    socket.on('data', (bytes) => {
      if (!isOver) received(bytes);
    });
    socket.on('error', (error) => end(error.message));
    socket.on('close', () => end('the other side closed the connection'));
    return {
      send: (bytes) => void socket.write(bytes),
      close: () => {
        isOver = true;
        socket.destroy();
      },
    };
  };
