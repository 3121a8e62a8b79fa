import type { Agenda } from '../../agenda.ts';
import { type Instant, later, milliseconds, seconds } from '../../clock/clock.ts';
import type { DataEntry, Value } from '../../data-entry.ts';
import { LIMITS } from '../../limits.ts';
import type { LocalTime } from '../local-time.ts';
import type { Place } from '../sun.ts';
import type { AutomationRecord, Trigger } from './automation.ts';
import { runIn } from './chains.ts';
import { nextMoment } from './moments.ts';
import { span } from './run.ts';
import type { TraceTrigger } from './trace.ts';
import { type Fired, type Memory, type Seen, type Watch, Watches } from './watches.ts';

/** A trigger whose alarm rang; `look`: nothing has come true, it is only time to look for the next moment again. */
export interface Due extends Fired {
  readonly look?: true;
}

export interface TriggersOptions {
  readonly agenda: Agenda<{ readonly trigger: Due }>;
  readonly localTime: LocalTime;
  readonly place: Place;
  now(): Instant;
  value(cid: string, property: string): Value | null | undefined;
  /** `cause`: the run that had brought it about. */
  fire(fired: Fired, trigger: TraceTrigger, cause: number | undefined): void;
  /** A moment passed while nobody was there, too long ago to be made up for. */
  missed(fired: Fired, trigger: TraceTrigger): void;
}

/** A time of day, or of the sun, is made up for as long as it passed after this; nobody wants the blinds of the morning at night. */
const madeUpForAfter = (now: Instant): Instant => later(now, milliseconds(-seconds(LIMITS.madeUpForSeconds.value)));

type TriggersState = { readonly [key: string]: Memory };

/** The triggers of all enabled automations, found by what they watch: an entry that nobody watches costs one look-up. */
export class Triggers {
  readonly #options: TriggersOptions;
  readonly #watches = new Watches();

  constructor(options: TriggersOptions) {
    this.#options = options;
  }

