import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Instant } from '../../clock/clock.ts';
import { replay } from '../../replay.ts';
import type { Action, AutomationRecord, Condition, Trigger } from './automation.ts';
import { type RehearsalHouse, type RehearsalState, rehearsalHouse } from './rehearsal-house.ts';

test('many short advances of the clock equal one long one', () => {
  fc.assert(
    fc.property(records, days, fc.array(instants, { maxLength: 40 }), (rules, inputs, stops) => {
      const straight = live(rules, inputs);
      const again = live(rules, [...inputs, ...stops.map((at) => ({ at, put: () => undefined }))]);

      assert.ok(straight.journal.length > 10);
      assert.deepEqual(again, straight);
    }),
    { numRuns: 60 },
  );
});

test('a restart at any instant equals no restart, traces included', () => {
  fc.assert(
    fc.property(records, days, fc.array(instants, { minLength: 1, maxLength: 5 }), (rules, inputs, restarts) => {
      const straight = live(rules, inputs);
      const restart = (house: RehearsalHouse): RehearsalHouse =>
        rehearsalHouse(undefined, { state: JSON.parse(JSON.stringify(house.state())) as RehearsalState });

      assert.deepEqual(live(rules, [...inputs, ...restarts.map((at) => ({ at, put: restart }))]), straight);
    }),
    { numRuns: 80 },
  );
});

test('the inputs in the journal, put in again from any checkpoint, give the rest of it byte for byte', () => {
  fc.assert(
    fc.property(records, days, instants, (rules, inputs, checkpoint) => {
      let kept: RehearsalState | undefined;
      const keep = (house: RehearsalHouse) => {
        kept = JSON.parse(JSON.stringify(house.state()));
      };
      const { journal, traces } = live(rules, [...inputs, { at: checkpoint, put: keep }]);
      assert.ok(kept);
      const from = kept.twin.sequence;

      const fork = rehearsalHouse(undefined, { state: kept });
      const { twin, clock } = fork;
      const press = ({ cid, property, content }: Parameters<Parameters<typeof replay>[0]['press']>[0]) =>
        fork.says(cid, property, content);
      replay({ twin, clock, lines: journal, press });
      clock.advanceTo(END);

      assert.deepEqual(fork.journal, journal.slice(from));
      assert.deepEqual(tracesOf(fork), traces);
    }),
    { numRuns: 80 },
  );
});

test('every trigger comes true exactly when it has to: never twice for one cause, and none is missed', () => {
  let seen = 0;
  fc.assert(
    fc.property(
      fc.array(valueTriggers, { minLength: 1, maxLength: 8 }),
      fc.array(fc.record({ at: instants, value: fc.integer({ min: 0, max: 12 }) }), { maxLength: 60 }),
      fc.array(instants, { maxLength: 3 }),
      (triggers, said, restarts) => {
        const values = said.toSorted((one, other) => one.at - other.at);
        const rules = [{ ...RULE, mode: 'parallel' as const, triggers }];
        const inputs = values.map(({ at, value }) => ({
          at,
          put: (house: RehearsalHouse) => house.says('C4', 'speed', value),
        }));
        const again = restarts.map((at) => ({
          at,
          put: (house: RehearsalHouse) => rehearsalHouse(undefined, { state: house.state() }),
        }));
        const { journal } = live(rules, [...inputs, ...again]);

        const fired = journal
          .map((line) => JSON.parse(line))
          .filter(({ kind, event }) => kind === 'automation' && event === 'started')
          .map(({ at, trigger }) => `${Date.parse(at) - START} ${trigger}`);
        const expected = triggers.flatMap((trigger, index) =>
          firingsOf(trigger, [{ at: 0, value: 0 }, ...values]).map((at) => `${at} triggers[${index}]`),
        );
        assert.deepEqual(fired.toSorted(), expected.toSorted());
        seen += fired.length;
      },
    ),
    { numRuns: 200 },
  );
  assert.ok(seen > 500, `${seen} seen`);
});

type ValueTrigger = Extract<Trigger, { when: 'change' | 'threshold' }>;
type Said = { readonly at: number; readonly value: number };

