import { type DatapointType, defineType } from './datapoint-type.ts';

/** ASCII ends at 127, ISO 8859-1 at 255; both count as Unicode does. */
const SETS = [
  ['ASCII', 127],
  ['8859_1', 255],
] as const;

const characters = SETS.map(([set, last], index) =>
  defineType({
    id: `4.00${index + 1}`,
    name: `Char_${set}`,
    unit: null,
    bytes: 1,
    write: (meaning, into) => {
      if (typeof meaning !== 'string' || meaning.length !== 1 || meaning.charCodeAt(0) > last) return false;
      into.setUint8(0, meaning.charCodeAt(0));
      return true;
    },
    read: (from) => (from.getUint8(0) > last ? null : String.fromCharCode(from.getUint8(0))),
  }),
);

/** Fourteen characters at most; after the last one there are only zeros. */
const LENGTH = 14;

const texts = SETS.map(([set, last], index) =>
  defineType({
    id: `16.00${index}`,
    name: `String_${set}`,
    unit: null,
    bytes: LENGTH,
    write: (meaning, into) => {
      if (typeof meaning !== 'string' || meaning.length > LENGTH) return false;
      for (let at = 0; at < meaning.length; at += 1) {
        const code = meaning.charCodeAt(at);
        if (code === 0 || code > last) return false;
        into.setUint8(at, code);
      }
      return true;
    },
    read: (from) => {
      const codes = Array.from({ length: LENGTH }, (_, at) => from.getUint8(at));
      const end = codes.indexOf(0) < 0 ? LENGTH : codes.indexOf(0);
      if (codes.some((code, at) => code > last || (at > end && code !== 0))) return null;
      return String.fromCharCode(...codes.slice(0, end));
    },
  }),
);

export const TEXT_TYPES: readonly DatapointType[] = [...characters, ...texts];
