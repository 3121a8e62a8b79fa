import type { BusPoint } from '../../../hardware/bus.ts';
import { unitChange } from '../../../hardware/knx/units.ts';
import type { Address } from '../../../hardware/modbus/address.ts';
import { type Cid, KINDS, type Kind, kindOf } from '../../../twin/index.ts';
import { perhaps } from '../../command.ts';
import { type Cells, type Fail, missingIn, numberIn, placeIn, wordsIn, yesOrNoIn } from './columns.ts';

/** A row of the table understood: a point of a component. */
export interface RegisterRow {
  readonly line: number;
  readonly name: string;
  /** Empty if it is in none. */
  readonly room: string;
  readonly type: string;
  readonly point: BusPoint<Address>;
}

/** Understands the cells of a row; `undefined` if something is wrong with them, of which `fail` was told. */
export const registerRow = (line: number, cells: Cells, fail: Fail): RegisterRow | undefined => {
  let isWhole = true;
  const failed: Fail = (column, says) => {
    isWhole = false;
    fail(column, says);
  };
  const kind = kindIn(cells, failed);
  const property = cells.get('property') ?? '';
  const row = kind !== undefined && Object.hasOwn(kind.properties, property) ? kind.properties[property] : undefined;
  if (kind !== undefined && property !== '' && (row === undefined || property === 'reachable')) {
    const has = Object.keys(kind.properties).filter((each) => each !== 'reachable');
    failed(
      'property',
      `${property} is nothing that a ${kind.type} has; ${perhaps(property, has)}there are: ${has.join(', ')}`,
    );
  }
  const address = addressIn(cells, row?.unit ?? null, failed);
  if (!isWhole || kind === undefined || row === undefined) return undefined;
  return {
    line,
    name: cells.get('name') ?? '',
    room: cells.get('room') ?? '',
    type: kind.type,
    point: { cid: 'C1' as Cid, property, kind: row, address: address as Address },
  };
};

const kindIn = (cells: Cells, fail: Fail): Kind | undefined => {
  const type = cells.get('component');
  if (type === undefined) return undefined;
  const kind = kindOf(type);
  const types = KINDS.map((each) => each.type);
  if (kind === undefined)
    fail('component', `there is no kind ${type}; ${perhaps(type, types) || `write one of ${types.join(', ')}`}`);
  return kind;
};

const addressIn = (cells: Cells, unit: string | null, fail: Fail): object => {
  const number = (column: string) => numberIn(cells, column, fail);
  const fields = {
    unit: number('unit'),
    ...placeIn(cells, fail),
    type: cells.get('type')?.toLowerCase(),
    order: cells.get('order')?.toLowerCase(),
    length: number('length'),
    bit: number('bit'),
    ...scaleIn(cells, unit, fail),
    words: wordsIn(cells, fail),
    missing: missingIn(cells, fail),
    poll: number('poll'),
    write: yesOrNoIn(cells, 'writable', fail) || undefined,
    verify: yesOrNoIn(cells, 'verify', fail) || undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
};

/** Scale and offset into the unit of the property. */
const scaleIn = (cells: Cells, unit: string | null, fail: Fail) => {
  const scale = numberIn(cells, 'scale', fail);
  const offset = numberIn(cells, 'offset', fail);
  const measured = cells.get('measured');
  const change = measured === undefined ? { times: 1, plus: 0 } : unitChange(measured, unit);
  if (change === null) {
    fail(
      'measured',
      `${measured} does not become ${unit ?? 'what has no unit'}; write the unit of the register, or leave it empty`,
    );
    return { scale, offset };
  }
  const [times, plus] = [exact((scale ?? 1) * change.times), exact((offset ?? 0) * change.times + change.plus)];
  return { scale: times === 1 && scale === undefined ? undefined : times, offset: plus === 0 ? undefined : plus };
};

/** Without the dust of binary fractions. */
const exact = (number: number): number => Number(number.toPrecision(12));