/** When a trigger has to come true, worked out from the whole story at once: `said[0]` is what was there before. */
function firingsOf(trigger: ValueTrigger, said: readonly Said[]): readonly number[] {
  const hold = Math.round((trigger.for ?? 0) * 1_000);
  const lasts = (from: number, isOver: (value: number, before: number) => boolean): boolean => {
    const over = said.findIndex(({ value }, index) => index > from && isOver(value, said[index - 1]?.value ?? 0));
    return over < 0 || hold === 0 || (said[over]?.at ?? 0) >= (said[from]?.at ?? 0) + hold;
  };
  const begins = (index: number): boolean => {
    const { value } = said[index] as Said;
    const before = said[index - 1]?.value ?? 0;
    if (trigger.when === 'change') {
      const fits = (trigger.to ?? value) === value && (trigger.from ?? before) === before;
      return value !== before && fits && lasts(index, (next, last) => next !== last);
    }
    const { above, below, hysteresis = 0 } = trigger;
    const beyond = (each: number) => (above === undefined ? each < Number(below) : each > above);
    const back = (each: number) =>
      above === undefined ? each >= Number(below) + hysteresis : each <= above - hysteresis;
    // The last value that says anything decides whether this is a new crossing; what lies in between says nothing.
    const last = said.slice(0, index).findLast((each, at) => beyond(each.value) || back(each.value) || at === 0);
    return beyond(value) && !beyond(last?.value ?? 0) && lasts(index, back);
  };
  return said.flatMap((each, index) =>
    index > 0 && begins(index) && each.at + hold <= END - START ? [each.at + hold] : [],
  );
}

const START = Date.parse('2026-06-01T10:00:00Z');
const END = (START + 3_600_000) as Instant;
/** Many of them the same, and many a whole number of seconds apart, so that things fall together. */
const instants = fc.oneof(
  fc.integer({ min: 0, max: 3_600_000 }),
  fc.integer({ min: 0, max: 60 }).map((minute) => minute * 60_000),
  fc.integer({ min: 0, max: 120 }).map((count) => count * 1_000),
);

const spans = fc.constantFrom(0, 1, 10, 60, 0.0333);
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });
/** Without the fields that are `undefined`, as JSON has it. */
const tidy = <Item>(item: Item): Item => JSON.parse(JSON.stringify(item)) as Item;

const speeds = fc.integer({ min: 0, max: 12 });
const valueTriggers: fc.Arbitrary<ValueTrigger> = fc
  .oneof(
    fc.record({
      when: fc.constant('change' as const),
      cid: fc.constant('C4'),
      property: fc.constant('speed'),
      from: maybe(speeds),
      to: maybe(speeds),
      for: spans,
    }),
    fc.record({
      when: fc.constant('threshold' as const),
      cid: fc.constant('C4'),
      property: fc.constant('speed'),
      above: speeds,
      hysteresis: maybe(fc.integer({ min: 0, max: 5 })),
      for: maybe(spans),
    }),
    fc.record({
      when: fc.constant('threshold' as const),
      cid: fc.constant('C4'),
      property: fc.constant('speed'),
      below: speeds,
      hysteresis: maybe(fc.integer({ min: 0, max: 5 })),
      for: maybe(spans),
    }),
  )
  .map((trigger) => {
    const { for: hold, ...rest } = tidy(trigger) as ValueTrigger;
    return (hold === undefined || (rest.when === 'change' && !('to' in rest)) ? rest : { ...rest, for: hold }) as never;
  });

