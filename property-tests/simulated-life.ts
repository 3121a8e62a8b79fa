import {
  createSimulator,
  type Settings,
  SIMULATOR,
  type Simulator,
  type SimulatorState,
} from '../hardware/simulator/index.ts';
import {
  type Cid,
  type ComponentRecord,
  type House,
  type Instant,
  KINDS,
  kindOf,
  VirtualClock,
} from '../twin/index.ts';

export const START = Date.parse('2026-03-02T06:30:00Z') as Instant;

/** A device of a house that a test is about. */
export interface Thing {
  readonly type: string;
  readonly rooms?: readonly number[];
  readonly device?: Settings;
}

/** A house of the given things, C1 first; room 1 is a living room, room 2 a bedroom. */
export function houseOf(things: readonly Thing[]): {
  readonly house: House;
  readonly devices: Record<string, Settings>;
} {
  const components = things.map(
    ({ type, rooms = [1] }, index): ComponentRecord => ({
      cid: `C${index + 1}`,
      name: `${type} ${index + 1}`,
      category: kindOf(type)?.category ?? '',
      type,
      rooms,
      backend: SIMULATOR,
    }),
  );
  const house: House = {
    name: 'Test house',
    timeZone: 'Europe/Berlin',
    place: { latitude: 48.1, longitude: 11.6 },
    components,
    rooms: [
      { id: 1, name: 'Living room', zones: [] },
      { id: 2, name: 'Bedroom', zones: [] },
    ],
    zones: [],
    scenes: [],
  };
  const settings = things.flatMap(({ device }, index) => (device ? [[`C${index + 1}`, device] as const] : []));
  return { house, devices: Object.fromEntries(settings) };
}

/** A simulated house, its clock, and everything that was said in it. */
export interface Life {
  readonly simulator: Simulator;
  readonly clock: VirtualClock;
  /** What was said so far: `<ms since the start> <cid> <property> <content>`. */
  readonly said: string[];
  pass(seconds: number): void;
  command(cid: string, property: string, content: number | string): void;
  /** The last content of a point. */
  now(cid: string, property: string): unknown;
}

/** How a life begins; with a `state` it goes on. Times are told from `origin` on. */
export interface LifeOptions {
  readonly seed?: number;
  readonly start?: Instant;
  readonly origin?: Instant;
  readonly state?: SimulatorState | undefined;
}

/** Simulates a house of the given things from `start` on; nothing happens until time passes. */
export function live(
  things: readonly Thing[],
  { seed = 1, start = START, origin = start, state }: LifeOptions = {},
): Life {
  const { house, devices } = houseOf(things);
  const rooms = {
    1: { use: 'living-room', area: 30, facing: 'south' },
    2: { use: 'bedroom', area: 15, facing: 'east' },
  };
  const clock = new VirtualClock(start);
  const simulator = createSimulator({ clock, seed, house, settings: { rooms, devices }, ...(state && { state }) });
  const said: string[] = [];
  const present = new Map<string, unknown>();
  simulator.reports.subscribe(({ cid, property, content, byHand }) => {
    present.set(`${cid} ${property}`, content);
    said.push(`${clock.now() - origin} ${cid} ${property} ${content}${byHand ? ' by hand' : ''}`);
  });
  return {
    simulator,
    clock,
    said,
    pass: (seconds) => clock.advanceTo((clock.now() + Math.round(seconds * 1_000)) as Instant),
    command: (cid, property, content) => {
      simulator.write({ cid: cid as Cid, property }, content, { by: 'device' }).subscribe();
    },
    now: (cid, property) => present.get(`${cid} ${property}`),
  };
}

/** One device of every kind, half of them in each room. */
export const EVERYTHING: readonly Thing[] = KINDS.map(({ type }, index) => ({ type, rooms: [(index % 2) + 1] }));
