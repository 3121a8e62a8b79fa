import { type Instant, type JournalLine, type JournalSink, ofChangedHouse, toIso } from '../twin/index.ts';
import { assembleCore, type Core, type Simulate, settle, simulateTheSame } from './assemble-life.ts';
import { LateSink } from './late-sink.ts';
import { Refusal } from './refusal.ts';
import type { Scenario } from './scenario/scenario.ts';

/** A point at which a real house goes on by a description: at a start of the controller, or when its configuration is read again. */
export interface Turn {
  readonly scenario: Scenario;
  /** Number of the description (`Core`). */
  readonly description: number;
  readonly now: Instant;
  /** The controller was off until now: what was due meanwhile did not happen, and is overdue. */
  readonly wasOff: boolean;
}

export interface TurnOptions {
  readonly journal: JournalSink;
  readonly simulate?: Simulate | undefined;
  /** Called with the new core before anything happens in it at its first instant. */
  readonly begun?: (core: Core) => void;
}

/**
 * Lets the house of `before`, which ends, go on by a description. The journal is told so in a line of its own: whoever replays it
 * turns at the same place, with the same result. Throws a `Refusal`, with nothing changed, for a description under which this house cannot go on.
 */
export const turned = (before: Core, turn: Turn, { journal, simulate, begun }: TurnOptions): Core => {
  const { identity } = before;
  const { scenario, description, wasOff } = turn;
  const lines = new LateSink();
  const checkpoint = checkpointOf(before, turn);
  lines.append(lineOf(turn, checkpoint.sequence));
  if (wasOff) before.twin.close();
  const core = assembleCore({
    identity: { ...identity, scenario: scenario.name, seed: scenario.seed },
    ...{ scenario, description, simulate, checkpoint },
    journal: lines,
    before: wasOff ? undefined : before,
  });
  lines.attach(journal);
  begun?.(core);
  settle(core);
  return core;
};

/** Throws a `Refusal` if `turned` could not; nothing changes. */
export const tryTurn = (before: Core, turn: Turn, simulate?: Simulate): void => {
  const { identity } = before;
  const { scenario } = turn;
  const checkpoint = checkpointOf(before, turn);
  const core = assembleCore({ identity, scenario, checkpoint, simulate, journal: { append: () => {} } });
  core.twin.close();
  void core.simulator.close();
};

/** The turn that a line of the journal tells of; `undefined` for any other line. */
export const turnIn = ({ kind, collection, record, at }: JournalLine) => {
  if (kind !== 'configuration' || collection !== 'house') return undefined;
  const { description, wasOff } = (record ?? {}) as Partial<Turn>;
  if (description === undefined || wasOff === undefined) return undefined;
  return { description, wasOff, now: Date.parse(at) as Instant };
};

const checkpointOf = (before: Core, { scenario, now }: Turn) => {
  const isSame = JSON.stringify(scenario) === JSON.stringify(before.scenario);
  // What a bus had not answered by now is not heard of any more.
  const { writes: _, ...state } = isSame ? before.twin.state() : stateUnder(scenario, before);
  const sequence = before.twin.sequence + 1;
  return {
    ...{ epoch: before.identity.epoch, now, sequence },
    twin: { ...state, sequence },
    // The simulated part of another house begins anew.
    ...(simulateTheSame(scenario, before.scenario) && { simulator: before.simulator.state() }),
  };
};

const stateUnder = (scenario: Scenario, { scenario: { house }, twin }: Core) => {
  try {
    return ofChangedHouse(twin.state(), house, scenario.house);
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(`${scenario.name}: ${error.message}`) : error;
  }
};

const lineOf = ({ scenario, description, now, wasOff }: Turn, seq: number): string =>
  JSON.stringify({
    ...{ seq, at: toIso(now), kind: 'configuration', user: null, call: null },
    ...{ collection: 'house', action: 'set', id: scenario.name, record: { description, wasOff } },
  });