  /**
   * Watches for an automation from now on; a threshold that is already exceeded has to come back first. A trigger that stands
   * where it stood, as it stood, goes on with what it remembers.
   */
  put(record: AutomationRecord): void {
    const before = this.#watches.of(record.id);
    const watches = record.triggers.map((trigger, index): Watch => {
      const kept = before[index];
      const isSame = kept !== undefined && JSON.stringify(kept.trigger) === JSON.stringify(trigger);
      const memory = isSame ? kept.memory : { armed: !this.#isBeyond(trigger), alarm: null, pending: null };
      return { automation: record.id, index, trigger, memory };
    });
    const kept = new Set(watches.map(({ memory }) => memory));
    for (const watch of before) if (!kept.has(watch.memory)) this.#calm(watch);
    this.#watches.put(record.id, watches);
    for (const watch of watches) if (watch.memory.alarm === null) this.#schedule(watch);
  }

  remove(automation: number): void {
    for (const watch of this.#watches.of(automation)) this.#calm(watch);
    this.#watches.remove(automation);
  }

  /** Whether a new entry is of any interest. */
  watches({ cid, property }: DataEntry): boolean {
    return this.#watches.at(cid, property) !== undefined;
  }

  /** Looks at a new entry; `before` is the value that it replaces. The first value of all is no change. */
  entry(entry: DataEntry, before: Value | null): void {
    const { cid, property, value } = entry;
    const watches = this.#watches.at(cid, property);
    if (watches === undefined || value === null) return;
    const run = runIn(entry.cause);
    const seen: Seen = { cid, property, value, ...(run === undefined ? {} : { run }) };
    for (const { automation, index } of watches) {
      // A watch may have been put away by what one before it set off.
      const watch = this.#watches.of(automation)[index];
      if (watch?.trigger.when === 'threshold') this.#crossed(watch, watch.trigger, seen, before);
      else if (watch?.trigger.when === 'change') this.#changed(watch, watch.trigger, seen, before);
    }
  }

  /** `run`: that of the automation that had run the scene. */
  sceneRan(scene: number, run: number | undefined): void {
    for (const watch of this.#watches.ofScene(scene)) this.#options.fire(watch, { at: placeOf(watch) }, run);
  }

  started(): void {
    for (const watch of this.#watches.ofStart()) this.#options.fire(watch, { at: placeOf(watch) }, undefined);
  }

  /**
   * The agenda's alarm of a trigger rang that was to ring at `at`. It rings late where nobody was there in between: the one place that decides what
   * becomes of a moment then. A value that had to stay for a while has stayed, as far as anybody knows.
   */
  due({ automation, index, look }: Due, at: Instant): void {
    const watch = this.#watches.of(automation)[index];
    if (watch === undefined) return;
    const { memory } = watch;
    const { pending } = memory;
    memory.alarm = null;
    memory.pending = null;
    const now = this.#options.now();
    const isMissed = at < madeUpForAfter(now);
    // The same moment of a later day may have passed only just.
    this.#schedule(watch, isMissed ? madeUpForAfter(now) : now);
    if (pending !== null) this.#fire(watch, pending);
    else if (look !== true && isMissed) this.#options.missed(watch, { at: placeOf(watch), due: at });
    else if (look !== true) this.#options.fire(watch, { at: placeOf(watch) }, undefined);
  }

  state(): TriggersState {
    const memories: { [key: string]: Memory } = {};
    for (const { automation, index, memory } of this.#watches.all()) {
      memories[`${automation}.${index}`] = { ...memory };
    }
    return memories;
  }

  /** Goes on for these automations as `memories` say; their alarms are in the agenda already. What they know nothing of begins. */
  resume(records: readonly AutomationRecord[], memories: TriggersState): void {
    this.#watches.clear();
    for (const { id, triggers } of records) {
      const watches = triggers.map((trigger, index): Watch => {
        const memory = memories[`${id}.${index}`] ?? { armed: !this.#isBeyond(trigger), alarm: null, pending: null };
        return { automation: id, index, trigger, memory: { ...memory } };
      });
      this.#watches.put(id, watches);
      for (const watch of watches) if (memories[`${id}.${watch.index}`] === undefined) this.#schedule(watch);
    }
  }

  #changed(watch: Watch, { from, to, for: long }: Of<'change'>, seen: Seen, before: Value | null): void {
    if (seen.value === before) return;
    this.#calm(watch);
    if (before === null) return;
    if (to !== undefined && seen.value !== to) return;
    if (from !== undefined && before !== from) return;
    this.#fireAfter(watch, long, seen);
  }

  #crossed(watch: Watch, trigger: Of<'threshold'>, seen: Seen, before: Value | null): void {
    const { memory } = watch;
    if (typeof seen.value !== 'number') return;
    if (isBeyond(trigger, seen.value, 0)) {
      const counts = memory.armed && before !== null;
      memory.armed = false;
      if (counts) this.#fireAfter(watch, trigger.for, seen);
    } else if (!isBeyond(trigger, seen.value, trigger.hysteresis ?? 0)) {
      memory.armed = true;
      this.#calm(watch);
    }
  }

  #isBeyond(trigger: Trigger): boolean {
    if (trigger.when !== 'threshold') return false;
    const value = this.#options.value(trigger.cid, trigger.property);
    return typeof value === 'number' && isBeyond(trigger, value, 0);
  }

  #fireAfter(watch: Watch, long: number | undefined, seen: Seen): void {
    if (long === undefined || long === 0) {
      this.#fire(watch, seen);
      return;
    }
    watch.memory.pending = seen;
    watch.memory.alarm = this.#options.agenda.add(later(this.#options.now(), span(long)), { trigger: fired(watch) });
  }

  #fire(watch: Watch, { run, ...seen }: Seen): void {
    this.#options.fire(watch, { at: placeOf(watch), ...seen }, run);
  }

  #calm({ memory }: Watch): void {
    if (memory.alarm !== null) this.#options.agenda.cancel(memory.alarm);
    memory.alarm = null;
    memory.pending = null;
  }

  /** Sets the alarm of a time of day or of the sun: of the next one after `from`. */
  #schedule(watch: Watch, from = this.#options.now()): void {
    const next = nextMoment(watch.trigger, from, this.#options);
    if (next === null) return;
    const trigger = next.look ? ({ ...fired(watch), look: true } as const) : fired(watch);
    watch.memory.alarm = this.#options.agenda.add(next.at, { trigger });
  }
}

type Of<When extends Trigger['when']> = Extract<Trigger, { when: When }>;

const fired = ({ automation, index }: Fired): Fired => ({ automation, index });

const placeOf = ({ index }: Fired): string => `triggers[${index}]`;

/** Whether a value lies beyond the mark, drawn back by `margin`. */
const isBeyond = ({ above, below }: Of<'threshold'>, value: number, margin: number): boolean =>
  above !== undefined ? value > above - margin : below !== undefined && value < below + margin;
