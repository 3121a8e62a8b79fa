/** What a payload says: a yes or no, a number in the unit of its type, a text or a word, or a record of such. */
export type Meaning = boolean | number | string | MeaningRecord;
export interface MeaningRecord {
  readonly [field: string]: boolean | number | string | null;
}

/** The numbers that a type can carry, in its unit. Between two of them lies about one `step`. */
export interface NumberRange {
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
}

/** One datapoint type of the KNX standard (part 3/7/2), both directions. */
export interface DatapointType {
  /** Main and sub number, such as `9.001`. */
  readonly id: string;
  /** What the standard calls it, without the prefix `DPT_`. */
  readonly name: string;
  /** Unit of its numbers; `null` where there is none. */
  readonly unit: string | null;
  /** Up to six bits, carried inside the control field of a telegram: one byte here, of which the rest is 0. */
  readonly short: boolean;
  /** Length of a payload. */
  readonly bytes: number;
  /** Of a type that carries one number. */
  readonly range?: NumberRange;
  /** Of a type that carries one bit or one of several words: what there is to say, in the order of the numbers for it. */
  readonly words?: readonly string[];
  /** The payload that says it; `null` for what this type cannot say: out of range, not a number, of another type. */
  encode(meaning: unknown): Uint8Array | null;
  /** What a payload says; `null` for a wrong length, for reserved bits that are set, and for what the standard calls invalid. */
  decode(payload: Uint8Array): Meaning | null;
}

interface Definition extends Omit<DatapointType, 'short' | 'encode' | 'decode'> {
  readonly short?: true;
  /** Fills a payload of zeros; `false` for what cannot be said. */
  write(meaning: unknown, into: DataView): boolean;
  /** Reads a payload of the right length. */
  read(from: DataView): Meaning | null;
}

/** Types a row of the table: lengths are looked after here. */
export const defineType = ({ write, read, short, ...row }: Definition): DatapointType => ({
  ...row,
  short: short === true,
  encode: (meaning) => {
    const payload = new Uint8Array(row.bytes);
    return write(meaning, viewOf(payload)) ? payload : null;
  },
  decode: (payload) => (payload.length === row.bytes ? read(viewOf(payload)) : null),
});

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** The fields of a record that has just these; `null` for anything else. */
export const fieldsOf = (meaning: unknown, names: readonly string[]): Readonly<Record<string, unknown>> | null => {
  if (typeof meaning !== 'object' || meaning === null || Array.isArray(meaning)) return null;
  const keys = Object.keys(meaning);
  const fits = keys.length === names.length && names.every((name) => Object.hasOwn(meaning, name));
  return fits ? (meaning as Readonly<Record<string, unknown>>) : null;
};

export const isWhole = (value: unknown, minimum: number, maximum: number): value is number =>
  Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
