import { type Static, Type } from '@sinclair/typebox';

/*
 * What an automation is: one JSON form, used by the calls, the journal and the store alike.
 * Triggers say when, conditions say whether, actions say what.
 */

const Cid = Type.String({ pattern: '^C[0-9]+$', description: 'Identifier of a component' });
const Property = Type.String({ minLength: 1, maxLength: 64, description: 'Name of a property' });
const AnyValue = Type.Union([Type.Boolean(), Type.Number(), Type.String({ maxLength: 256 })], {
  description: 'A processed value',
});
const TimeOfDay = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'Time of day in the time zone of the house, as 06:30',
});
const Seconds = Type.Number({ minimum: 0, maximum: 31_536_000, description: 'Seconds, at most a year' });

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const Weekdays = Type.Array(Type.Union(WEEKDAYS.map((day) => Type.Literal(day))), {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  description: 'Only on these days; left out: every day',
});

const closed = { additionalProperties: false } as const;

/** Everything that can set an automation off, by its word in `when`. */
export const TRIGGERS = {
  change: Type.Object(
    {
      when: Type.Literal('change'),
      cid: Cid,
      property: Property,
      from: Type.Optional(AnyValue),
      to: Type.Optional(AnyValue),
      for: Type.Optional(Seconds),
    },
    { ...closed, description: 'A value becomes another one; with `to`, this one; with `for`, and stays so that long' },
  ),
  threshold: Type.Object(
    {
      when: Type.Literal('threshold'),
      cid: Cid,
      property: Property,
      above: Type.Optional(Type.Number()),
      below: Type.Optional(Type.Number()),
      hysteresis: Type.Optional(Type.Number({ minimum: 0 })),
      for: Type.Optional(Seconds),
    },
    {
      ...closed,
      description:
        'A number rises above or falls below a mark; it counts again once it has come back by the hysteresis',
    },
  ),
  time: Type.Object(
    { when: Type.Literal('time'), at: TimeOfDay, weekdays: Type.Optional(Weekdays) },
    {
      ...closed,
      description:
        'A time of day. A time that the clocks leave out in spring counts at the end of the gap; one that comes twice in autumn counts the first time',
    },
  ),
  sun: Type.Object(
    {
      when: Type.Literal('sun'),
      event: Type.Union([Type.Literal('sunrise'), Type.Literal('sunset')]),
      offset: Type.Optional(
        Type.Number({ minimum: -43_200, maximum: 43_200, description: 'Seconds; negative is before' }),
      ),
      weekdays: Type.Optional(Weekdays),
    },
    { ...closed, description: 'Sunrise or sunset at the place of the house, with an offset' },
  ),
  scene: Type.Object(
    { when: Type.Literal('scene'), scene: Type.Integer() },
    { ...closed, description: 'A scene has run' },
  ),
  start: Type.Object({ when: Type.Literal('start') }, { ...closed, description: 'The controller has started' }),
} as const;

/** Simple conditions by their word in `if`; `and`, `or` and `not` put them together. */
export const CONDITIONS = {
  value: Type.Object(
    {
      if: Type.Literal('value'),
      cid: Cid,
      property: Property,
      is: Type.Optional(AnyValue),
      above: Type.Optional(Type.Number()),
      below: Type.Optional(Type.Number()),
    },
    {
      ...closed,
      description: 'A present value is this one, or lies above or below a mark; all that are given must hold',
    },
  ),
  time: Type.Object(
    {
      if: Type.Literal('time'),
      after: Type.Optional(TimeOfDay),
      before: Type.Optional(TimeOfDay),
      weekdays: Type.Optional(Weekdays),
    },
    {
      ...closed,
      description: 'Between two times of day (over midnight if `after` is the later one), on these weekdays',
    },
  ),
  sun: Type.Object(
    { if: Type.Literal('sun'), is: Type.Union([Type.Literal('up'), Type.Literal('down')]) },
    { ...closed, description: 'Whether the sun is up' },
  ),
} as const;

export type SimpleCondition = {
  [K in keyof typeof CONDITIONS]: Static<(typeof CONDITIONS)[K]>;
}[keyof typeof CONDITIONS];
export type Condition =
  | SimpleCondition
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly not: Condition };

export type Trigger = { [K in keyof typeof TRIGGERS]: Static<(typeof TRIGGERS)[K]> }[keyof typeof TRIGGERS];

/** What an automation can do, by its word in `do`. What holds further actions or conditions is checked one level at a time. */
export const ACTIONS = {
  set: Type.Object(
    { do: Type.Literal('set'), cid: Cid, property: Property, value: AnyValue },
    { ...closed, description: 'Commands a value' },
  ),
  scene: Type.Object(
    { do: Type.Literal('scene'), scene: Type.Integer() },
    { ...closed, description: 'Runs a scene and waits until it has run' },
  ),
  wait: Type.Object({ do: Type.Literal('wait'), seconds: Seconds }, { ...closed, description: 'Lets time pass' }),
  waitFor: Type.Object(
    {
      do: Type.Literal('waitFor'),
      condition: Type.Unknown(),
      limit: Seconds,
      otherwise: Type.Optional(Type.Union([Type.Literal('go on'), Type.Literal('stop')])),
    },
    {
      ...closed,
      description: 'Waits until a condition holds, at most `limit` seconds; then goes on, or stops the run',
    },
  ),
  choose: Type.Object(
    {
      do: Type.Literal('choose'),
      options: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 20 }),
      otherwise: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 100 })),
    },
    {
      ...closed,
      description: 'Carries out the actions of the first option whose conditions all hold, else `otherwise`',
    },
  ),
  repeat: Type.Object(
    {
      do: Type.Literal('repeat'),
      actions: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 100 }),
      times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      while: Type.Optional(Type.Unknown()),
    },
    {
      ...closed,
      description:
        'Carries out its actions again and again: so many times, or as long as a condition holds, and never more than 1 000 times',
    },
  ),
} as const;

export type Action =
  | Static<(typeof ACTIONS)['set']>
  | Static<(typeof ACTIONS)['scene']>
  | Static<(typeof ACTIONS)['wait']>
  | {
      readonly do: 'waitFor';
      readonly condition: Condition;
      readonly limit: number;
      readonly otherwise?: 'go on' | 'stop';
    }
  | { readonly do: 'choose'; readonly options: readonly Option[]; readonly otherwise?: readonly Action[] }
  | { readonly do: 'repeat'; readonly actions: readonly Action[]; readonly times?: number; readonly while?: Condition };

export interface Option {
  readonly conditions: readonly Condition[];
  readonly actions: readonly Action[];
}

/** What happens when an automation is set off while it runs. */
export const MODES = ['single', 'restart', 'queued', 'parallel'] as const;
export type Mode = (typeof MODES)[number];

/** An automation as its owner writes it. */
export interface AutomationRecord {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly mode: Mode;
  /** Runs at a time (`parallel`) or waiting (`queued`); left out: 10. Whoever changes it writes `null` for that. */
  readonly limit?: number;
  readonly triggers: readonly Trigger[];
  readonly conditions: readonly Condition[];
  readonly actions: readonly Action[];
}
