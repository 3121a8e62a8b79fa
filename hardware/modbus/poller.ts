import { type Alarm, type Clock, later, milliseconds, seconds } from '../../twin/index.ts';
import { type Answer, isFromDevice } from './answer.ts';
import { LIMITS } from './limits.ts';
import { type Block, plan, type Span, split } from './plan.ts';
import type { Question } from './questions.ts';

export interface PollerOptions<S extends Span> {
  readonly clock: Clock;
  ask(question: Question): void;
  /** Takes back a question; answers whether it still waited for its turn. */
  withdraw(question: Question): boolean;
  isDown(unit: number): boolean;
  /** The last question to the unit was not answered. */
  isDoubtful(unit: number): boolean;
  /** What a unit answered, before what it means is taken. */
  answered(unit: number, answer: Answer): void;
  /** What was read of a span. */
  read(span: S, values: readonly number[]): void;
  /** A span that a device refuses to read, and why. */
  refused(span: S, answer: Exclude<Answer, { ok: true }>): void;
}

interface Slot<S extends Span> {
  readonly block: Block<S>;
  /** When it is to be read, as the clock's elapsed time. */
  due: number;
  /** The question that has no answer yet. */
  asked: Question | null;
}

/** Exceptions of a device that has not all of the registers, or answers not so many at once. */
const TOO_MUCH = [2, 3];

/** Reads what is to be read, each block as often as it wants, one after the other, and never again before it was answered. */
export class Poller<S extends Span> {
  readonly #options: PollerOptions<S>;
  readonly #alarm: Alarm;
  readonly #probes = new Map<number, number>();
  #slots: Slot<S>[] = [];
  #start: number | null = null;
  #isInRound = false;

  constructor(options: PollerOptions<S>) {
    this.#options = options;
    this.#alarm = options.clock.alarm(() => this.#round());
  }

  /** Further spans, which are read from now on. */
  add(spans: readonly S[]): void {
    this.#put(plan(spans));
    this.#round();
  }

  /**
   * These spans and no others are read from now on, those that were not read before at once. What waits for its turn is planned anew;
   * what is on its way is answered.
   */
  replace(spans: readonly S[]): void {
    const now = this.#options.clock.elapsed();
    const before = new Map(this.#slots.flatMap((slot) => slot.block.spans.map((span) => [span, slot] as const)));
    const planned = plan(spans).map((block) => {
      const slot = before.get(block.spans[0] as S);
      const isSame =
        slot?.block.spans.length === block.spans.length && block.spans.every((span) => before.get(span) === slot);
      return { block, slot: isSame ? slot : undefined };
    });
    const stay = new Set(planned.map(({ slot }) => slot));
    for (const slot of this.#slots) {
      if (slot.asked === null || stay.has(slot)) continue;
      if (this.#options.withdraw(slot.asked)) slot.asked = null;
      else slot.due = now + slot.block.poll;
    }
    const dueOf = (span: S): number => before.get(span)?.due ?? now;
    this.#slots = planned.map(
      ({ block, slot }) => slot ?? { block, due: Math.min(...block.spans.map(dueOf)), asked: null },
    );
    const units = new Set(spans.map(({ unit }) => unit));
    for (const unit of this.#probes.keys()) if (!units.has(unit)) this.#probes.delete(unit);
    this.#round();
  }

  /** Everything is due now. */
  start(): void {
    this.#start = this.#options.clock.elapsed();
    for (const slot of this.#slots) slot.due = this.#start;
    this.#round();
  }

  /** Nothing is read any more, until it is started again. */
  stop(): void {
    this.#start = null;
    this.#alarm.clear();
  }

  #put(blocks: readonly Block<S>[]): void {
    const due = this.#options.clock.elapsed();
    this.#slots.push(...blocks.map((block) => ({ block, due, asked: null })));
  }

  /** Whoever is answered within its question, as on a line that takes no more, does not begin a round within this one. */
  #round(): void {
    if (this.#isInRound) return;
    this.#isInRound = true;
    try {
      this.#askWhatIsDue();
    } finally {
      this.#isInRound = false;
    }
  }

  #askWhatIsDue(): void {
    if (this.#start === null) return;
    const { clock } = this.#options;
    const now = clock.elapsed();
    for (const slot of [...this.#slots]) {
      if (slot.asked !== null || slot.due > now) continue;
      const isProbe = this.#options.isDown(slot.block.unit);
      if (isProbe) {
        // A device that does not answer costs a timeout each time; those behind it on the line do not pay for it.
        const next = this.#probes.get(slot.block.unit) ?? now;
        if (next > now) {
          slot.due = next;
          continue;
        }
        this.#probes.set(slot.block.unit, now + seconds(LIMITS.probeSeconds.value));
      }
      this.#ask(slot);
      if (this.#start === null) return;
    }
    const due = Math.min(...this.#slots.filter(({ asked }) => asked === null).map((slot) => slot.due));
    if (due < Number.POSITIVE_INFINITY) this.#alarm.set(later(clock.now(), milliseconds(Math.max(1, due - now))));
  }

  #ask(slot: Slot<S>): void {
    const { unit, table, start, count } = slot.block;
    slot.asked = {
      unit,
      request: { kind: 'read', table, start, count },
      // Repeating is for what got lost, and not for who is away.
      ...(this.#options.isDoubtful(unit) && { once: true }),
      done: (answer) => {
        slot.asked = null;
        slot.due = this.#next(slot);
        this.#take(slot, answer);
        this.#round();
      },
    };
    this.#options.ask(slot.asked);
  }

  #take(slot: Slot<S>, answer: Answer): void {
    const { block } = slot;
    const wasDown = this.#options.isDown(block.unit);
    this.#options.answered(block.unit, answer);
    if (wasDown && isFromDevice(answer)) this.#wake(block.unit);
    if (answer.ok) {
      for (const span of block.spans) {
        const from = span.start - block.start;
        this.#options.read(span, answer.values.slice(from, from + span.count));
      }
      return;
    }
    const isLeft = !this.#slots.includes(slot);
    if (isLeft || !('exception' in answer) || !isFromDevice(answer)) return;
    const parts = TOO_MUCH.includes(answer.exception) ? split(block) : null;
    if (parts === null) {
      for (const span of block.spans) this.#options.refused(span, answer);
      return;
    }
    this.#slots = this.#slots.filter((other) => other !== slot);
    this.#put(parts);
  }

  #wake(unit: number): void {
    this.#probes.delete(unit);
    const now = this.#options.clock.elapsed();
    for (const slot of this.#slots) if (slot.block.unit === unit) slot.due = now;
  }

  /** Blocks that are read equally often take turns within their interval. */
  #next(slot: Slot<S>): number {
    const { poll } = slot.block;
    const now = this.#options.clock.elapsed();
    const offset = (poll * this.#slots.indexOf(slot)) / this.#slots.length;
    const base = (this.#start ?? now) + offset;
    return base + poll * Math.max(1, Math.floor((now - base) / poll) + 1);
  }
}
