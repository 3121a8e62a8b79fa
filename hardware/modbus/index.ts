import { milliseconds, seconds } from '../../twin/index.ts';
import { type BusOptions, defineBus } from '../bus.ts';
import { Address } from './address.ts';
import { check } from './check.ts';
import type { LineSettings } from './line.ts';
import { ModbusBackend } from './modbus-backend.ts';
import { RtuFraming } from './rtu-framing.ts';
import { serialWire } from './serial-wire.ts';
import { hostAndPort, Settings } from './settings.ts';
import { TcpFraming } from './tcp-framing.ts';
import { tcpWire } from './tcp-wire.ts';

/** Modbus TCP, Modbus RTU over TCP, and Modbus RTU over a serial line. */
export const modbus = defineBus({
  type: 'modbus',
  means: 'A line with Modbus devices: TCP, RTU over TCP, or RTU over a serial line.',
  settings: Settings,
  address: Address,
  check,
  open: ({ name, settings, points, clock, say }: BusOptions<Settings, Address>) =>
    new ModbusBackend({ name, points, poll: settings.poll, clock, say, line: lineOf(settings) }),
});

const DEFAULT_TIMEOUT = 1;
/** A line is never taken for quiet earlier: answers that came 300 ms late were seen. */
const LEAST_QUIET = milliseconds(300);

function lineOf(settings: Settings): LineSettings {
  const timeout = seconds(settings.timeout ?? DEFAULT_TIMEOUT);
  const quiet = milliseconds(Math.max(timeout, LEAST_QUIET));
  const { retries = 1, tcp, rtuOverTcp, serial, baud = 9600, parity = 'none', stopBits = 1 } = settings;
  const pauseOr = (least: number) => seconds(settings.pause ?? least);
  const common = { timeout, retries, quiet };
  if (tcp !== undefined) {
    const { host, port } = hostAndPort(tcp);
    return { ...common, pause: pauseOr(0), renews: true, framing: new TcpFraming(), open: tcpWire(host, port) };
  }
  // 3.5 letters of silence end a frame, and slow devices want more (Modbus over Serial Line 1.02, 2.5.1.1).
  const pause = pauseOr(Math.max(0.02, (3.5 * 11) / baud));
  const framing = new RtuFraming();
  if (rtuOverTcp !== undefined) {
    const { host, port } = hostAndPort(rtuOverTcp);
    return { ...common, pause, renews: true, framing, open: tcpWire(host, port) };
  }
  const open = serialWire({ path: serial ?? '', baudRate: baud, parity, stopBits });
  return { ...common, pause, renews: false, framing, open };
}
