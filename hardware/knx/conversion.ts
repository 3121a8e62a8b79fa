import type { Content, PropertyKind, Value } from '../../twin/index.ts';
import { contentOf, readingOf } from '../point.ts';
import type { DatapointType, Meaning } from './dpt/index.ts';
import type { PointAddress } from './point-address.ts';
import { unitChange } from './units.ts';

/** Between what a property can be and what its datapoint type says. */
export interface Conversion {
  /** `null` for a content that the bus cannot carry. */
  toBus(content: Content): Uint8Array | null;
  /** `null` for a payload that says nothing, or nothing that the property can be. */
  fromBus(payload: Uint8Array): Content | null;
}

interface Meanings {
  mean(reading: Value): unknown;
  read(meaning: Meaning): Value | null;
}

type Options = Pick<PointAddress, 'invert' | 'factor' | 'span' | 'words'>;

/** How a property is carried, or a sentence about why it cannot be. */
export const conversionOf = (kind: PropertyKind, type: DatapointType, options: Options): Conversion | string => {
  const found = meaningsOf(kind, type, options);
  if (typeof found === 'string') return found;
  return {
    toBus: (content) => {
      const reading = readingOf(kind, content);
      return reading === null ? null : type.encode(found.mean(reading));
    },
    fromBus: (payload) => {
      const meaning = type.decode(payload);
      const reading = meaning === null ? null : found.read(meaning);
      return reading === null ? null : contentOf(kind, reading);
    },
  };
};

const isBit = ({ id }: DatapointType): boolean => id.startsWith('1.');

const meaningsOf = (kind: PropertyKind, type: DatapointType, options: Options): Meanings | string => {
  const { value } = kind;
  if (options.words !== undefined && !('enum' in value)) return 'words are for a property that is one of several words';
  if (value.type === 'boolean') return yesOrNo(type, options);
  if (value.type === 'string') return 'enum' in value ? oneOfWords(value.enum, type, options) : color(type);
  if (isBit(type)) return bothEnds(kind, options);
  if (type.range === undefined) return `${type.id} does not carry a number`;
  return number(kind, type, options);
};

const yesOrNo = (type: DatapointType, { invert = false, factor, span }: Options): Meanings | string => {
  if (!isBit(type)) return `${type.id} does not carry a yes or no; take one of 1.*`;
  if (factor !== undefined || span !== undefined) return 'factor and span are for numbers';
  return {
    mean: (reading) => (reading === true) !== invert,
    read: (meaning) => (meaning === true) !== invert,
  };
};

/** A percentage of which the bus knows nothing but both ends. */
const bothEnds = ({ unit }: PropertyKind, { invert = false, factor, span }: Options): Meanings | string => {
  if (unit !== '%') return 'one bit does not carry a number';
  if (factor !== undefined || span !== undefined) return 'factor and span are for numbers';
  return {
    mean: (reading) => (reading === 0 || reading === 100 ? (reading === 100) !== invert : null),
    read: (meaning) => ((meaning === true) !== invert ? 100 : 0),
  };
};

const number = (kind: PropertyKind, type: DatapointType, options: Options): Meanings | string => {
  const { invert = false, factor, span } = options;
  const change = lineOf(kind, type, options);
  if (typeof change === 'string') return change;
  if (invert && (type.unit !== '%' || span !== undefined)) return 'only a yes or no, or a percentage, can be inverted';
  if (factor === 0 || (span !== undefined && span[0] === span[1])) return 'everything would mean the same';
  const { times, plus } = invert ? { times: -change.times, plus: change.plus + 100 * change.times } : change;
  const isWhole = type.range?.step === 1;
  return {
    mean: (reading) => {
      const meaning = (Number(reading) - plus) / times;
      return isWhole ? Math.round(meaning) : meaning;
    },
    read: (meaning) => (typeof meaning === 'number' ? meaning * times + plus : null),
  };
};

const lineOf = ({ unit }: PropertyKind, type: DatapointType, { factor, span }: Options) => {
  if (factor !== undefined) {
    return type.unit === null ? { times: factor, plus: 0 } : `${type.id} has a unit of its own: take factor out`;
  }
  if (span !== undefined) {
    if (type.unit !== '%') return 'span is for percentages';
    return { times: (span[1] - span[0]) / 100, plus: span[0] };
  }
  if (type.unit === null) return `${type.id} only counts: say with factor what one is worth in ${unit}`;
  return unitChange(type.unit, unit) ?? `${type.id} is in ${type.unit}, which does not become ${unit}`;
};

const oneOfWords = (
  all: readonly string[],
  type: DatapointType,
  { words, invert, factor, span }: Options,
): Meanings | string => {
  if (invert !== undefined || factor !== undefined || span !== undefined)
    return 'invert, factor and span are not for words';
  const said = Object.entries(words ?? Object.fromEntries(all.map((word) => [word, word])));
  const meant = new Map<Value, string>();
  for (const [word, meanings] of said) {
    if (!all.includes(word)) return `there is no word ${word}; there are: ${all.join(', ')}`;
    for (const meaning of Array.isArray(meanings) ? meanings : [meanings]) {
      if (type.encode(meaning) === null) return `${type.id} cannot say ${String(meaning)}${hint(type)}`;
      if (meant.has(meaning)) return `${String(meaning)} stands for two words`;
      meant.set(meaning, word);
    }
  }
  const spoken = new Map(said.map(([word, meanings]) => [word, Array.isArray(meanings) ? meanings[0] : meanings]));
  return {
    mean: (reading) => spoken.get(String(reading)),
    read: (meaning) => (typeof meaning === 'object' ? null : (meant.get(meaning) ?? null)),
  };
};

const hint = ({ words, range }: DatapointType): string => {
  const known =
    words?.join(', ') ?? (range === undefined ? null : `a number from ${range.minimum} to ${range.maximum}`);
  return known === null ? '; map words to what it can say' : `; it says ${known}`;
};

const color = (type: DatapointType): Meanings | string => {
  if (type.id === '232.600') return { mean: (reading) => reading, read: (meaning) => meaning as string };
  if (type.id !== '251.600') return `${type.id} does not carry a color; take 232.600 or 251.600`;
  return {
    mean: (reading) => {
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(String(reading).slice(at, at + 2), 16));
      return { red, green, blue, white: 0 };
    },
    read: (meaning) => {
      if (typeof meaning !== 'object') return null;
      const parts = [meaning.red, meaning.green, meaning.blue];
      if (parts.some((part) => typeof part !== 'number')) return null;
      return `#${parts.map((part) => Number(part).toString(16).toUpperCase().padStart(2, '0')).join('')}`;
    },
  };
};
