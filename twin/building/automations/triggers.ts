import type { Agenda } from '../../agenda.ts';
import { type Instant, later, milliseconds, minutes, seconds } from '../../clock/clock.ts';
import type { DataEntry, Value } from '../../data-entry.ts';
import { type LocalTime, nextDay, WEEK } from '../local-time.ts';
import { crossing, type Place } from '../sun.ts';
import type { AutomationRecord, Trigger } from './automation.ts';
import { minuteOf } from './conditions.ts';

/** What a trigger remembers from one entry to the next. */
interface Memory {
  /** A threshold counts again only after it has come back by its hysteresis. */
  armed: boolean;
  /** Entry in the agenda: the end of `for`, or the next time of day. */
  alarm: number | null;
}

interface Watch {
  readonly automation: number;
  readonly index: number;
  readonly trigger: Trigger;
  readonly memory: Memory;
}

/** A trigger that came true. */
export interface Fired {
  readonly automation: number;
  readonly index: number;
}

export interface TriggersOptions {
  readonly agenda: Agenda<{ readonly trigger: Fired }>;
  readonly localTime: LocalTime;
  readonly place: Place;
  now(): Instant;
  value(cid: string, property: string): Value | null | undefined;
  fire(fired: Fired, entry: DataEntry | null): void;
}

type TriggersState = { readonly [key: string]: Memory };

/** The triggers of all enabled automations, found by what they watch: an entry that nobody watches costs one look-up. */
export class Triggers {
  readonly #options: TriggersOptions;
  readonly #byAutomation = new Map<number, Watch[]>();
  readonly #byPoint = new Map<string, Map<string, Watch[]>>();
  readonly #byScene = new Map<number, Watch[]>();

  constructor(options: TriggersOptions) {
    this.#options = options;
  }

  /** Watches for an automation; a threshold that is already exceeded has to come back first. `memories`: as before a restart. */
  add(record: AutomationRecord, memories?: TriggersState): void {
    const watches = record.triggers.map((trigger, index): Watch => {
      const kept = memories?.[`${record.id}.${index}`];
      const memory = kept === undefined ? { armed: !this.#beyond(trigger), alarm: null } : { ...kept };
      return { automation: record.id, index, trigger, memory };
    });
    this.#byAutomation.set(record.id, watches);
    for (const watch of watches) {
      if (watch.trigger.when === 'change' || watch.trigger.when === 'threshold') {
        const { cid, property } = watch.trigger;
        const properties = this.#byPoint.get(cid) ?? new Map<string, Watch[]>();
        this.#byPoint.set(cid, properties.set(property, inOrder([...(properties.get(property) ?? []), watch])));
      } else if (watch.trigger.when === 'scene') {
        this.#byScene.set(watch.trigger.scene, inOrder([...(this.#byScene.get(watch.trigger.scene) ?? []), watch]));
      } else if (memories === undefined) this.#schedule(watch);
    }
  }

  remove(automation: number): void {
    const watches = this.#byAutomation.get(automation) ?? [];
    this.#byAutomation.delete(automation);
    const rest = (list: readonly Watch[] | undefined) =>
      (list ?? []).filter((watch) => watch.automation !== automation);
    for (const { trigger, memory } of watches) {
      if (memory.alarm !== null) this.#options.agenda.cancel(memory.alarm);
      if (trigger.when === 'change' || trigger.when === 'threshold') {
        const properties = this.#byPoint.get(trigger.cid);
        const left = rest(properties?.get(trigger.property));
        if (left.length > 0) properties?.set(trigger.property, left);
        else properties?.delete(trigger.property);
        if (properties?.size === 0) this.#byPoint.delete(trigger.cid);
      } else if (trigger.when === 'scene') {
        const left = rest(this.#byScene.get(trigger.scene));
        if (left.length > 0) this.#byScene.set(trigger.scene, left);
        else this.#byScene.delete(trigger.scene);
      }
    }
  }

  /** Whether anything of a component is watched. */
  watches(cid: string): boolean {
    return this.#byPoint.has(cid);
  }

  /** Looks at a new entry; `before` is the value that it replaces. */
  entry(entry: DataEntry, before: Value | null): void {
    const watches = this.#byPoint.get(entry.cid)?.get(entry.property);
    if (watches === undefined || entry.value === null) return;
    for (const watch of watches) {
      if (watch.trigger.when === 'threshold') this.#crossed(watch, entry, entry.value);
      else if (watch.trigger.when === 'change') this.#changed(watch, entry, entry.value, before);
    }
  }

  sceneRan(scene: number): void {
    for (const watch of this.#byScene.get(scene) ?? []) this.#options.fire(watch, null);
  }

  started(): void {
    for (const watches of [...this.#byAutomation.values()]) {
      for (const watch of watches) if (watch.trigger.when === 'start') this.#options.fire(watch, null);
    }
  }

  /** The agenda's alarm of a trigger rang. */
  due({ automation, index }: Fired): void {
    const watch = this.#byAutomation.get(automation)?.[index];
    if (watch === undefined) return;
    watch.memory.alarm = null;
    if (watch.trigger.when === 'time' || watch.trigger.when === 'sun') this.#schedule(watch);
    this.#options.fire(watch, null);
  }

  state(): TriggersState {
    const memories: { [key: string]: Memory } = {};
    for (const watches of this.#byAutomation.values()) {
      for (const { automation, index, memory } of watches) memories[`${automation}.${index}`] = { ...memory };
    }
    return memories;
  }

  #changed(watch: Watch, entry: DataEntry, value: Value, before: Value | null): void {
    const trigger = watch.trigger as Extract<Trigger, { when: 'change' }>;
    if (value === before) return;
    this.#calm(watch);
    if (trigger.to !== undefined && value !== trigger.to) return;
    if (trigger.from !== undefined && before !== trigger.from) return;
    if (before === null) return;
    this.#fireAfter(watch, trigger.for, entry);
  }

  #crossed(watch: Watch, entry: DataEntry, value: Value): void {
    const { memory } = watch;
    const trigger = watch.trigger as Extract<Trigger, { when: 'threshold' }>;
    if (typeof value !== 'number') return;
    if (beyond(trigger, value, 0)) {
      if (!memory.armed) return;
      memory.armed = false;
      this.#fireAfter(watch, trigger.for, entry);
    } else if (!beyond(trigger, value, trigger.hysteresis ?? 0)) {
      memory.armed = true;
      this.#calm(watch);
    }
  }

  #beyond(trigger: Trigger): boolean {
    if (trigger.when !== 'threshold') return false;
    const value = this.#options.value(trigger.cid, trigger.property);
    return typeof value === 'number' && beyond(trigger, value, 0);
  }

  #fireAfter(watch: Watch, span: number | undefined, entry: DataEntry): void {
    if (span === undefined || span === 0) {
      this.#options.fire(watch, entry);
      return;
    }
    watch.memory.alarm = this.#options.agenda.add(later(this.#options.now(), seconds(span)), { trigger: fired(watch) });
  }

