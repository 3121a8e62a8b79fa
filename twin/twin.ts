import type { Observable } from 'rxjs';
import type { Backend } from './backend.ts';
import type { House, RoomRecord, SceneRecord, ZoneRecord } from './building/house.ts';
import type { SceneResult, SceneRunsState } from './building/scene-runs.ts';
import type { Clock } from './clock/clock.ts';
import type { Component, ComponentState } from './component.ts';
import type { Cause, Cid, DataEntry, Value } from './data-entry.ts';
import type { JournalSink, Resumable } from './journal.ts';
import type { Kind } from './kind.ts';
import type { LinksState } from './links.ts';

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
}

/** Everything of which the future of the twin follows. */
export interface TwinState {
  readonly sequence: number;
  readonly components: { readonly [cid: string]: ComponentState };
  readonly links: { readonly [backend: string]: LinksState };
  readonly scenes: SceneRunsState;
}

/** The building as a deterministic machine: inputs in, data entries out, commands down to the backends. */
export interface Twin extends Resumable<TwinState> {
  readonly house: House;
  /** Every entry of every component, in order, as it comes about. Hot; completes when the twin is closed. */
  readonly entries: Observable<DataEntry>;
  readonly components: ReadonlyMap<string, Component>;
  readonly rooms: ReadonlyMap<number, RoomRecord>;
  readonly zones: ReadonlyMap<number, ZoneRecord>;
  readonly scenes: ReadonlyMap<number, SceneRecord>;
  /** Position in the one order of everything so far. */
  readonly sequence: number;
  command(command: Command): CommandOutcome;
  /** Whether `value` can be commanded, without commanding it. */
  check(cid: string, property: string, value: unknown): CommandOutcome;
  /** Runs a scene; emits once when the last step has been carried out and completes. `undefined` for an unknown id. */
  runScene(id: number, cause: Cause): Observable<SceneResult> | undefined;
  close(): void;
}
