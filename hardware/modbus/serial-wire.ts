import type { OpenWire, Wire } from './wire.ts';

export interface SerialSettings {
  readonly path: string;
  readonly baudRate: number;
  readonly parity: 'none' | 'even' | 'odd';
  readonly stopBits: 1 | 2;
}

/** Opens a serial line. Its library is loaded by whoever has such a line, and by nobody else. */
export const serialWire =
  (settings: SerialSettings): OpenWire =>
  ({ opened, received, ended }) => {
    let isOver = false;
    let port: Wire | undefined;
    const end = (reason: string) => {
      if (isOver) return;
      isOver = true;
      port?.close();
      // The library has the word in its messages.
      ended(reason.replace(/^Error: /, ''));
    };
    const open = async () => {
      const { SerialPort } = await import('serialport');
      if (isOver) return;
      const serial = new SerialPort({ ...settings, dataBits: 8, autoOpen: false });
      const close = () => {
        // Closing what is not open yet, or not any more, is told as an error.
        if (serial.isOpen) serial.close(() => undefined);
      };
      port = { send: (bytes) => void serial.write(bytes), close };
      serial.on('data', (bytes: Buffer) => {
        if (!isOver) received(bytes);
      });
      serial.on('error', (error) => end(error.message));
      serial.on('close', () => end('the serial line is gone'));
      serial.open((error) => {
        if (error !== null) end(error.message);
        else if (isOver) close();
        else opened();
      });
    };
    open().catch((error: unknown) => end(error instanceof Error ? error.message : String(error)));
    return {
      send: (bytes) => port?.send(bytes),
      close: () => {
        isOver = true;
        port?.close();
      },
    };
  };
