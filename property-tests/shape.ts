import assert from 'node:assert/strict';
import type { Shape } from '../docs/spec/index.ts';
import { isRecord } from './http-client.ts';

/** Where a value does not have a shape, as one sentence each; empty when it has. */
export function misfits(value: unknown, shape: Shape, at = 'it'): readonly string[] {
  if ('const' in shape) return value === shape.const ? [] : [`${at} is ${show(value)} instead of ${show(shape.const)}`];
  if ('anyOf' in shape) {
    return shape.anyOf.some((one) => misfits(value, one, at).length === 0)
      ? []
      : [`${at} is none of those allowed: ${show(value)}`];
  }
  if ('items' in shape) {
    if (!Array.isArray(value)) return [`${at} is no list: ${show(value)}`];
    return value.flatMap((item, index) => misfits(item, shape.items, `${at}[${index}]`));
  }
  if ('each' in shape) {
    if (!isRecord(value)) return [`${at} is no object: ${show(value)}`];
    return Object.entries(value).flatMap(([key, item]) => [
      ...(new RegExp(shape.keys).test(key) ? [] : [`${at} has the key ${show(key)}`]),
      ...misfits(item, shape.each, `${at}.${key}`),
    ]);
  }
  if ('fields' in shape) {
    if (!isRecord(value)) return [`${at} is no object: ${show(value)}`];
    const present = Object.entries(shape.optional ?? {}).filter(([name]) => value[name] !== undefined);
    return [...Object.entries(shape.fields), ...present].flatMap(([name, field]) =>
      misfits(value[name], field, `${at}.${name}`),
    );
  }
  if ('pattern' in shape)
    return typeof value === 'string' && new RegExp(shape.pattern).test(value) ? [] : [`${at} is ${show(value)}`];
  return hasType(value, shape.type) ? [] : [`${at} is ${show(value)} instead of ${shape.type}`];
}

export function assertShape(value: unknown, shape: Shape, at?: string): void {
  assert.deepEqual(misfits(value, shape, at).slice(0, 5), []);
}

const show = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 200);

function hasType(value: unknown, type: string): boolean {
  if (type === 'any') return value !== undefined;
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