  #calm(watch: Watch): void {
    if (watch.memory.alarm !== null) this.#options.agenda.cancel(watch.memory.alarm);
    watch.memory.alarm = null;
  }

  #schedule(watch: Watch): void {
    const next = this.#next(watch.trigger);
    if (next !== null) watch.memory.alarm = this.#options.agenda.add(next, { trigger: fired(watch) });
  }

  /** The next moment of a time of day or of the sun, strictly after now; `null` for other triggers and for a sun that stays away for a year. */
  #next(trigger: Trigger): Instant | null {
    if (trigger.when !== 'time' && trigger.when !== 'sun') return null;
    const { localTime, place, now } = this.#options;
    const present = now();
    let day = localTime.at(later(present, milliseconds(-86_400_000)));
    for (let tries = 0; tries < 400; tries += 1) {
      const { weekday } = localTime.at(localTime.instantOf(day, 720));
      if (trigger.weekdays === undefined || trigger.weekdays.some((name) => name === WEEK[weekday])) {
        const at =
          trigger.when === 'time'
            ? localTime.instantOf(day, minuteOf(trigger.at))
            : offset(crossing(place, localTime.instantOf(day, 720), trigger.event), trigger.offset ?? 0);
        if (at !== null && at > present) return at;
      }
      day = localTime.at(later(localTime.instantOf(nextDay(day), 720), minutes(0)));
    }
    return null;
  }
}

const fired = ({ automation, index }: Fired): Fired => ({ automation, index });

const offset = (event: Instant | null, span: number): Instant | null =>
  event === null ? null : later(event, seconds(span));

/** Whether a value lies beyond the mark, drawn back by `margin`. */
const beyond = (trigger: Extract<Trigger, { when: 'threshold' }>, value: number, margin: number): boolean =>
  trigger.above !== undefined
    ? value > trigger.above - margin
    : trigger.below !== undefined && value < trigger.below + margin;

/** By automation, so that the order in which they were added makes no difference. */
const inOrder = (watches: Watch[]): Watch[] => watches.sort((a, b) => a.automation - b.automation || a.index - b.index);
