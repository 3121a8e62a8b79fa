import type { Duration } from '../../twin/index.ts';
import { LIMITS } from './limits.ts';
import { holdsBits, type Table } from './pdu.ts';

/** Registers or bits of a unit that are read together. */
export interface Span {
  readonly unit: number;
  readonly table: Table;
  readonly start: number;
  readonly count: number;
  /** Time between two readings. */
  readonly poll: Duration;
  /** Is never read together with others, for devices that refuse it. */
  readonly alone?: true;
}

/** Several spans that are read in one transaction. */
export interface Block<S extends Span> extends Span {
  readonly spans: readonly S[];
}

/** Neighbours of one table that are read equally often, joined as far as one transaction reaches. */
export function plan<S extends Span>(spans: readonly S[]): readonly Block<S>[] {
  const sorted = [...spans].sort(
    (a, b) => a.unit - b.unit || a.table.localeCompare(b.table) || a.poll - b.poll || a.start - b.start,
  );
  const blocks: Block<S>[] = [];
  for (const span of sorted) {
    const last = blocks.at(-1);
    if (last !== undefined && fits(last, span)) blocks[blocks.length - 1] = blockOf([...last.spans, span]);
    else blocks.push(blockOf([span]));
  }
  return blocks;
}

/** A block that a device refuses as a whole, as two; `null` if there is nothing to split. It is split where the gap is widest. */
export function split<S extends Span>({ spans }: Block<S>): readonly [Block<S>, Block<S>] | null {
  if (spans.length < 2) return null;
  const middle = spans.length / 2;
  let at = 1;
  for (let index = 1; index < spans.length; index += 1) {
    const more = gapBefore(spans, index) - gapBefore(spans, at);
    if (more > 0 || (more === 0 && Math.abs(index - middle) < Math.abs(at - middle))) at = index;
  }
  return [blockOf(spans.slice(0, at)), blockOf(spans.slice(at))];
}

const fits = (block: Block<Span>, span: Span): boolean => {
  const isBits = holdsBits(span.table);
  const gap = isBits ? LIMITS.bitGap.value : LIMITS.registerGap.value;
  const most = isBits ? LIMITS.bitsAtOnce.value : LIMITS.registersAtOnce.value;
  return (
    block.unit === span.unit &&
    block.table === span.table &&
    block.poll === span.poll &&
    !block.alone &&
    !span.alone &&
    span.start <= endOf(block) + gap &&
    Math.max(endOf(block), endOf(span)) - block.start <= most
  );
};

const blockOf = <S extends Span>(spans: readonly S[]): Block<S> => {
  const [{ unit, table, start, poll, alone }] = spans as readonly [S];
  const count = Math.max(...spans.map(endOf)) - start;
  return { unit, table, start, count, poll, spans, ...(alone && { alone }) };
};

const endOf = ({ start, count }: Span): number => start + count;

const gapBefore = (spans: readonly Span[], index: number): number =>
  (spans[index] as Span).start - Math.max(...spans.slice(0, index).map(endOf));
