import type { Backend } from '../twin/index.ts';

/** Why what waited for its turn on a bus was given up. */
export type DropReason = 'full' | 'replaced' | 'silence' | 'link' | 'changed';

/** What was given up, by why: too much waited, a newer value came, routers asked for silence, the link was lost, other points came. */
export type Drops = Record<DropReason, number>;

export const noDrops = (): Drops => ({ full: 0, replaced: 0, silence: 0, link: 0, changed: 0 });

/** What waits for its turn on a bus, and what got lost since the bus was opened. */
export interface BusQueue {
  readonly waiting: number;
  readonly dropped: Readonly<Drops>;
  /** Telegrams that others on the bus said they have lost. */
  readonly lostByOthers: number;
}

/** A backend that tells of its queue. */
export interface Queueing {
  readonly queue: BusQueue;
}

/** The queue of a backend; one that tells of none has none. */
export const queueOf = (backend: Backend & Partial<Queueing>): BusQueue =>
  backend.queue ?? { waiting: 0, dropped: noDrops(), lostByOthers: 0 };
