/** Every column of a register table; the guide explains them. */
export const COLUMNS = [
  ...['name', 'room', 'component', 'property', 'unit', 'function', 'address', 'type', 'order', 'length', 'bit'],
  ...['scale', 'offset', 'measured', 'words', 'missing', 'poll', 'writable', 'verify'],
] as const;

/** Columns without which there is no row. */
export const REQUIRED = ['name', 'component', 'property', 'address'] as const;

/** Called with what is wrong in a cell. */
export type Fail = (column: string, says: string) => void;

/** The cells of a row by column; empty ones are not there. */
export type Cells = ReadonlyMap<string, string>;

/** A number as people write it, with a comma or a point; `undefined` for an empty cell. */
export const numberIn = (cells: Cells, column: string, fail: Fail): number | undefined => {
  const text = cells.get(column);
  if (text === undefined) return undefined;
  if (/^[+-]?\d{1,17}(?:[.,]\d{1,17})?(?:e[+-]?\d{1,2})?$/i.test(text)) return Number(text.replace(',', '.'));
  fail(column, `${text} is no number; write one such as 10 or 0.1, without separators between thousands`);
  return undefined;
};

const YES = ['yes', 'y', 'true', '1', 'x', 'ja', 'wahr', 'rw', 'w'];
const NO = ['no', 'n', 'false', '0', '-', 'nein', 'falsch', 'r', 'ro'];

export const yesOrNoIn = (cells: Cells, column: string, fail: Fail): boolean => {
  const text = cells.get(column)?.toLowerCase();
  if (text === undefined || NO.includes(text)) return false;
  if (!YES.includes(text)) fail(column, `${text} is neither yes nor no`);
  return true;
};

/** Tables by the function that reads them (Modbus Application Protocol 1.1b3, 6.1 to 6.4) and by name. */
const TABLES: { readonly [word: string]: string } = {
  ...{ '1': 'coil', '01': 'coil', coil: 'coil', coils: 'coil' },
  ...{ '2': 'discrete', '02': 'discrete', discrete: 'discrete', 'discrete input': 'discrete' },
  ...{ '3': 'holding', '03': 'holding', holding: 'holding', 'holding register': 'holding' },
  ...{ '4': 'input', '04': 'input', input: 'input', 'input register': 'input' },
};

/** The first digit of addresses as many manuals write them: 40011 is the eleventh holding register. */
const CLASSICAL: { readonly [digit: string]: string } = { '0': 'coil', '1': 'discrete', '3': 'input', '4': 'holding' };

/** Table and address, counted from 0; `undefined` if a cell is wrong. */
export const placeIn = (cells: Cells, fail: Fail): { readonly [table: string]: number } | undefined => {
  const written = cells.get('address') ?? '';
  const word = cells.get('function')?.toLowerCase();
  const address = /^0x[0-9a-f]{1,4}$/i.test(written) || /^\d{1,6}$/.test(written) ? Number(written) : undefined;
  if (address === undefined) {
    if (written !== '') fail('address', `${written} is no address; write one such as 10, 0x000A or 40011`);
    return undefined;
  }
  if (word !== undefined) {
    const table = Object.hasOwn(TABLES, word) ? TABLES[word] : undefined;
    if (table === undefined)
      fail('function', `${word} reads nothing; write 1, 2, 3, 4, coil, discrete, holding or input`);
    return table === undefined ? undefined : { [table]: address };
  }
  const [, digit = '', rest = ''] = /^([0134])(\d{4,5})$/.exec(written) ?? [];
  const table = CLASSICAL[digit];
  if (table !== undefined && Number(rest) > 0) return { [table]: Number(rest) - 1 };
  fail('function', 'is empty; write 1, 2, 3, 4 or the name of a table, or an address such as 40011');
  return undefined;
};

/** `0=off; 1=comfort` as a record. */
export const wordsIn = (cells: Cells, fail: Fail): { readonly [raw: string]: string | boolean } | undefined => {
  const text = cells.get('words');
  if (text === undefined) return undefined;
  const words = text.split(/[;,]/).map((each) => each.split('=').map((part) => part.trim()));
  if (words.some(([raw = '', word = '', more]) => !/^-?\d{1,15}$/.test(raw) || word === '' || more !== undefined)) {
    fail('words', `${text} cannot be read; write a word for each number, such as 0=off; 1=comfort`);
    return undefined;
  }
  return Object.fromEntries(
    words.map(([raw = '', word = '']) => [raw, word === 'true' || word === 'false' ? word === 'true' : word]),
  );
};

/** `-32768; 65535` as a list. */
export const missingIn = (cells: Cells, fail: Fail): readonly number[] | undefined => {
  const text = cells.get('missing');
  if (text === undefined) return undefined;
  const numbers = text
    .split(/[;\s]+/)
    .filter(Boolean)
    .map(Number);
  if (numbers.every(Number.isFinite)) return numbers;
  fail('missing', `${text} is no list of numbers; write one such as -32768; 65535`);
  return undefined;
};
