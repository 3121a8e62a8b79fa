import { Subscription } from 'rxjs';
import { type Clock, type Duration, milliseconds, seconds, type WriteOutcome } from '../../twin/index.ts';
import { noDrops } from '../bus-queue.ts';
import type { Telegram } from './frame/telegram.ts';
import type { GroupAddress } from './group-address.ts';
import { LIMITS } from './limits.ts';

/** What waits for its turn on the bus. */
interface Waiting {
  readonly telegram: Telegram;
  readonly done: (outcome: WriteOutcome) => void;
}

export interface PacedQueueOptions {
  readonly clock: Clock;
  /** Telegrams a second that the bus is asked to carry for us. */
  readonly pace: number;
  /** Until when nobody may send, on the monotonic clock; left out: that is never asked for. */
  silentUntil?(): Duration;
  send(telegram: Telegram, done: (outcome: WriteOutcome) => void): void;
}

/**
 * Telegrams to the bus, one after the other and not too many a second: writes first, then answers, then what is only asked for. Of
 * several for one address only the newest is sent. Writes do not outlast a long silence: nobody waits for a light and thinks that it will
 * still come.
 */
export class PacedQueue {
  readonly dropped = noDrops();
  readonly #options: PacedQueueOptions;
  readonly #waiting = {
    write: new Map<GroupAddress, Waiting>(),
    response: new Map<GroupAddress, Waiting>(),
    read: new Map<GroupAddress, Waiting>(),
  };
  #busy = false;
  /** When the next one may go, on the monotonic clock. */
  #next: Duration = milliseconds(0);
  /** Since when nobody may send; `null` while everybody may. */
  #silentSince: Duration | null = null;
  #pause = new Subscription();
  #pausing = false;

  constructor(options: PacedQueueOptions) {
    this.#options = options;
    this.#next = options.clock.elapsed();
  }

  get waiting(): number {
    const { write, response, read } = this.#waiting;
    return write.size + response.size + read.size;
  }

  /** `done` is told once what became of it. */
  add(telegram: Telegram, done: (outcome: WriteOutcome) => void): void {
    const waiting = this.#waiting[telegram.service];
    const older = waiting.get(telegram.group);
    if (older === undefined && telegram.service === 'write' && waiting.size >= LIMITS.telegramsWaiting.value) {
      this.dropped.full += 1;
      done({ ok: false, reason: 'too many telegrams wait for their turn on the bus' });
      return;
    }
    waiting.set(telegram.group, { telegram, done });
    // Of two questions nothing is lost: one answer counts for both.
    if (older !== undefined && telegram.service !== 'read') this.dropped.replaced += 1;
    older?.done({ ok: false, reason: 'replaced by a newer value before it was its turn' });
    this.#go();
  }

  /** Of what waits only what is wanted will be sent. */
  keep(isWanted: (telegram: Telegram) => boolean, reason: string): void {
    for (const waiting of Object.values(this.#waiting)) {
      for (const [group, { telegram, done }] of [...waiting]) {
        if (isWanted(telegram)) continue;
        waiting.delete(group);
        this.dropped.changed += 1;
        done({ ok: false, reason });
      }
    }
  }

  /** Nothing of what waits will be sent. */
  drop(reason: string): void {
    const dropped = [
      ...this.#waiting.write.values(),
      ...this.#waiting.response.values(),
      ...this.#waiting.read.values(),
    ];
    for (const waiting of Object.values(this.#waiting)) waiting.clear();
    this.dropped.link += dropped.length;
    this.#pause.unsubscribe();
    this.#pausing = false;
    for (const { done } of dropped) done({ ok: false, reason });
  }

  #go(): void {
    if (this.#busy) return;
    const { clock, pace, send } = this.#options;
    const left = Math.max(this.#next - clock.elapsed(), this.#silence());
    if (this.#pausing) return;
    if (left > 0) {
      this.#pausing = true;
      this.#pause = clock.after(milliseconds(Math.ceil(left))).subscribe(() => {
        this.#pausing = false;
        this.#go();
      });
      return;
    }
    const first = this.#take();
    if (first === undefined) return;
    this.#busy = true;
    this.#next = milliseconds(clock.elapsed() + 1_000 / pace);
    send(first.telegram, (outcome) => {
      this.#busy = false;
      first.done(outcome);
      this.#go();
    });
  }

  /** Milliseconds for which nobody may send. */
  #silence(): number {
    const now = this.#options.clock.elapsed();
    const until = this.#options.silentUntil?.() ?? now;
    if (until <= now) {
      this.#silentSince = null;
      return 0;
    }
    this.#silentSince ??= now;
    if (until - this.#silentSince > seconds(LIMITS.silenceSeconds.value)) {
      const writes = [...this.#waiting.write.values()];
      this.#waiting.write.clear();
      this.dropped.silence += writes.length;
      for (const { done } of writes) done({ ok: false, reason: 'the routers of the bus ask for silence' });
    }
    return until - now;
  }

  #take(): Waiting | undefined {
    for (const waiting of Object.values(this.#waiting)) {
      for (const [group, first] of waiting) {
        waiting.delete(group);
        return first;
      }
    }
    return undefined;
  }
}
