import type { Observable } from 'rxjs';
import type { AgendaState } from './agenda.ts';
import type { Backend } from './backend.ts';
import type { AutomationRecord } from './building/automations/automation.ts';
import type { AutomationsState } from './building/automations/automations.ts';
import type { DryRun } from './building/automations/dry-run.ts';
import type { AutomationAlarm } from './building/automations/host.ts';
import type { RunTrace } from './building/automations/trace.ts';
import type { BuildingState } from './building/building.ts';
import type { ConfigurationChange, ConfigurationEvent, ConfigurationOutcome } from './building/configuration.ts';
import type { House, RoomRecord, SceneRecord, ZoneRecord } from './building/house.ts';
import type { EndedScene, SceneResult, SceneRunsState } from './building/scene-runs.ts';
import type { SkillRecord } from './building/skills.ts';
import type { Clock, Instant } from './clock/clock.ts';
import type { Component, ComponentState } from './component.ts';
import type { Cause, Cid, DataEntry, Value } from './data-entry.ts';
import type { JournalSink, Resumable } from './journal.ts';
import type { Kind } from './kind.ts';
import type { LinksState } from './links.ts';
import type { UnansweredWrite } from './writes.ts';

/** What came of a command. Only `accepted` is written to the journal and sent to the device. */
export type CommandOutcome =
  | 'accepted'
  /** No such component. */
  | 'unknown-component'
  /** No such property, or one that only the device itself changes. */
  | 'not-commandable'
  /** The property cannot take this value. */
  | 'invalid-value';

export interface Command {
  readonly cid: Cid;
  readonly property: string;
  readonly value: Value;
  readonly cause: Cause;
}

export interface TwinOptions {
  readonly house: House;
  /** The kinds of the house's components, by `type`. */
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly clock: Clock;
  readonly backends: readonly Backend[];
  readonly journal: JournalSink;
  /** Left out: a twin that begins. Given: one that goes on, on a clock that stands where it stood then, with its backends resumed already. */
  readonly state?: TwinState;
  /** The twin with whose `state` it goes on in the same process: that one ends, and who waits there for a scene waits here. */
  readonly before?: Twin;
}

/** Everything of which the future of the twin follows. */
export interface TwinState {
  readonly sequence: number;
  readonly components: { readonly [cid: string]: ComponentState };
  readonly links: { readonly [backend: string]: LinksState };
  /** What real buses have not answered yet, the oldest first; left out: nothing. */
  readonly writes?: readonly UnansweredWrite[];
  readonly building: BuildingState;
  readonly scenes: SceneRunsState;
  readonly automations: { readonly agenda: AgendaState<AutomationAlarm>; readonly runs: AutomationsState };
}

/** The building as a deterministic machine: inputs in, data entries out, commands down to the backends. */
export interface Twin extends Resumable<TwinState> {
  readonly house: House;
  /** Every change of the configuration that took effect, in order. Hot; completes when the twin is closed. */
  readonly configuration: Observable<ConfigurationEvent>;
  /** Every entry of every component, in order, as it comes about. Hot; completes when the twin is closed. */
  readonly entries: Observable<DataEntry>;
  readonly components: ReadonlyMap<string, Component>;
  readonly rooms: ReadonlyMap<number, RoomRecord>;
  readonly zones: ReadonlyMap<number, ZoneRecord>;
  readonly scenes: ReadonlyMap<number, SceneRecord>;
  readonly automations: ReadonlyMap<number, AutomationRecord>;
  readonly skills: ReadonlyMap<string, SkillRecord>;
  /** Position in the one order of everything so far. */
  readonly sequence: number;
  command(command: Command): CommandOutcome;
  /** Whether `value` can be commanded, without commanding it. */
  check(cid: string, property: string, value: unknown): CommandOutcome;
  /** Runs a scene; emits once when the last step has been carried out and completes. `undefined` for an unknown id. */
  runScene(id: number, cause: Cause): Observable<SceneResult> | undefined;
  /** Ends the runs of a scene where they are; answers how many there were. */
  stopScene(id: number, cause: Cause): number;
  /** How a scene ended the last time. */
  lastRun(scene: number): EndedScene | undefined;
  /** Carries out a change of the configuration: all of it, or nothing. */
  configure(change: ConfigurationChange, cause: Cause): ConfigurationOutcome;
  /** Writes down a change of what is kept elsewhere, such as a user. `record` never holds a secret. */
  note(event: Omit<ConfigurationEvent, 'sequence'>, record: { readonly [field: string]: unknown } | null): void;
  /** Runs an automation because somebody asked; the number of the run, or `null` for an unknown automation and while the skill is off. */
  runAutomation(id: number, cause: Cause): number | null;
  /** What an automation would find and send now; nothing is sent. `null` for an unknown one. */
  rehearse(automation: number): DryRun | null;
  /** The latest runs of an automation, newest last. */
  runsOf(automation: number): readonly RunTrace[];
  /** The controller has started: automations that wait for that run. */
  started(): void;
  /** Nothing was done between two instants, the second of which is now: time leapt over what was due. To be told before any of that rings. */
  wasAway(since: Instant, until: Instant): void;
  close(): void;
}
