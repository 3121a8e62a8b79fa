import type { BusFault, BusPoint } from '../bus.ts';
import type { Address } from './address.ts';
import { widthOf } from './codec.ts';
import { holdsBits } from './pdu.ts';
import { specOf, tableOf } from './spec.ts';

/** Notes what is wrong at a place of an address. */
export type Say = (path: BusFault['path'], says: string) => void;

/** What is wrong with an address that names registers or bits. */
export function checkAddress({ address, kind }: BusPoint<Address>, say: Say): void {
  const table = tableOf(address);
  if (table === undefined) {
    say([], 'names no table, or several; write exactly one of holding, input, coil, discrete');
    return;
  }
  if (holdsBits(table)) checkBit(address, kind, say);
  else checkRegisters(address, kind, say);
  checkWords(address.words, ['words'], kind, say);
  if (address.scale === 0) say(['scale'], '0 makes everything 0; write a number such as 0.1');
  const { count, start } = specOf(address);
  if (start + count > 0x1_0000) say([table], `has ${count} registers, which end behind 65535; take a lower address`);
  checkCommand(address, kind, say);
}

type Kind = BusPoint<Address>['kind'];

const ONLY_REGISTERS = ['type', 'order', 'length', 'scale', 'offset', 'bit', 'mask', 'missing'] as const;

function checkBit(address: Address, kind: Kind, say: Say): void {
  for (const name of ONLY_REGISTERS) if (address[name] !== undefined) say([name], 'is for registers; take it out');
  if (kind.value.type !== 'boolean' && address.words === undefined) {
    say([], `is one bit, and the property is ${kind.unit === null ? 'none' : `in ${kind.unit}`}; take a register`);
  }
}

function checkRegisters(address: Address, kind: Kind, say: Say): void {
  const { type = 'uint16', length, bit, mask, words } = address;
  const { value } = kind;
  if (type === 'string' && length === undefined) say([], 'is a string; add its length in registers');
  if (type !== 'string' && length !== undefined) say(['length'], 'is for a string; take it out');
  const isMasked = bit !== undefined || mask !== undefined;
  if (bit !== undefined && mask !== undefined) say(['mask'], 'says the same as bit; take one of them out');
  const isOfWords = bit === undefined && words !== undefined;
  if (isMasked && ((value.type !== 'boolean' && !isOfWords) || !type.endsWith('int16'))) {
    say([bit === undefined ? 'mask' : 'bit'], 'is for a yes or no in a uint16, or for words; take it out');
  }
  if (words !== undefined && (type === 'string' || type.startsWith('float'))) {
    say(['words'], 'stand for whole numbers; take a type such as uint16');
  }
  if (value.type === 'string' && 'enum' in value && words === undefined && type !== 'string') {
    say([], `needs words, such as words: {0: ${value.enum[0]}}; the property knows ${value.enum.join(', ')}`);
  }
  if (value.type === 'string' && !('enum' in value) && type !== 'string') say([], 'needs the type string');
  if (value.type !== 'string' && type === 'string') say(['type'], 'is a text, which the property cannot be');
}

function checkWords(words: Address['words'], path: BusFault['path'], { value }: Kind, say: Say): void {
  for (const [raw, word] of Object.entries(words ?? {})) {
    const known = value.type === 'string' && 'enum' in value ? value.enum : null;
    if (known === null ? typeof word === 'boolean' && value.type === 'boolean' : known.includes(String(word))) continue;
    const right = known?.join(', ') ?? (value.type === 'boolean' ? 'true, false' : 'no words, as it is a number');
    say([...path, raw], `${word} is none of what the property can be: ${right}`);
  }
}

function checkCommand(address: Address, kind: Kind, say: Say): void {
  const { write, verify } = address;
  if (write === undefined) {
    if (verify) say(['verify'], 'is for what takes commands; add write, or take it out');
    return;
  }
  if (!kind.commandable) {
    say(['write'], 'this property takes no commands; take it out');
    return;
  }
  const own = write === true ? {} : write;
  const names = own.holding !== undefined || own.coil !== undefined;
  if (own.holding !== undefined && own.coil !== undefined) say(['write', 'coil'], 'is one too many beside holding');
  if (!names && address.holding === undefined && address.coil === undefined) {
    say(['write'], 'cannot go where it is read from; add a register, such as write: {holding: 10}');
    return;
  }
  if (!names && (address.bit !== undefined || address.mask !== undefined)) {
    say(['write'], 'would change the other bits of the register as well; name a coil or a register of its own');
  }
  if (own.scale === 0) say(['write', 'scale'], '0 cannot be divided by; write a number such as 0.1');
  checkWords(own.words, ['write', 'words'], kind, say);
  const command = specOf(address).command;
  if (own.function === 6 && command !== null && widthOf(command.form) > 1) {
    say(['write', 'function'], 'function 6 writes one register, and the value has more; write 16');
  }
  const isWord = kind.value.type === 'string';
  if (command?.table === 'coil' && isWord && command.words === undefined)
    say(['write'], 'a coil takes words only by words');
}
