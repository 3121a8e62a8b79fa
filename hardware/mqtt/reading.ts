import type { PropertyKind, Value } from '../../twin/index.ts';
import type { TopicAddress } from './address.ts';

type Coding = Pick<TopicAddress, 'on' | 'off' | 'scale' | 'offset' | 'step' | 'mired' | 'words'>;

/** What a device says, as a reading of the property; `undefined` for what is none. Nothing is guessed. */
export const readingOfRaw = (kind: PropertyKind, coding: Coding, raw: unknown): Value | undefined => {
  // An object from the network may have a field called toString.
  if (typeof raw === 'object' || raw === undefined) return undefined;
  switch (kind.value.type) {
    case 'boolean':
      return switched(coding, raw);
    case 'string':
      // A word without another meaning means itself.
      return own(coding.words ?? {}, String(raw)) ?? String(raw);
    default: {
      const number = numberOf(raw);
      if (number === undefined) return undefined;
      if (coding.mired) return number > 0 ? MIREDS / number : undefined;
      return number * (coding.scale ?? 1) + (coding.offset ?? 0);
    }
  }
};

/** A reading as the device wants to be told it. */
export const rawOfReading = (kind: PropertyKind, coding: Coding, reading: Value): string | number | boolean => {
  if (typeof reading === 'boolean') return reading ? (coding.on ?? 'ON') : (coding.off ?? 'OFF');
  if (typeof reading === 'number') {
    if (coding.mired) return Math.round(MIREDS / reading);
    const number = (reading - (coding.offset ?? 0)) / (coding.scale ?? 1);
    // Decimal fractions have no exact double: 21.5 / 0.1 is not 215.
    return coding.step === undefined
      ? rounded(number, FINEST)
      : rounded(Math.round(number / coding.step) * coding.step, FINEST);
  }
  const [word] = Object.entries(coding.words ?? {}).find(([, meaning]) => meaning === reading) ?? [reading];
  return kind.value.type === 'string' ? word : reading;
};

/** Mired × kelvin. */
const MIREDS = 1_000_000;

const FINEST = 1_000_000;
const rounded = (number: number, parts: number): number => Math.round(number * parts) / parts + 0;

const switched = ({ on, off }: Coding, raw: unknown): boolean | undefined => {
  if (on === undefined && off === undefined) return usual(raw);
  if (same(raw, on ?? 'ON')) return true;
  return same(raw, off ?? 'OFF') ? false : undefined;
};

/** What nearly every device says. */
const usual = (raw: unknown): boolean | undefined => {
  const word = String(raw).toLowerCase();
  if (['true', 'on', '1'].includes(word)) return true;
  return ['false', 'off', '0'].includes(word) ? false : undefined;
};

/** A payload that is no JSON is a text, whatever the configuration writes; and a text may mean a word of JSON, also as Python writes it. */
const same = (raw: unknown, meant: string | number | boolean): boolean =>
  String(raw) === String(meant) || (typeof raw === 'boolean' && meant === (raw ? 'True' : 'False'));

const numberOf = (raw: unknown): number | undefined => {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined;
  return typeof raw === 'string' && DECIMAL.test(raw.trim()) ? Number(raw) : undefined;
};

const DECIMAL = /^[-+]?\d{1,15}(\.\d{1,15})?([eE][-+]?\d{1,2})?$/;

const own = (words: { readonly [word: string]: string }, word: string): string | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;
