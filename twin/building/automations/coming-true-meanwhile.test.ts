import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Instant } from '../../clock/clock.ts';
import { tidy, valueTriggers } from './arbitrary-days.test.ts';
import type { Trigger } from './automation.ts';
import { firingsOf, type Said } from './firings.test.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.test.ts';

/** A quiet noon, and the nights on which clocks are changed; the times of day that are near, in Berlin. */
const SPANS = [
  { start: '2026-06-01T10:00:00Z', hours: 1, times: ['12:00', '12:05', '12:20', '12:21', '13:00'] },
  { start: '2026-03-28T23:30:00Z', hours: 3, times: ['00:45', '01:59', '02:00', '02:30', '02:59', '03:00', '03:30'] },
  { start: '2026-10-24T22:30:00Z', hours: 5, times: ['00:45', '02:00', '02:30', '02:59', '03:00', '03:30'] },
] as const;

/** Something that happens: a value is reported, or the automation is changed, or the house is restarted. */
type Event = { readonly at: number } & (
  | { readonly says: number }
  | { readonly isEnabled: boolean }
  | { readonly isSkillOn: boolean }
  /** Its triggers are those of a version; the name is another each time. */
  | { readonly version: number }
  | { readonly restarts: true }
);

const stories = fc.constantFrom(...SPANS).chain(({ start, hours, times }) => {
  const length = hours * 3_600_000;
  const at = fc.oneof(
    fc.integer({ min: 0, max: length }),
    fc.integer({ min: 0, max: hours * 60 }).map((minute) => minute * 60_000),
    // Many of them while something is being waited for.
    fc.integer({ min: 0, max: 240 }).map((seconds) => seconds * 1_000),
  );
  const time = fc.constantFrom(...times).map((of): Trigger => ({ when: 'time', at: of }));
  const triggers = fc.array(fc.oneof({ weight: 3, arbitrary: valueTriggers }, { weight: 2, arbitrary: time }), {
    minLength: 1,
    maxLength: 4,
  });
  const event: fc.Arbitrary<Event> = fc.oneof(
    { weight: 12, arbitrary: fc.record({ at, says: fc.integer({ min: 0, max: 12 }) }) },
    { weight: 2, arbitrary: fc.record({ at, isEnabled: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ at, isSkillOn: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ at, version: fc.integer({ min: 0, max: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ at, restarts: fc.constant(true as const) }) },
  );
  return fc.record({
    start: fc.constant(start),
    length: fc.constant(length),
    versions: fc.tuple(triggers, triggers).map(([first, other]) => [
      first,
      other,
      // As the first, but for what it begins with.
      [...other.slice(0, 1), ...first.slice(1)],
    ]),
    events: fc.array(event, { maxLength: 50 }).map((all) => all.toSorted((one, next) => one.at - next.at)),
  });
});
type Story = typeof stories extends fc.Arbitrary<infer Each> ? Each : never;

test('a trigger comes true once for each cause and misses none, however its automation is changed, switched off and on meanwhile', () => {
  let seen = 0;
  fc.assert(
    fc.property(stories, (story) => {
      const fired = runsOf(story);
      assert.deepEqual(fired.toSorted(), expected(story).toSorted());
      seen += fired.length;
    }),
    { numRuns: 500, includeErrorInReport: true },
  );
  assert.ok(seen > 300, `${seen} seen`);
});

const OWNER = { by: 'user', user: 'admin', call: 'setAutomation' } as const;

/** What the twin makes of a story. */
function runsOf({ start, length, versions, events }: Story): readonly string[] {
  let house = rehearsalHouse(start);
  const told: string[] = [];
  const from = Date.parse(start);
  const id = house.add({ mode: 'parallel', triggers: tidy(versions[0] ?? []) });
  const change = ({ twin }: RehearsalHouse, record: object) =>
    twin.configure({ collection: 'automations', action: 'set', id, record }, OWNER);
  for (const [index, event] of events.entries()) {
    house.clock.advanceTo((from + event.at) as Instant);
    if ('says' in event) house.says('C4', 'speed', event.says);
    else if ('isEnabled' in event) change(house, { enabled: event.isEnabled });
    else if ('version' in event) change(house, { name: `change ${index}`, triggers: tidy(versions[event.version]) });
    else if ('isSkillOn' in event) {
      const record = { enabled: event.isSkillOn };
      house.twin.configure({ collection: 'skills', action: 'set', id: 'automations', record }, OWNER);
    } else {
      told.push(...house.journal);
      house = rehearsalHouse(undefined, { state: house.state() });
    }
  }
  house.clock.advanceTo((from + length) as Instant);
  return [...told, ...house.journal]
    .map((line) => JSON.parse(line) as { kind: string; event: string; at: string; trigger: string })
    .filter(({ kind, event }) => kind === 'automation' && event === 'started')
    .map(({ at, trigger }) => `${Date.parse(at) - from} ${trigger}`);
}

/** What has to come true: each trigger is looked at by itself, for each time that it was watched without a break. */
function expected({ start, length, versions, events }: Story): readonly string[] {
  const most = Math.max(...versions.map((version) => version.length));
  return Array.from({ length: most }, (_, index) => {
    const watch = new Watch(Date.parse(start), versions[0]?.[index]);
    let [version, isEnabled, isSkillOn] = [0, true, true];
    for (const event of events) {
      if ('says' in event) watch.says({ at: event.at, value: event.says });
      if ('isEnabled' in event) isEnabled = event.isEnabled;
      if ('isSkillOn' in event) isSkillOn = event.isSkillOn;
      if ('version' in event) version = event.version;
      watch.for(isEnabled && isSkillOn ? versions[version]?.[index] : undefined, event.at);
    }
    watch.for(undefined, length);
    return watch.fired.map((at) => `${at} triggers[${index}]`);
  }).flat();
}

/** One place among the triggers of an automation. */
class Watch {
  readonly fired: number[] = [];
  readonly #from: number;
  #trigger: Trigger | undefined;
  #began = 0;
  #said: Said[] = [{ at: 0, value: 0 }];

  constructor(from: number, trigger: Trigger | undefined) {
    this.#from = from;
    this.#trigger = trigger;
  }

  says(said: Said): void {
    this.#said.push(said);
  }

  /** From now on another trigger stands here, or none. */
  for(trigger: Trigger | undefined, at: number): void {
    if (JSON.stringify(trigger) === JSON.stringify(this.#trigger)) return;
    this.fired.push(...this.#firings(at));
    this.#trigger = trigger;
    this.#began = at;
    this.#said = this.#said.slice(-1);
  }

  #firings(end: number): readonly number[] {
    if (this.#trigger === undefined) return [];
    if (this.#trigger.when === 'change' || this.#trigger.when === 'threshold')
      return firingsOf(this.#trigger, this.#said, end);
    if (this.#trigger.when !== 'time') return [];
    return shownIn(this.#from, this.#trigger.at).filter((at) => at > this.#began && at <= end);
  }
}

const shown = new Map<string, readonly number[]>();

/** When the clock of the house first shows a time of day, or a later one, on each day: looked at every minute, since the evening before. */
function shownIn(from: number, time: string): readonly number[] {
  const known = shown.get(`${from} ${time}`);
  if (known !== undefined) return known;
  const days = new Map<string, number>();
  for (let minute = -24 * 60; minute <= 6 * 60; minute += 1) {
    const [day = '', clock = ''] = CLOCK.format(from + minute * 60_000).split(' ');
    if (clock >= time && !days.has(day)) days.set(day, minute * 60_000);
  }
  const found = [...days.values()].slice(1);
  shown.set(`${from} ${time}`, found);
  return found;
}

const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Berlin', hourCycle: 'h23' },
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});
