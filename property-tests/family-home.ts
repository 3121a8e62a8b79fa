import { loadScenario } from '../controller/scenario/index.ts';
import { createSimulator, type Simulator } from '../hardware/simulator/index.ts';
import {
  type Cid,
  type Content,
  createTwin,
  type Instant,
  KINDS,
  type RunTrace,
  type Twin,
  type Value,
  VirtualClock,
} from '../twin/index.ts';

/** The family home with its simulated devices and people, on virtual time. */
export interface FamilyHome {
  readonly twin: Twin;
  readonly simulator: Simulator;
  readonly journal: readonly string[];
  value(cid: Cid, property: string): Value | null | undefined;
  /** A device changes by hand or by nature. */
  press(cid: Cid, property: string, content: Content): void;
  command(cid: Cid, property: string, value: Value): void;
  /** Lets time pass until a moment in UTC. */
  until(iso: string): void;
  passes(seconds: number): void;
  /** Runs of an automation by its name that began at or after `since`, and came about as `result` says. */
  runs(name: string, result: RunTrace['result'], since?: string): readonly RunTrace[];
}

/** Begins at `start`; the first reports are in, and the controller has started. */
export async function familyHome(start: string, seed = 1): Promise<FamilyHome> {
  const written = new URL('../scenarios/', import.meta.url).pathname;
  const { house, devices } = await loadScenario('family-home', { written });
  const clock = new VirtualClock(Date.parse(start) as Instant);
  const simulator = createSimulator({ clock, seed, house, settings: devices });
  const journal: string[] = [];
  const twin = createTwin({
    house,
    kinds: new Map(KINDS.map((kind) => [kind.type, kind])),
    clock,
    backends: [simulator],
    journal: { append: (line) => journal.push(line) },
  });
  clock.advanceTo(clock.standsAt);
  twin.started();
  return {
    twin,
    simulator,
    journal,
    value: (cid, property) => twin.components.get(cid)?.entry(property)?.value,
    press: (cid, property, content) => {
      const fault = simulator.press({ cid, property, content });
      if (typeof fault === 'string') throw new Error(fault);
    },
    command: (cid, property, value) => {
      const cause = { by: 'user', user: 'resident', call: 'componentUpdate' } as const;
      const outcome = twin.command({ cid, property, value, cause });
      if (outcome !== 'accepted') throw new Error(outcome);
    },
    until: (iso) => void clock.advanceTo(Date.parse(iso) as Instant),
    passes: (seconds) => void clock.advanceTo((clock.now() + seconds * 1_000) as Instant),
    runs: (name, result, since = start) => {
      const id = [...twin.automations.values()].find((record) => record.name === name)?.id ?? 0;
      return twin.runsOf(id).filter((run) => run.result === result && run.started >= Date.parse(since));
    },
  };
}
