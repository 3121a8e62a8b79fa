import type { Socket } from 'node:net';

/** Counts the connections of all listeners. */
export class OpenConnections {
  count = 0;
  readonly #known = new WeakSet<Socket>();

  /** One that may have been announced before: a listener takes some of them twice. */
  add(socket: Socket): void {
    if (this.#known.has(socket)) return;
    this.#known.add(socket);
    this.count += 1;
    socket.once('close', () => {
      this.count -= 1;
    });
  }
}
