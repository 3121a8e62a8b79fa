import type { Value } from '../../twin/index.ts';
import type { BusFault, BusPoint } from '../bus.ts';
import type { Address } from './address.ts';
import { checkAddress, type Say } from './check-address.ts';
import { READY_MAPS } from './maps/index.ts';
import { mapOf, pointOf, resolve } from './resolve.ts';
import { hostAndPort, type Settings } from './settings.ts';

/** What is wrong with a line and its points, beyond what their schemas see. */
export function check(settings: Settings, points: readonly BusPoint<Address>[]): readonly BusFault[] {
  const faults: BusFault[] = [];
  checkSettings(settings, (path, says) => faults.push({ path, says }));
  points.forEach((point, index) => {
    const say: Say = (path, says) => faults.push({ point: index, path, says });
    if (point.address.device === undefined && point.address.point === undefined) checkAddress(point, say);
    else checkDevice(point, say);
    checkUnit(settings, point.address, say);
  });
  return faults;
}

function checkSettings(settings: Settings, say: Say): void {
  const ways = (['tcp', 'rtuOverTcp', 'serial'] as const).filter((way) => settings[way] !== undefined);
  if (ways.length === 0) {
    say([], 'does not say where the line is; add tcp: "192.168.1.20:502", rtuOverTcp or serial: /dev/ttyUSB0');
  }
  for (const way of ways.slice(1)) say([way], `is one line too many beside ${ways[0]}; take one of them out`);
  for (const way of ['tcp', 'rtuOverTcp'] as const) {
    const { port } = hostAndPort(settings[way] ?? '');
    if (port < 1 || port > 65_535) say([way], 'has no port from 1 to 65535; write one such as 192.168.1.20:502');
  }
  for (const name of ['baud', 'parity', 'stopBits'] as const) {
    if (settings[name] !== undefined && settings.serial === undefined) say([name], 'is for a serial line; take it out');
  }
}

function checkUnit(settings: Settings, address: Address, say: Say): void {
  const resolved = resolve(address);
  if (resolved === null || settings.tcp !== undefined) return;
  const unit = 'spec' in resolved ? resolved.spec.unit : resolved.unit;
  if (unit >= 1 && unit <= 247) return;
  say(address.unit === undefined ? [] : ['unit'], `unit ${unit} is none on a serial line; write one from 1 to 247`);
}

/** What may be said beside the name of a ready map. */
const BESIDE_DEVICE = ['device', 'point', 'unit', 'poll', 'verify'];

function checkDevice({ address, kind }: BusPoint<Address>, say: Say): void {
  for (const name of Object.keys(address)) {
    if (!BESIDE_DEVICE.includes(name)) say([name], 'is said by the ready map already; take it out, or write no device');
  }
  const map = mapOf(address);
  if (map === undefined) {
    say(['device'], `there is no ready map ${address.device}; there are: ${Object.keys(READY_MAPS).join(', ')}`);
    return;
  }
  const point = pointOf(map, address);
  if (point === undefined) {
    const known = Object.keys(map.points).join(', ');
    say(['point'], `${map.device} has no point ${address.point ?? 'of no name'}; there are: ${known}`);
    return;
  }
  const { unit, value } = kind;
  if ((point.measures ?? null) !== unit) {
    say(
      ['point'],
      `is in ${point.measures ?? 'no unit'}, and the property is in ${unit ?? 'no unit'}; take another point`,
    );
    return;
  }
  const words = 'words' in point ? Object.values(point.words ?? {}) : [];
  const isKnown = (word: Value): boolean =>
    value.type === 'boolean'
      ? typeof word === 'boolean'
      : value.type === 'string' && 'enum' in value && value.enum.includes(String(word));
  if (!words.every(isKnown)) {
    say(['point'], `says one of ${words.join(', ')}, which this property does not know; take another point`);
  }
}
