/** The client library of Socket.io 2, as far as the suite uses it. */
declare module 'socket.io-client-2' {
  interface ElderSocket {
    on(event: string, listener: (...args: unknown[]) => void): void;
    emit(event: string, ...args: unknown[]): void;
    close(): void;
  }
  const connect: { default: (url: string, options: object) => ElderSocket };
  export = connect;
}
