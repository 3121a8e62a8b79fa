import { Observable } from 'rxjs';
import { Heap } from '../heap.ts';
import { LIMITS } from '../limits.ts';
import { type Alarm, type Clock, type Duration, type Instant, RANK, type Rank } from './clock.ts';

/** One setting of an alarm. It counts only as long as the alarm still points at it. */
interface Setting {
  readonly due: Instant;
  readonly rank: Rank;
  readonly order: number;
  readonly alarm: VirtualAlarm;
}

/**
 * A clock that obeys. Time passes when it is told to, or, once it follows a source, when anybody looks: `now()`
 * first rings everything that is overdue, so nobody ever sees a moment at which something due has not happened.
 */
export class VirtualClock implements Clock {
  readonly #start: Instant;
  readonly #settings = new Heap<Setting>(
    (a, b) => a.due < b.due || (a.due === b.due && (a.rank < b.rank || (a.rank === b.rank && a.order < b.order))),
  );
  #now: Instant;
  #order = 0;
  #ringing = false;
  #live = 0;
  #source: (() => Instant) | null = null;
  #changed: (() => void) | null = null;

  constructor(start: Instant) {
    this.#start = start;
    this.#now = start;
  }

  now(): Instant {
    if (this.#ringing) return this.#now;
    const target = this.#source?.() ?? this.#now;
    const due = this.nextDue;
    if (target > this.#now || (due !== null && due <= this.#now)) this.advanceTo(target);
    return this.#now;
  }

  elapsed(): Duration {
    return (this.now() - this.#start) as Duration;
  }

  /** The instant of the next alarm; `null` if none is set. */
  get nextDue(): Instant | null {
    this.#dropStale();
    return this.#settings.peek()?.due ?? null;
  }

  /** Where time stands, without letting it pass. */
  get standsAt(): Instant {
    return this.#now;
  }

  /**
   * From now on `now()` keeps up with `source`, which may itself advance the clock; `null` leaves it standing.
   * `changed` is told whenever another alarm may have become the next one.
   */
  follow(source: (() => Instant) | null, changed: (() => void) | null = null): void {
    this.#source = source;
    this.#changed = changed;
  }

  /**
   * Lets time pass until `target`: everything that falls due rings, in order, and has happened when this returns.
   * Stops between two instants once `most` alarms have rung; answers whether `target` was reached. The past is left alone.
   */
  advanceTo(target: Instant, most = Number.POSITIVE_INFINITY): boolean {
    if (this.#ringing) throw new Error('time cannot be advanced while an alarm rings');
    this.#ringing = true;
    let rung = 0;
    let rungNow = 0;
    try {
      for (;;) {
        this.#dropStale();
        const next = this.#settings.peek();
        if (next === undefined || next.due > Math.max(target, this.#now)) break;
        if (next.due > this.#now) {
          if (rung >= most) return false;
          this.#now = next.due;
          rungNow = 0;
        }
        rung += 1;
        rungNow += 1;
        if (rungNow > LIMITS.ringsPerInstant.value)
          throw new Error('alarms that set each other keep time from passing');
        this.#settings.pop();
        next.alarm.setting = null;
        this.#live -= 1;
        next.alarm.ring();
      }
      if (target > this.#now) this.#now = target;
      return true;
    } finally {
      this.#ringing = false;
      if (rung > 0) this.#changed?.();
    }
  }

  /** Time leaps to `target`, and nothing has rung on the way: what fell due meanwhile is overdue. The past is left alone. */
  leapTo(target: Instant): void {
    if (this.#ringing) throw new Error('time cannot leap while an alarm rings');
    if (target > this.#now) this.#now = target;
  }

  /** Nothing rings before `work` is done, whatever is overdue and whoever looks at the clock. */
  still<Result>(work: () => Result): Result {
    const isRinging = this.#ringing;
    this.#ringing = true;
    try {
      return work();
    } finally {
      this.#ringing = isRinging;
    }
  }

  alarm(ring: () => void, rank: Rank = RANK.other): Alarm {
    return new VirtualAlarm(this, ring, rank);
  }

  after(delay: Duration): Observable<Instant> {
    return new Observable((subscriber) => {
      const alarm = this.alarm(() => {
        subscriber.next(this.#now);
        subscriber.complete();
      });
      alarm.set((this.now() + delay) as Instant);
      return () => alarm.clear();
    });
  }

  every(period: Duration): Observable<Instant> {
    if (!(period >= 1)) throw new RangeError(`nothing can happen every ${period} ms`);
    return new Observable((subscriber) => {
      const alarm = this.alarm(() => {
        alarm.set((this.#now + period) as Instant);
        subscriber.next(this.#now);
      });
      alarm.set((this.now() + period) as Instant);
      return () => alarm.clear();
    });
  }

  /** For alarms: takes a setting into the order of things. */
  take(alarm: VirtualAlarm, at: Instant): void {
    if (!Number.isFinite(at)) throw new RangeError(`an alarm needs an instant, not ${at}`);
    if (alarm.setting === null) this.#live += 1;
    const due = Math.max(Math.ceil(at), this.#now) as Instant;
    alarm.setting = { due, rank: alarm.rank, order: this.#order++, alarm };
    this.#settings.push(alarm.setting);
    if (this.#settings.size > 2 * this.#live + 1_000) this.#compact();
    if (!this.#ringing && this.#settings.peek() === alarm.setting) this.#changed?.();
  }

  /** For alarms: an alarm was cleared. */
  drop(alarm: VirtualAlarm): void {
    if (alarm.setting === null) return;
    alarm.setting = null;
    this.#live -= 1;
  }

  #dropStale(): void {
    for (
      let next = this.#settings.peek();
      next !== undefined && next.alarm.setting !== next;
      next = this.#settings.peek()
    ) {
      this.#settings.pop();
    }
  }

  /** Alarms that are moved again and again leave stale settings behind: they are swept out before they are the majority. */
  #compact(): void {
    const live = this.#settings.items().filter((setting) => setting.alarm.setting === setting);
    this.#settings.clear();
    for (const setting of live) this.#settings.push(setting);
  }
}

class VirtualAlarm implements Alarm {
  readonly #clock: VirtualClock;
  readonly ring: () => void;
  readonly rank: Rank;
  setting: Setting | null = null;

  constructor(clock: VirtualClock, ring: () => void, rank: Rank) {
    this.#clock = clock;
    this.ring = ring;
    this.rank = rank;
  }

  set(at: Instant): void {
    this.#clock.take(this, at);
  }

  clear(): void {
    this.#clock.drop(this);
  }
}
