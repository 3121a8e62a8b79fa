import { type Figure, type Reading, type Readings, type Row, type Unit, verdict } from './row.ts';
import { median } from './statistics.ts';

const HEAD = ['What', 'bare', 'Twinhaus', 'measured (lowest–highest)', 'aim', 'verdict', 'fastify'];

/** The readings as an aligned Markdown table. */
export function tableOf(rows: readonly Row[], readings: Readings): string {
  const lines = rows.flatMap((row) => {
    const reading = readings[row.id];
    return reading === undefined ? [] : [lineOf(row, reading)];
  });
  const widths = HEAD.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const joined = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [joined(HEAD), joined(widths.map((width) => '-'.repeat(width))), ...lines.map(joined)].join('\n');
}

function lineOf(row: Row, reading: Reading): readonly string[] {
  const { samples } = reading;
  const spread =
    samples.length > 1 ? ` (${number(Math.min(...samples), row.unit)}–${number(Math.max(...samples), row.unit)})` : '';
  return [
    row.what,
    figure(reading.bare),
    figure(reading.ours),
    `${number(median(samples), row.unit)}${spread}${tail(row.unit)}`,
    aim(row),
    verdict(row, reading),
    reading.fastify === undefined ? '' : number(reading.fastify, ''),
  ];
}

const aim = ({ aim, unit }: Row): string => {
  if (aim === null) return '';
  return 'atLeast' in aim
    ? `≥ ${number(aim.atLeast, unit)}${tail(unit)}`
    : `≤ ${number(aim.atMost, unit)}${tail(unit)}`;
};

const figure = (of: Figure | undefined): string =>
  of === undefined ? '' : `${number(of.value, of.unit)}${tail(of.unit)}`;

const tail = (unit: Unit): string => (unit === '' || unit === 'count' ? '' : unit === '/s' ? unit : ` ${unit}`);

const number = (value: number, unit: Unit): string => {
  if (unit === '') return value.toFixed(2);
  if (value >= 1_000) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
  return String(Number(value.toPrecision(3)));
};
