import { readFileSync } from 'node:fs';
import type { Secret } from '../../hardware/bus.ts';
import { Refusal } from '../refusal.ts';
import type { Configuration, ConfiguredBus } from './configuration.ts';
import type { Secrets } from './secrets.ts';

/** All that a bus is opened with, as texts that can be compared. */
export interface BusSignature {
  /** Its type and settings. Secrets and files count with what they hold. */
  readonly settings: string;
  readonly points: string;
}

/** The signature of each bus by its name. What cannot be read is told to `fail`. */
export const busSignatures = (
  { buses }: Configuration,
  secrets: Secrets,
  fail: (bus: string, refusal: Refusal) => void,
): ReadonlyMap<string, BusSignature> => {
  const signatures = new Map<string, BusSignature>();
  for (const bus of buses) {
    try {
      signatures.set(bus.name, signatureOf(bus, secrets));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fail(bus.name, error);
    }
  }
  return signatures;
};

const signatureOf = ({ type, settings, points }: ConfiguredBus, secrets: Secrets): BusSignature => {
  const files = (type.files ?? []).flatMap((field) => {
    const path = (settings as { readonly [field: string]: unknown })[field];
    return typeof path === 'string' ? [contentOf(path)] : [];
  });
  const told = JSON.stringify(settings, (_, value: unknown) => (isSecret(value) ? secrets.text(value) : value));
  return {
    settings: JSON.stringify([type.type, told, files]),
    points: JSON.stringify(points.map(({ cid, property, kind, address }) => [cid, property, kind, address])),
  };
};

/** Nothing for a file that is not there: opening the bus says so. */
const contentOf = (path: string): string => {
  try {
    return readFileSync(path, 'base64');
  } catch {
    return '';
  }
};

const isSecret = (value: unknown): value is Secret => {
  if (typeof value !== 'object' || value === null) return false;
  const [[key, from] = [], ...others] = Object.entries(value);
  return others.length === 0 && (key === 'env' || key === 'file') && typeof from === 'string';
};
