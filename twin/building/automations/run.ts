import { type Duration, type Instant, milliseconds } from '../../clock/clock.ts';
import type { Action, AutomationRecord, Condition } from './automation.ts';
import type { Chain } from './chains.ts';

/** A list of actions that is being carried out: where it stands in the record, and how far. */
export interface Frame {
  readonly path: readonly (string | number)[];
  index: number;
}

/** What a run is waiting for. `alarm` is its entry in the agenda. */
export type Waiting =
  | { readonly for: 'time'; readonly alarm: number }
  | {
      readonly for: 'condition';
      readonly condition: Condition;
      readonly until: Instant;
      alarm: number;
      readonly otherwise: 'go on' | 'stop';
    }
  | { readonly for: 'scene'; readonly sceneRun: number };

/** One run of an automation, as data: it can be put away between any two steps and taken up again. */
export interface Run {
  readonly id: number;
  /** As it stood when the run began; a change meanwhile is for the next run. */
  readonly record: AutomationRecord;
  readonly chain: Chain;
  /** Innermost last. */
  readonly frames: Frame[];
  /** Rounds of the repeats that are under way, by the path of the action. */
  readonly rounds: Record<string, number>;
  waiting: Waiting | null;
  /** Commands sent, and steps taken, so far. */
  commands: number;
  steps: number;
}

/** The list that a frame stands in. */
export function actionsAt(record: AutomationRecord, path: readonly (string | number)[]): readonly Action[] {
  let place: unknown = record;
  for (const part of path) place = (place as { readonly [key: string]: unknown })[String(part)];
  return place as readonly Action[];
}

/** `['actions', 1, 'options', 0]` as `actions[1].options[0]`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );

/** Seconds as an owner writes them; time passes in whole milliseconds. */
export const span = (seconds: number): Duration => milliseconds(Math.round(seconds * 1_000));

/** Components and properties that a condition looks at, and whether time alone can change what it says. */
export function watched(condition: Condition): {
  readonly points: readonly (readonly [string, string])[];
  readonly time: boolean;
} {
  if ('not' in condition) return watched(condition.not);
  const parts = 'and' in condition ? condition.and : 'or' in condition ? condition.or : null;
  if (parts !== null) {
    const inner = parts.map(watched);
    return { points: inner.flatMap((each) => each.points), time: inner.some((each) => each.time) };
  }
  const simple = condition as Exclude<Condition, { and: unknown } | { or: unknown } | { not: unknown }>;
  return simple.if === 'value' ? { points: [[simple.cid, simple.property]], time: false } : { points: [], time: true };
}

/** When a run that waits for a condition looks again: with every full minute if time alone can change it, else at the end. */
export function nextLook(condition: Condition, now: Instant, until: Instant): Instant {
  const next = ((Math.floor(now / MINUTE) + 1) * MINUTE) as Instant;
  return watched(condition).time && next < until ? next : until;
}

const MINUTE = 60_000;
