import type { Alarm, Clock, Instant, Rank } from './clock/clock.ts';
import { Heap } from './heap.ts';

/** One thing that is to happen: plain data, so that it survives a restart. */
export interface Appointment<What> {
  readonly id: number;
  readonly due: Instant;
  readonly what: What;
}

/** An agenda as JSON. */
export interface AgendaState<What> {
  readonly next: number;
  readonly appointments: readonly Appointment<What>[];
}

/**
 * What is to come, as data instead of closures: a heap of appointments and one alarm on the clock, set to the first of them.
 * At the same instant they come in the order in which they were made, also after a restart.
 */
export class Agenda<What> {
  readonly #alarm: Alarm;
  readonly #ring: (what: What, due: Instant) => void;
  readonly #heap = new Heap<Appointment<What>>((a, b) => a.due < b.due || (a.due === b.due && a.id < b.id));
  readonly #live = new Map<number, Appointment<What>>();
  #next = 1;
  #ringing = false;
  #closed = false;

  constructor(clock: Clock, rank: Rank, ring: (what: What, due: Instant) => void) {
    this.#ring = ring;
    this.#alarm = clock.alarm(() => this.#due(clock.now()), rank);
  }

  get size(): number {
    return this.#live.size;
  }

  /** Makes an appointment; its number can be used to cancel it. */
  add(due: Instant, what: What): number {
    if (!Number.isFinite(due)) throw new RangeError(`an agenda needs an instant, not ${due}`);
    const appointment = { id: this.#next++, due, what };
    this.#live.set(appointment.id, appointment);
    this.#heap.push(appointment);
    if (!this.#ringing && !this.#closed && this.#heap.peek() === appointment) this.#alarm.set(due);
    return appointment.id;
  }

  /** Answers whether the appointment was still to come. */
  cancel(id: number): boolean {
    const cancelled = this.#live.delete(id);
    if (this.#heap.size > 2 * this.#live.size + 1_000) this.#fill([...this.#live.values()]);
    return cancelled;
  }

  clear(): void {
    this.#live.clear();
    this.#heap.clear();
    this.#alarm.clear();
  }

  /** Nothing comes any more; `state()` still tells what was to come. */
  close(): void {
    this.#closed = true;
    this.#alarm.clear();
  }

  state(): AgendaState<What> {
    const appointments = [...this.#live.values()].sort((a, b) => a.id - b.id);
    return { next: this.#next, appointments: structuredClone(appointments) };
  }

  resume(state: AgendaState<What>): void {
    this.#next = state.next;
    this.#live.clear();
    for (const appointment of structuredClone(state.appointments)) this.#live.set(appointment.id, appointment);
    this.#fill([...this.#live.values()]);
    this.#setAlarm();
  }

  /** One appointment for each ring, so that whoever has a lower rank at this instant comes in between. */
  #due(now: Instant): void {
    const next = this.#first();
    this.#ringing = true;
    try {
      // The alarm of an appointment that was cancelled still rings.
      if (next === undefined || next.due > now) return;
      this.#heap.pop();
      this.#live.delete(next.id);
      this.#ring(next.what, next.due);
    } finally {
      this.#ringing = false;
      this.#setAlarm();
    }
  }

  /** The first appointment that still stands. */
  #first(): Appointment<What> | undefined {
    let first = this.#heap.peek();
    while (first !== undefined && !this.#live.has(first.id)) {
      this.#heap.pop();
      first = this.#heap.peek();
    }
    return first;
  }

  #setAlarm(): void {
    const first = this.#closed ? undefined : this.#first();
    if (first === undefined) this.#alarm.clear();
    else this.#alarm.set(first.due);
  }

  #fill(appointments: readonly Appointment<What>[]): void {
    this.#heap.clear();
    for (const appointment of appointments) this.#heap.push(appointment);
  }
}
