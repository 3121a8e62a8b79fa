import type { Content, Value } from '../../twin/index.ts';
import type { Point } from '../point.ts';
import { contentOf, readingOf } from '../point.ts';
import { decode, encode, widthOf } from './codec.ts';
import { holdsBits, type Request } from './pdu.ts';
import type { CommandSpec, Spec } from './spec.ts';

/** What the registers or bits of a span say of a property; `null` where they say nothing that the property can be. */
export function contentFrom(kind: Point['kind'], spec: Spec, values: readonly number[]): Content | null {
  const reading = readingFrom(kind, spec, values);
  return reading === null ? null : contentOf(kind, reading);
}

/** The request that tells a device a content; `null` if it cannot be told. */
export function requestFor(kind: Point['kind'], command: CommandSpec, content: Content): Request | null {
  const reading = readingOf(kind, content);
  if (reading === null) return null;
  const raw = rawFor(command, reading);
  if (raw === null) return null;
  const { start, several } = command;
  if (command.table === 'coil') return raw === 0 || raw === 1 ? { kind: 'coil', start, on: raw === 1 } : null;
  const registers = encode(command.form, raw);
  return registers && { kind: 'registers', start, registers, several };
}

function readingFrom(kind: Point['kind'], spec: Spec, values: readonly number[]): Value | null {
  const raw = holdsBits(spec.table) ? (values[0] ?? null) : decode(spec.form, inside(spec, values));
  if (raw === null || spec.missing.includes(raw as number)) return null;
  if (typeof raw === 'string') return raw;
  const { words, bit, mask } = spec;
  if (words) {
    const number = String(mask === undefined ? raw : raw & mask);
    return Object.hasOwn(words, number) ? (words[number] ?? null) : null;
  }
  if (kind.value.type === 'boolean') {
    const bits = bit === undefined ? mask : 1 << bit;
    if (bits !== undefined) return (raw & bits) !== 0;
    return raw === 0 || raw === 1 ? raw === 1 : null;
  }
  const factor = powerOf(spec, values);
  if (factor === null) return null;
  const reading = raw * spec.scale * factor + spec.offset;
  return Number.isFinite(reading) ? Math.max(reading, spec.least ?? reading) : null;
}

const inside = ({ at, form }: Spec, values: readonly number[]): readonly number[] =>
  values.slice(at, at + widthOf(form));

/** SunSpec Information Model Specification: a scale factor is a power of ten from -10 to 10, 0x8000 where there is none. */
function powerOf({ scaleAt }: Spec, values: readonly number[]): number | null {
  if (scaleAt === undefined) return 1;
  const power = decode({ type: 'int16', order: 'big' }, values.slice(scaleAt, scaleAt + 1));
  if (typeof power !== 'number' || Math.abs(power) > 10) return null;
  return power < 0 ? 1 / 10 ** -power : 10 ** power;
}

/** What is written for a reading: whole numbers stay whole although tenths have no exact double. */
function rawFor({ words, scale, offset, form, table }: CommandSpec, reading: Value): number | string | null {
  if (words) {
    const found = Object.entries(words).find(([, word]) => word === reading);
    return found === undefined ? null : Number(found[0]);
  }
  if (typeof reading === 'boolean') return reading ? 1 : 0;
  if (typeof reading === 'string') return form.type === 'string' ? reading : null;
  const raw = (reading - offset) / scale;
  const whole = Math.round(raw);
  const isWhole = Math.abs(raw - whole) <= 1e-9 * Math.max(1, Math.abs(raw));
  const holdsFractions = table === 'holding' && form.type.startsWith('float');
  if (isWhole) return whole + 0;
  return holdsFractions ? raw : null;
}
