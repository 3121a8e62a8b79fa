import type { Address } from '../../../hardware/modbus/address.ts';
import { modbus } from '../../../hardware/modbus/index.ts';
import { perhaps } from '../../command.ts';
import { ConfigurationFault } from '../../configuration/configuration.ts';
import { counted } from '../../counted.ts';
import { schemaFaults } from '../../yaml/schema-faults.ts';
import { asName, type Point, type Proposal, type ProposedComponent } from '../proposal.ts';
import { COLUMNS, REQUIRED } from './columns.ts';
import { readCsv } from './csv.ts';
import { type RegisterRow, registerRow } from './register-rows.ts';

const MOST_ROWS = 50_000;
/** More than this at once helps nobody. */
const MOST_FAULTS = 100;

/** The components of a register table. Throws a `ConfigurationFault` with everything that is wrong in it, by line. */
export const proposeModbus = (file: string, text: string, bus: string): Proposal => {
  const faults: { readonly line: number; readonly says: string }[] = [];
  const note = (line: number, says: string): void => {
    faults.push({ line, says });
  };
  const table = readCsv(text);
  if (typeof table === 'string') throw new ConfigurationFault([`${file}:${table}`]);
  const [header, ...rows] = table;
  if (header === undefined) throw new ConfigurationFault([`${file}:1: is empty; its first line names the columns`]);
  const columns = header.cells.map((cell) => cell.toLowerCase());
  columnFaults(columns, (says) => note(header.line, says));
  if (rows.length > MOST_ROWS) note(rows[MOST_ROWS]?.line ?? 1, `has more than ${MOST_ROWS} rows; split it`);
  refuse(file, faults);

  const read = rows.flatMap(({ line, cells }) => {
    const fail = (column: string, says: string): void => note(line, `${column}: ${says}`);
    if (cells.length > columns.length) note(line, `has ${cells.length} cells, and there are ${columns.length} columns`);
    const byColumn = new Map(columns.flatMap((column, at) => (cells[at] ? [[column, cells[at]]] : [])));
    for (const column of REQUIRED) if (!byColumn.has(column)) fail(column, 'is empty; every row has one');
    const row = registerRow(line, byColumn, fail);
    return row === undefined ? [] : [row];
  });
  busFaults(read, note);
  const proposal = proposalOf(file, read, bus, note);
  refuse(file, faults);
  return proposal;
};

const columnFaults = (columns: readonly string[], says: (text: string) => void): void => {
  const known: readonly string[] = COLUMNS;
  columns.forEach((column, at) => {
    if (column === '') return;
    if (!known.includes(column))
      says(`there is no column ${column}; ${perhaps(column, known)}there are: ${known.join(', ')}`);
    else if (columns.indexOf(column) !== at) says(`the column ${column} is there twice; take one of them out`);
  });
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) says(`the columns ${missing.join(', ')} are missing; the first line names the columns`);
};

/** In which column somebody finds what the bus calls by its own name. */
const COLUMN_OF: { readonly [field: string]: string } = {
  ...{ holding: 'address', input: 'address', coil: 'address', discrete: 'address' },
  write: 'writable',
};

/** What the bus says of the points itself. */
const busFaults = (rows: readonly RegisterRow[], note: (line: number, says: string) => void): void => {
  const say = ({ line }: RegisterRow, [field]: readonly (string | number)[], says: string): void =>
    note(line, `${field === undefined ? '' : `${COLUMN_OF[field] ?? field}: `}${says}`);
  const fitting = rows.filter((row) => {
    const faults = [...schemaFaults(modbus.address, row.point.address)];
    for (const { path, says } of faults) say(row, path, says);
    return faults.length === 0;
  });
  // Where the line is, the configuration will say.
  const settings = { tcp: 'line:502' };
  for (const { point, path, says } of modbus.check?.(
    settings,
    fitting.map((row) => row.point),
  ) ?? []) {
    const row = fitting[point ?? -1];
    if (row !== undefined) say(row, path, says);
  }
};

const proposalOf = (
  file: string,
  rows: readonly RegisterRow[],
  bus: string,
  note: (line: number, says: string) => void,
): Proposal => {
  const rooms = new Map<string, number>();
  const components = new Map<string, ProposedComponent & { readonly points: { [property: string]: Point } }>();
  for (const { line, name, room, type, point } of rows) {
    if (room !== '' && !rooms.has(room)) rooms.set(room, rooms.size + 1);
    const key = JSON.stringify([name, room, type]);
    const where = rooms.get(room);
    const component = components.get(key) ?? {
      cid: `C${components.size + 1}`,
      type,
      name: asName(name, 'Device'),
      rooms: where === undefined ? [] : [where],
      bus,
      points: {},
    };
    components.set(key, component);
    if (Object.hasOwn(component.points, point.property))
      note(line, `property: ${name} has its ${point.property} already`);
    component.points[point.property] = point.address;
  }
  return {
    source: `${file} (${counted(rows.length, 'register')})`,
    zones: [],
    rooms: [...rooms].map(([name, id]) => ({ id, name: asName(name, `Room ${id}`), zones: [] })),
    components: [...components.values()],
    unplaced: [],
    doubts: [],
  };
};

/** The same register of the same unit is the same place. */
export const registersOf = (point: Point): readonly string[] => {
  const { unit = 1, holding, input, coil, discrete, bit } = point as Address;
  const place = Object.entries({ holding, input, coil, discrete }).find(([, start]) => start !== undefined);
  return place === undefined ? [] : [`unit ${unit} ${place[0]} ${place[1]}${bit === undefined ? '' : `.${bit}`}`];
};

const refuse = (file: string, faults: readonly { readonly line: number; readonly says: string }[]): void => {
  if (faults.length === 0) return;
  const lines = faults
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, says }) => `${file}:${line}: ${says.replace(/\p{Cc}+/gu, ' ')}`);
  const more = lines.length - MOST_FAULTS;
  throw new ConfigurationFault(more > 0 ? [...lines.slice(0, MOST_FAULTS), `${file}: and ${more} more`] : lines);
};
