import { type Duration, seconds, type Value } from '../../twin/index.ts';
import type { Address, CommandAddress } from './address.ts';
import { type Order, type RegisterForm, type RegisterType, widthOf } from './codec.ts';
import { holdsBits, TABLES, type Table } from './pdu.ts';
import type { Span } from './plan.ts';

/** Words by the number in the register that stands for them. */
export type Words = { readonly [raw: string]: Value };

/** How a number in registers becomes a reading: `raw × scale + offset`, or a word. */
export interface Sense {
  readonly form: RegisterForm;
  readonly scale: number;
  readonly offset: number;
  readonly words?: Words;
}

/** Where a property is read, and what its registers mean. */
export interface Spec extends Sense, Span {
  readonly bit?: number;
  readonly mask?: number;
  /** Numbers that mean "no value". */
  readonly missing: readonly number[];
  /** A lower reading counts as this one. */
  readonly least?: number;
  /** Where in the span the value begins, and the SunSpec scale factor (a power of ten) that it has to be multiplied with. */
  readonly at: number;
  readonly scaleAt?: number;
  readonly command: CommandSpec | null;
  /** Whether a command counts only once the device says the same. */
  readonly verify: boolean;
}

/** Where a command goes, and how it is said. */
export interface CommandSpec extends Sense {
  readonly table: 'holding' | 'coil';
  readonly start: number;
  /** Function 16 also for one register. */
  readonly several: boolean;
}

export const DEFAULT_POLL = 5;

/** What an address says, with everything that it leaves out. It names one table, which is for `check` to see. */
export function specOf(address: Address & Extra, poll: number = DEFAULT_POLL): Spec {
  const table = tableOf(address) ?? 'holding';
  const start = address[table] ?? 0;
  const form = formOf(address);
  const { bit, mask, words, missing = [], least, alone, verify = false } = address;
  return {
    unit: address.unit ?? 1,
    table,
    start,
    count: holdsBits(table) ? 1 : widthOf(form),
    at: 0,
    poll: pollOf(address.poll ?? poll),
    form,
    scale: address.scale ?? 1,
    offset: address.offset ?? 0,
    missing,
    command: commandOf(address, table, start),
    verify,
    ...(words && { words }),
    ...(bit !== undefined && { bit }),
    ...(mask !== undefined && { mask }),
    ...(least !== undefined && { least }),
    ...(alone && { alone }),
  };
}

/** What only a ready map says. */
export interface Extra {
  readonly least?: number;
  readonly alone?: true;
}

/** The table that an address names; `undefined` if it is none, or several. */
export function tableOf(address: { readonly [table in Table]?: number }): Table | undefined {
  const named = TABLES.filter((table) => address[table] !== undefined);
  return named.length === 1 ? named[0] : undefined;
}

export const pollOf = (poll: number): Duration => seconds(poll);

function commandOf(address: Address, table: Table, start: number): CommandSpec | null {
  const { write } = address;
  if (write === undefined) return null;
  const own: CommandAddress = write === true ? {} : write;
  const words = own.words ?? address.words;
  const isCoil = own.coil !== undefined || (own.holding === undefined && table === 'coil');
  return {
    table: isCoil ? 'coil' : 'holding',
    start: own.coil ?? own.holding ?? start,
    form: formOf({ ...address, ...own }),
    scale: own.scale ?? address.scale ?? 1,
    offset: own.offset ?? address.offset ?? 0,
    several: own.function === 16,
    ...(words && { words }),
  };
}

const formOf = ({ type = 'uint16', order = 'big', length }: Formed): RegisterForm => ({
  type,
  order,
  ...(length !== undefined && { length }),
});

interface Formed {
  readonly type?: RegisterType;
  readonly order?: Order;
  readonly length?: number;
}
