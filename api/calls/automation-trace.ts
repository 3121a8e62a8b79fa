import { Type } from '@sinclair/typebox';
import { type RunTrace, toIso } from '../../twin/index.ts';
import { Nullable, Timestamp, Value } from './values.ts';

/** What a condition said. */
export const ConditionTrace = Type.Object({
  at: Type.String({ description: 'Where it stands in the automation, such as conditions[0].or[1]' }),
  holds: Type.Boolean(),
  saw: Type.Optional(Nullable(Value)),
});

/** What came of an action. */
export const ActionTrace = Type.Object({
  at: Type.String({ description: 'Where it stands in the automation, such as actions[1].options[0].actions[2]' }),
  time: Timestamp,
  do: Type.String(),
  outcome: Type.String({ description: 'Such as sent, refused: invalid-value, waited, option 1' }),
  cid: Type.Optional(Type.String()),
  property: Type.Optional(Type.String()),
  value: Type.Optional(Value),
  scene: Type.Optional(Type.Integer()),
  reported: Type.Optional(
    Type.Object({ value: Nullable(Value), time: Timestamp }, { description: 'What the device then reported' }),
  ),
  reports: Type.Optional(
    Type.Array(Type.Object({ cid: Type.String(), property: Type.String(), value: Nullable(Value), time: Timestamp }), {
      description: 'What the devices of the scene then reported: of each property the latest, at most 100 in a trace',
    }),
  ),
});

export const conditionsOf = (conditions: RunTrace['conditions']) => conditions.map((condition) => ({ ...condition }));

export const actionsOf = (actions: RunTrace['actions']) =>
  actions.map(({ reported, reports, ...action }) => ({
    ...action,
    time: toIso(action.time),
    ...(reported && { reported: { value: reported.value, time: toIso(reported.time) } }),
    ...(reports && { reports: reports.map((report) => ({ ...report, time: toIso(report.time) })) }),
  }));