const lamps = fc.constantFrom('C1', 'C2');
const stateOf = fc.record({
  if: fc.constant('value' as const),
  cid: lamps,
  property: fc.constant('state'),
  is: fc.boolean(),
});
const conditions: fc.Arbitrary<Condition> = fc.oneof(
  stateOf,
  stateOf.map((not) => ({ not })),
  fc.constant<Condition>({
    or: [
      { if: 'time', after: '12:20' },
      { if: 'value', cid: 'C4', property: 'speed', above: 6 },
    ],
  }),
);
const triggers: fc.Arbitrary<Trigger> = fc.oneof(
  valueTriggers,
  fc.record({
    when: fc.constant('change' as const),
    cid: lamps,
    property: fc.constant('state'),
    to: fc.boolean(),
    for: spans,
  }),
  fc.constant<Trigger>({ when: 'scene', scene: 1 }),
  fc.constantFrom('12:05', '12:20', '12:21').map((at) => ({ when: 'time', at }) as const),
  fc.constant<Trigger>({ when: 'sun', event: 'sunset', offset: -38_000 }),
  fc.constant<Trigger>({ when: 'start' }),
);
const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('set' as const), cid: lamps, property: fc.constant('state'), value: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), seconds: spans }),
  fc.constant<Action>({ do: 'scene', scene: 1 }),
  fc.record({
    do: fc.constant('waitFor' as const),
    condition: conditions,
    limit: spans,
    otherwise: fc.constantFrom('go on' as const, 'stop' as const),
  }),
  fc.record({
    do: fc.constant('choose' as const),
    options: fc.array(
      fc.record({
        conditions: fc.array(conditions, { maxLength: 2 }),
        actions: fc.constant([{ do: 'set', cid: 'C5', property: 'position', value: 5 } as const]),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    otherwise: fc.constant([{ do: 'wait', seconds: 1 } as const]),
  }),
  fc.record({
    do: fc.constant('repeat' as const),
    times: fc.integer({ min: 1, max: 3 }),
    actions: fc.constant([
      { do: 'set', cid: 'C2', property: 'state', value: true } as const,
      { do: 'wait', seconds: 7 } as const,
      { do: 'set', cid: 'C2', property: 'state', value: false } as const,
    ]),
  }),
);

type Rule = Omit<AutomationRecord, 'id'>;
const RULE: Rule = { name: 'a rule', enabled: true, mode: 'single', triggers: [], conditions: [], actions: [] };
const rules: fc.Arbitrary<Rule> = fc.record({
  name: fc.constant('a rule'),
  enabled: fc.constant(true),
  mode: fc.constantFrom('single', 'restart', 'queued', 'parallel'),
  limit: fc.integer({ min: 1, max: 3 }),
  triggers: fc.array(triggers, { minLength: 1, maxLength: 3 }),
  conditions: fc.array(conditions, { maxLength: 1 }),
  actions: fc.array(actions, { maxLength: 4 }),
});
const records = fc.array(rules, { minLength: 1, maxLength: 6 });

/** Something that happens to the house from outside; what it answers takes the place of the house. */
interface Happening {
  readonly at: number;
  readonly put: (house: RehearsalHouse) => unknown;
}

const OWNER = { by: 'user', user: 'admin', call: 'setAutomation' } as const;
const days: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.record({
    at: instants,
    put: fc.oneof(
      { weight: 4, arbitrary: speeds.map((speed) => (house: RehearsalHouse) => house.says('C4', 'speed', speed)) },
      {
        weight: 3,
        arbitrary: fc.tuple(lamps, fc.boolean()).map(([cid, value]) => (house: RehearsalHouse) => {
          house.asks(cid as 'C1', 'state', value);
        }),
      },
      fc.nat(6).map((id) => (house: RehearsalHouse) => void house.twin.runAutomation(id, OWNER)),
      fc.constant((house: RehearsalHouse) => void house.twin.runScene(1, { ...OWNER, call: 'executeScene' })),
      fc.constant((house: RehearsalHouse) => void house.twin.stopScene(1, { ...OWNER, call: 'stopScene' })),
      fc.constant((house: RehearsalHouse) => house.twin.started()),
      fc.tuple(fc.nat(6), fc.boolean(), rules).map(([id, enabled, rule]) => (house: RehearsalHouse) => {
        const record = enabled ? { ...rule, name: 'another' } : { enabled };
        house.twin.configure({ collection: 'automations', action: 'set', id, record: tidy(record) }, OWNER);
      }),
      fc.nat(6).map((id) => (house: RehearsalHouse) => {
        house.twin.configure({ collection: 'automations', action: 'remove', id }, OWNER);
      }),
      fc.boolean().map((enabled) => (house: RehearsalHouse) => {
        const change = { collection: 'skills', action: 'set', id: 'automations', record: { enabled } } as const;
        house.twin.configure(change, OWNER);
      }),
    ),
  }),
  { minLength: 5, maxLength: 40 },
);

const tracesOf = ({ twin }: RehearsalHouse) => [1, 2, 3, 4, 5, 6].map((id) => structuredClone(twin.runsOf(id)));

/** Lets the happenings happen, in order, and time pass until the end. */
function live(given: readonly Rule[], happenings: readonly Happening[]) {
  let house = rehearsalHouse();
  const before: string[] = [];
  for (const rule of given) house.add(tidy(rule));
  for (const { at, put } of happenings.toSorted((one, other) => one.at - other.at)) {
    house.clock.advanceTo((START + at) as Instant);
    const next = put(house);
    if (typeof next !== 'object' || next === null) continue;
    before.push(...house.journal);
    house = next as RehearsalHouse;
  }
  house.clock.advanceTo(END);
  return { journal: [...before, ...house.journal], traces: tracesOf(house) };
}
