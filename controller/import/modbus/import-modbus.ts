import { readFile } from '../../read-file.ts';
import { Refusal } from '../../refusal.ts';
import type { ImportSource } from '../import-source.ts';
import { proposeModbus, registersOf } from './propose-modbus.ts';
import { textOf } from './text-of.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/** Tables of registers, as spreadsheets save them. */
export const modbusSource: ImportSource = {
  bus: 'meters',
  options: [],
  async read({ file, bus }) {
    if (file === undefined) throw new Refusal('name a table: twinhaus import modbus REGISTERS.csv');
    return {
      proposal: proposeModbus(file, textOf(readFile(file, MOST_BYTES)), bus),
      placesOf: registersOf,
      advice: [`The bus: ${bus}: { type: modbus, tcp: "ADDRESS_OF_YOUR_DEVICE:502" }`],
    };
  },
};
