import type { Agenda } from '../../agenda.ts';
import type { Instant } from '../../clock/clock.ts';
import type { Cause, Value } from '../../data-entry.ts';
import type { Command, CommandOutcome } from '../../twin.ts';
import type { SceneStep } from '../house.ts';
import type { LocalTime } from '../local-time.ts';
import type { Place } from '../sun.ts';
import type { Present } from './conditions.ts';
import type { Due } from './triggers.ts';

/** What is in the agenda for automations. */
export type AutomationAlarm = { readonly trigger: Due } | { readonly run: number };

/** What automations need of the twin. */
export interface AutomationHost {
  readonly agenda: Agenda<AutomationAlarm>;
  readonly localTime: LocalTime;
  readonly place: Place;
  now(): Instant;
  value(cid: string, property: string): Value | null | undefined;
  command(command: Command): CommandOutcome;
  check(cid: string, property: string, value: unknown): CommandOutcome;
  /** The steps of a scene that could run now; `null` for one that could not. */
  stepsOf(scene: number): readonly SceneStep[] | null;
  /** Number of the scene's run, to be told of its end; `null` if it cannot run. */
  runScene(scene: number, cause: Cause): number | null;
  /** Writes a line of the kind `automation`. */
  journal(line: {
    readonly automation: number;
    readonly run: number;
    readonly event: string;
    readonly [field: string]: unknown;
  }): void;
}

/** What conditions see now. */
export const present = (host: AutomationHost): Present => ({
  now: host.now(),
  localTime: host.localTime,
  place: host.place,
  value: (cid, property) => host.value(cid, property),
});
