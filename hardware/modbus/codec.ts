/** What registers can hold, by the word for it in a configuration, with the number of registers. */
export const REGISTER_TYPES = {
  int16: 1,
  uint16: 1,
  int32: 2,
  uint32: 2,
  int64: 4,
  uint64: 4,
  float32: 2,
  float64: 4,
  /** As many registers as its `length` says, two letters in each. */
  string: 0,
} as const;
export type RegisterType = keyof typeof REGISTER_TYPES;

/**
 * In which order the bytes of a value of several registers travel, shown on a value of the bytes A B C D:
 * `big` ABCD, `little` DCBA, `word-swapped` CDAB, `byte-swapped` BADC.
 */
export const ORDERS = ['big', 'little', 'word-swapped', 'byte-swapped'] as const;
export type Order = (typeof ORDERS)[number];

export interface RegisterForm {
  readonly type: RegisterType;
  readonly order: Order;
  /** Registers of a string. */
  readonly length?: number;
}

/** How many registers a value takes. */
export const widthOf = ({ type, length = 1 }: RegisterForm): number =>
  type === 'string' ? length : REGISTER_TYPES[type];

/**
 * What registers say; `null` for what is no value: too few registers, no finite number, more than a double can hold exactly,
 * a text that is not plain ASCII.
 */
export function decode(form: RegisterForm, registers: readonly number[]): number | string | null {
  if (registers.length !== widthOf(form)) return null;
  const bytes = ordered(form, registers);
  switch (form.type) {
    case 'int16':
      return bytes.readInt16BE();
    case 'uint16':
      return bytes.readUInt16BE();
    case 'int32':
      return bytes.readInt32BE();
    case 'uint32':
      return bytes.readUInt32BE();
    case 'int64':
      return exact(bytes.readBigInt64BE());
    case 'uint64':
      return exact(bytes.readBigUInt64BE());
    case 'float32':
      return finite(bytes.readFloatBE());
    case 'float64':
      return finite(bytes.readDoubleBE());
    default: {
      const text = bytes.toString('latin1').replace(/\0.*$/s, '').trimEnd();
      return /^[ -~]*$/.test(text) ? text : null;
    }
  }
}

/** The registers that say it; `null` for what they cannot say, such as a fraction or what is out of range. */
export function encode(form: RegisterForm, value: number | string): readonly number[] | null {
  const bytes = Buffer.alloc(2 * widthOf(form));
  if (typeof value === 'string') {
    if (form.type !== 'string' || value.length > bytes.length || !/^[ -~]*$/.test(value)) return null;
    bytes.write(value, 'latin1');
  } else if (!writeNumber(form.type, bytes, value)) {
    return null;
  }
  return unordered(form, bytes);
}

function writeNumber(type: RegisterType, bytes: Buffer, value: number): boolean {
  switch (type) {
    case 'string':
      return false;
    case 'float32':
      if (!Number.isFinite(Math.fround(value))) return false;
      bytes.writeFloatBE(value);
      return true;
    case 'float64':
      if (!Number.isFinite(value)) return false;
      bytes.writeDoubleBE(value);
      return true;
    default: {
      if (!Number.isSafeInteger(value)) return false;
      const bits = BigInt(8 * bytes.length);
      const isSigned = type.startsWith('int');
      const whole = BigInt(value);
      const fits = isSigned ? BigInt.asIntN(Number(bits), whole) : BigInt.asUintN(Number(bits), whole);
      if (fits !== whole) return false;
      const hex = BigInt.asUintN(Number(bits), whole)
        .toString(16)
        .padStart(2 * bytes.length, '0');
      bytes.write(hex, 'hex');
      return true;
    }
  }
}

/** The bytes with the most significant one first. */
function ordered({ type, order }: RegisterForm, registers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * registers.length);
  const isBackwards = type !== 'string' && (order === 'little' || order === 'word-swapped');
  (isBackwards ? [...registers].reverse() : registers).forEach((register, index) => {
    bytes.writeUInt16BE(register, 2 * index);
  });
  return order === 'little' || order === 'byte-swapped' ? bytes.swap16() : bytes;
}

function unordered({ type, order }: RegisterForm, bytes: Buffer): readonly number[] {
  if (order === 'little' || order === 'byte-swapped') bytes.swap16();
  const registers = Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(2 * index));
  return type !== 'string' && (order === 'little' || order === 'word-swapped') ? registers.reverse() : registers;
}

const exact = (value: bigint): number | null => (Number.isSafeInteger(Number(value)) ? Number(value) : null);
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
