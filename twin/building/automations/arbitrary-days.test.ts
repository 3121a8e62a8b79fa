import fc from 'fast-check';
import type { Instant } from '../../clock/clock.ts';
import type { Action, AutomationRecord, Condition, Trigger } from './automation.ts';
import { type RehearsalHouse, rehearsalHouse } from './rehearsal-house.test.ts';

export type ValueTrigger = Extract<Trigger, { when: 'change' | 'threshold' }>;
export const START = Date.parse('2026-06-01T10:00:00Z');
export const END = (START + 3_600_000) as Instant;
/** Many of them the same, and many a whole number of seconds apart, so that things fall together. */
export const instants = fc.oneof(
  fc.integer({ min: 0, max: 3_600_000 }),
  fc.integer({ min: 0, max: 60 }).map((minute) => minute * 60_000),
  fc.integer({ min: 0, max: 120 }).map((count) => count * 1_000),
);

export const spans = fc.constantFrom(0, 1, 10, 60, 0.3333);
export const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });
/** Without the fields that are `undefined`, as JSON has it. */
export const tidy = <Item>(item: Item): Item => JSON.parse(JSON.stringify(item)) as Item;

export const speeds = fc.integer({ min: 0, max: 12 });
export const valueTriggers: fc.Arbitrary<ValueTrigger> = fc
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

export const lamps = fc.constantFrom('C1', 'C2');
export const stateOf = fc.record({
  if: fc.constant('value' as const),
  cid: lamps,
  property: fc.constant('state'),
  is: fc.boolean(),
});
export const conditions: fc.Arbitrary<Condition> = fc.oneof(
  stateOf,
  stateOf.map((not) => ({ not })),
  fc.constant<Condition>({
    or: [
      { if: 'time', after: '12:20' },
      { if: 'value', cid: 'C4', property: 'speed', above: 6 },
    ],
  }),
);
export const triggers: fc.Arbitrary<Trigger> = fc.oneof(
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
export const actions: fc.Arbitrary<Action> = fc.oneof(
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

export type Rule = Omit<AutomationRecord, 'id'>;
export const RULE: Rule = { name: 'a rule', enabled: true, mode: 'single', triggers: [], conditions: [], actions: [] };
export const rules: fc.Arbitrary<Rule> = fc.record({
  name: fc.constant('a rule'),
  enabled: fc.constant(true),
  mode: fc.constantFrom('single', 'restart', 'queued', 'parallel'),
  limit: fc.integer({ min: 1, max: 3 }),
  triggers: fc.array(triggers, { minLength: 1, maxLength: 3 }),
  conditions: fc.array(conditions, { maxLength: 1 }),
  actions: fc.array(actions, { maxLength: 4 }),
});
export const records = fc.array(rules, { minLength: 1, maxLength: 6 });

/** Something that happens to the house from outside; what it answers takes the place of the house. */
export interface Happening {
  readonly at: number;
  readonly put: (house: RehearsalHouse) => unknown;
}

export const OWNER = { by: 'user', user: 'admin', call: 'setAutomation' } as const;
export const days: fc.Arbitrary<readonly Happening[]> = fc.array(
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

export const tracesOf = ({ twin }: RehearsalHouse) => [1, 2, 3, 4, 5, 6].map((id) => structuredClone(twin.runsOf(id)));

/** Lets the happenings happen, in order, and time pass until the end. */
export function live(given: readonly Rule[], happenings: readonly Happening[]) {
  let house = rehearsalHouse();
  let before: readonly string[] = [];
  for (const rule of given) house.add(tidy(rule));
  for (const { at, put } of happenings.toSorted((one, other) => one.at - other.at)) {
    house.clock.advanceTo((START + at) as Instant);
    const next = put(house);
    if (typeof next !== 'object' || next === null) continue;
    before = [...before, ...house.journal];
    house = next as RehearsalHouse;
  }
  house.clock.advanceTo(END);
  return { journal: [...before, ...house.journal], traces: tracesOf(house) };
}
