import { firstValueFrom } from 'rxjs';
import { type BusPoint, isRepointable } from '../hardware/bus.ts';
import { type Backend, milliseconds, type SystemClock, seconds } from '../twin/index.ts';
import type { North, Simulate } from './assemble-life.ts';
import type { Keeping } from './keeping.ts';
import type { Life } from './life.ts';
import type { Log } from './log.ts';
import { RenewableTwin } from './renewable-twin.ts';
import type { Scenario } from './scenario/scenario.ts';
import { type Turn, tryTurn, turned } from './turn.ts';
import { within } from './within.ts';

/** What is to change about a house while people are in it. */
export interface Renewal {
  readonly scenario: Scenario;
  /** Whether the bus of a name goes on as it is; one that does not is closed, and opened if the house still has it. */
  stays(bus: string): boolean;
  /** The points of a bus about which nothing else has changed; a bus that can take them stays linked. Left out: there is none. */
  repointed?(bus: string): readonly BusPoint<unknown>[] | undefined;
  bus(name: string): Backend;
  /** The broker that it is shown on from now on, `null` for none; left out: as it is. */
  readonly north?: North | null;
}

export interface RenewalOptions {
  readonly keeping: Keeping;
  readonly realClock: SystemClock;
  readonly simulate: Simulate | undefined;
  readonly log: Log;
  /** Whether the controller is being stopped. */
  isOver(): boolean;
}

export interface Renewed {
  readonly life: Life;
  /** Resolves with how it is shown on a broker, when everything that was left is closed and everything new is open. */
  settled(): Promise<Life['mqtt']>;
}

/** How long a moment is waited for in which no bus owes an answer; what it owes after that is not heard of any more. */
const PATIENCE = seconds(2);
const GLANCE = milliseconds(10);
/** How long a bus or a broker has for its farewell before its successor is opened. */
const FAREWELL = seconds(2);

/**
 * Lets a house go on by another description between two events: sessions, sockets and everybody else who is in it stay. Rejects
 * with a `Refusal`, with nothing changed, if it cannot; `undefined` if the controller is stopped meanwhile.
 */
export const renewedLife = async (
  life: Life,
  renewal: Renewal,
  options: RenewalOptions,
): Promise<Renewed | undefined> => {
  const { keeping, realClock, simulate, isOver } = options;
  const { scenario } = renewal;
  const { journal, clock } = life;
  const isSame = JSON.stringify(scenario) === JSON.stringify(life.scenario);
  const turn = (description: number): Turn => ({ scenario, description, now: clock.now(), wasOff: false });
  tryTurn({ ...life, twin: renewable(life).present }, turn(0), simulate);
  const description = isSame ? life.description : await keeping.describe(life, scenario);
  const start = realClock.elapsed();
  while (!life.buses.every(({ isIdle }) => isIdle) && realClock.elapsed() - start < PATIENCE) {
    await firstValueFrom(realClock.after(GLANCE));
  }
  if (isOver()) return undefined;
  journal.commit();
  if (isSame && life.buses.every(({ name }) => renewal.stays(name))) {
    return { life, settled: () => shown(life, renewal, options) };
  }
  return turnedLife(life, turn(description), renewal, options);
};

/** From here to its return nothing else happens. */
const turnedLife = (life: Life, turn: Turn, renewal: Renewal, options: RenewalOptions): Renewed => {
  const { journal, access, twin: before } = life;
  const twin = renewable(life);
  const since = before.sequence + 1;
  const reals = new Map(life.buses.map((bus) => [bus.name, bus.release()]));
  const core = turned({ ...life, twin: twin.present }, turn, {
    journal,
    simulate: options.simulate,
    begun: (begun) => twin.renew(begun.twin, since),
  });
  const opening = core.buses.filter((bus) => {
    const real = reals.get(bus.name);
    if (!real || !goesOn(real, renewal, options.log)) return true;
    reals.delete(bus.name);
    bus.goOn(real);
    return false;
  });
  access.houseChanged();
  twin.tellRenewed(turn.scenario.name);
  return {
    life: { ...life, ...core, twin },
    async settled() {
      const { keeping, realClock, log, isOver } = options;
      const leaving = [...reals.values()].map(async (bus) =>
        bus?.close().catch((error: unknown) => log.problem('close the bus', error, bus.name)),
      );
      // A bus that is opened anew may be at the same gateway, or on the same line.
      await within(realClock, FAREWELL, Promise.all(leaving));
      for (const bus of opening) if (!isOver()) bus.goOn(renewal.bus(bus.name));
      await access.tidy(twin);
      const mqtt = await shown(life, renewal, options);
      if (!isOver()) await keeping.checkpoint({ ...core, twin }, journal);
      return mqtt;
    },
  };
};

/** Whether a bus stays linked; if it does, it has the points that it is to have. */
const goesOn = (real: Backend, renewal: Renewal, log: Log): boolean => {
  if (renewal.stays(real.name)) return true;
  const points = renewal.repointed?.(real.name);
  if (points === undefined || !isRepointable(real)) return false;
  try {
    real.repoint(points);
    return true;
  } catch (error) {
    log.problem('take other points', error, real.name);
    return false;
  }
};

/** The house on its broker, as it is to be shown from now on. */
const shown = async (life: Life, { north }: Renewal, { realClock, log, isOver }: RenewalOptions) => {
  if (north === undefined) return life.mqtt;
  const leaving = life.mqtt?.close().catch((error: unknown) => log.problem('leave the broker', error));
  if (leaving !== undefined) await within(realClock, FAREWELL, leaving);
  return north === null || isOver() ? null : life.show(north);
};

const renewable = ({ twin }: Life): RenewableTwin => {
  if (twin instanceof RenewableTwin) return twin;
  throw new TypeError('only a real house is described anew');
};
