import { Observable, of, Subject } from 'rxjs';
import {
  Agenda,
  type AgendaState,
  accepts,
  type Backend,
  type Clock,
  type Content,
  described,
  type House,
  type Instant,
  type Link,
  type PointAddress,
  type PropertyKind,
  RANK,
  type Report,
  type Resumable,
  type WriteOutcome,
} from '../../twin/index.ts';
import type { Device } from './device.ts';
import type { HouseState } from './house-state.ts';
import type { SimulatorSettings } from './settings.ts';
import { type Happening, SimulatedHouse } from './simulated-house.ts';

/** Name of the backend; component records name it. */
export const SIMULATOR = 'simulator';

export interface SimulatorOptions {
  readonly clock: Clock;
  readonly seed: number;
  readonly house: House;
  readonly settings: SimulatorSettings;
  /** Left out: a house that begins, and says all it has. Given: one that goes on. */
  readonly state?: SimulatorState;
}

/** A simulator between two instants, as JSON. */
export interface SimulatorState {
  readonly agenda: AgendaState<Happening>;
  readonly house: HouseState;
}

/**
 * Simulated devices behind the port of every backend. The same clock, seed, house and settings give the same reports. The first
 * listener hears what every device has at the start.
 */
export interface Simulator extends Backend, Resumable<SimulatorState> {
  /** Somebody changes a device by hand: it reports so at once. Answers a sentence if that cannot be, and changes nothing. */
  press(report: Pick<Report, 'property' | 'content'> & { readonly cid: string }): string | null;
}

/** A house full of devices at the present instant of the clock. */
export function createSimulator({ clock, seed, house, settings, state: before }: SimulatorOptions): Simulator {
  const reports = new Subject<Report>();
  const now = clock.now();
  let isClosed = false;
  // Nobody may miss the first values, whoever looks at the clock before they listen.
  let isIntroduced = before !== undefined;
  // What was missed while nobody was there happens once, now, and goes on from here.
  const agenda = new Agenda<Happening>(clock, RANK.hardware, (happening) => simulated.happen(happening, clock.now()));
  const simulated = new SimulatedHouse({
    house,
    settings,
    seed,
    now,
    backend: SIMULATOR,
    plan: (due, happening) => agenda.add(due, happening),
    report: (report) => reports.next(report),
  });
  const resume = (state: SimulatorState, at: Instant): void => {
    isIntroduced = true;
    simulated.resume(state.house, at);
    agenda.resume(state.agenda);
  };
  if (before === undefined) simulated.begin();
  else resume(before, now);

  return {
    name: SIMULATOR,
    repeatable: true,
    reports: new Observable<Report>((subscriber) => {
      const subscription = reports.subscribe(subscriber);
      if (!isIntroduced && !isClosed) {
        isIntroduced = true;
        simulated.introduce();
      }
      return subscription;
    }),
    link: new Observable<Link>((subscriber) => {
      subscriber.next({ cid: null, up: true });
      for (const { cid } of simulated.devices()) subscriber.next({ cid, up: true });
    }),
    write: (point, content) => {
      const reason = isClosed ? 'the simulator is closed' : refusal(simulated, point, content);
      if (reason !== null) return of({ ok: false, reason });
      const device = simulated.device(point.cid);
      if (device !== undefined) simulated.command(device, point.property, content, clock.now());
      return TAKEN;
    },
    press: ({ cid, property, content }) => {
      const device = simulated.device(cid);
      const row = rowOf(device, property);
      if (isClosed) return 'The simulator is closed.';
      if (device === undefined) return `There is no simulated device ${cid}.`;
      if (row === undefined) return `A ${device.kind.type} such as ${cid} has no property ${property}.`;
      if (property === 'reachable') return 'Whether a device can be reached is not something that the device reports.';
      if (!accepts(row.content, content)) return `The content of ${property} is ${described(row.content)}.`;
      simulated.press(device, property, content, clock.now());
      return null;
    },
    state: () => ({ agenda: agenda.state(), house: simulated.state() }),
    resume,
    close: async () => {
      isClosed = true;
      agenda.close();
    },
  };
}

const TAKEN: Observable<WriteOutcome> = of({ ok: true });

/** Why a device cannot take a content; `null` if it can. */
function refusal(simulated: SimulatedHouse, { cid, property }: PointAddress, content: Content): string | null {
  const row = rowOf(simulated.device(cid), property);
  if (row === undefined) return `there is no simulated point ${cid} ${property}`;
  if (!row.commandable) return `${cid} ${property} cannot be commanded`;
  return accepts(row.content, content) ? null : `${cid} ${property} takes ${described(row.content)}`;
}

/** Only what the kind itself names: a property may come from outside and be any word. */
const rowOf = (device: Device | undefined, property: string): PropertyKind | undefined =>
  device !== undefined && Object.hasOwn(device.kind.properties, property)
    ? device.kind.properties[property]
    : undefined;
