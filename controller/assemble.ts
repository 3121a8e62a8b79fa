import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createChangingArrivals } from '../api/arrivals.ts';
import { CallCounts } from '../api/call-counts.ts';
import type { Path } from '../api/caller.ts';
import { CALLS } from '../api/calls/index.ts';
import { createHttp } from '../api/http/http.ts';
import { createMonitoring } from '../api/metrics/monitoring.ts';
import { noQueueDrops } from '../api/queue-drops.ts';
import { ClientWatcher } from '../api/sandbox/client-report/client-watcher.ts';
import type { SandboxControl } from '../api/sandbox/sandbox-control.ts';
import { sandboxRoutes } from '../api/sandbox/sandbox-routes.ts';
import { type Alarm, type Backend, type Instant, later, minutes, SystemClock, seconds } from '../twin/index.ts';
import { about } from './about.ts';
import type { Simulate } from './assemble-life.ts';
import type { Certificate } from './certificate.ts';
import { watchClock } from './clock-watch.ts';
import { FailedCommands } from './failed-commands.ts';
import { type Counted, figuresOf, readinessOf } from './figures.ts';
import { HouseKeeper } from './house-keeper.ts';
import type { JournalLimits } from './journal/journal-limits.ts';
import type { Keeping } from './keeping.ts';
import { keepInMemory } from './keeping-in-memory.ts';
import type { Life } from './life.ts';
import type { Log } from './log.ts';
import { MeasuredBuses } from './measured-buses.ts';
import { MeasuredStore } from './measured-store.ts';
import { moveIn } from './move-in.ts';
import { OpenConnections } from './open-connections.ts';
import type { RealBuilding } from './real-building.ts';
import type { Renewal } from './renewal.ts';
import { SandboxDriver } from './sandbox-driver.ts';
import { PUBLISHED_PASSWORDS } from './scenario/default-accounts.ts';
import type { LoadScenario } from './scenario-folders.ts';
import { wasShown } from './unshown-password.ts';

export interface AssembleOptions {
  /** A scenario by name or file; left out: what the data folder holds, else `family-home`. */
  readonly scenario?: string | undefined;
  /** Left out: what the data folder holds, else the scenario's own. */
  readonly seed?: number | undefined;
  /** Where virtual time starts; left out: now. */
  readonly start?: Instant | undefined;
  /** Virtual seconds per real second; left out where time is `real`. */
  readonly speed?: number;
  /** A building of bricks: its time is that of the real clock, nobody drives it, and the folder follows its description. */
  readonly real?: RealBuilding;
  /** Where to keep what survives a restart; left out: nowhere. */
  readonly data?: string | undefined;
  /** How much of the journal is kept there; left out: what `JournalLimits` says. */
  readonly journal?: JournalLimits | undefined;
  /** What `/sandbox/v1` demands as a bearer token; left out: nothing. */
  readonly controlToken?: string | undefined;
  /** Addresses, or ranges such as `10.0.0.0/8`, of proxies that are believed when they say for whom they ask. */
  readonly proxies?: readonly string[] | undefined;
  readonly load: LoadScenario;
  readonly log: Log;
  /** Left out: one of its own. */
  readonly realClock?: SystemClock;
  /** Makes the devices; left out: the simulator. */
  readonly simulate?: Simulate | undefined;
}

/** A whole controller that is not listening yet. */
export interface Controller {
  /** The house that lives at present: another one after a reset. */
  readonly life: Life;
  readonly control: SandboxControl;
  readonly certificate: Certificate;
  /** Where what survives a restart is kept, in words for people. */
  readonly where: string;
  /** A listener has a new connection. */
  connected(socket: Socket): void;
  /** Answers a request of a listener that stands for `path`. */
  handle(req: IncomingMessage, res: ServerResponse, path: Path): void;
  /** Takes over a connection that asks to be a websocket. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, path: Path): void;
  /** Lets a real building go on by another description, with everybody in it. Rejects with a `Refusal`, with nothing changed, if it cannot. */
  renew(renewal: Renewal): Promise<void>;
  /** Believes these proxies, and no others, from now on. */
  believe(proxies: readonly string[]): void;
  /** Keeps as much of the journal from now on. */
  limitJournal(limits: JournalLimits): void;
  /** Whoever started it has seen the password that was made; until then the next start makes another one. */
  passwordWasShown(): Promise<void>;
  /** Ends it with everything kept. */
  close(): Promise<void>;
}

/** Puts everything together: clock, chance, store and devices make a twin, and around it stands the interface. */
export const assemble = async (options: AssembleOptions): Promise<Controller> => {
  const { log, load, controlToken, data, realClock = new SystemClock() } = options;
  const arrivals = createChangingArrivals(options.proxies);
  const kept = data === undefined ? keepInMemory() : await keepOnDisk(data, realClock, options);
  const store = kept.store === null ? null : new MeasuredStore(kept.store, realClock);
  const keeping: Keeping = { ...kept, store };
  const open = new OpenConnections();
  const begun = realClock.elapsed();
  const failed = new FailedCommands(realClock, log);
  const buses = new MeasuredBuses(realClock, (bus, point, reason) => failed.heard(bus, point, reason));
  const counted: Counted = {
    ...{ calls: new CallCounts(), drops: noQueueDrops(), connections: () => open.count },
    ...{ store, buses, realClock, begun },
  };
  const watcher =
    options.real === undefined
      ? new ClientWatcher({ now: () => keeper.life.clock.standsAt, networkClock: realClock })
      : undefined;
  const keeper: HouseKeeper = new HouseKeeper({
    ...options,
    north: options.real?.north,
    speed: options.real === undefined ? (options.speed ?? 1) : 'clock',
    bus: (name) => buses.measure(bus(options, name)),
    start: options.start,
    simulate: options.simulate,
    published: options.real === undefined ? new Set() : PUBLISHED_PASSWORDS,
    keeping,
    realClock,
    arrivals,
    ...{ callCounts: counted.calls, drops: counted.drops },
    watch: watcher,
  });
  try {
    await moveIn(keeper, keeping, options);
  } catch (error) {
    await keeping.close();
    throw error;
  }
  const report = ({ during, error }: { readonly during: string; readonly error: unknown }): void =>
    log.problem(during, error);
  const control = new SandboxDriver({ keeper, keeping, load, watcher });
  const token = controlToken === undefined ? {} : { token: controlToken };
  const http = createHttp({
    gate: { handle: (request) => keeper.life.gate.handle(request) },
    calls: CALLS,
    about: about(() => keeper.life, options.real !== undefined),
    arrivals,
    remoteToken: (token) => keeper.life.remoteTokens.accepts(token),
    areas:
      options.real === undefined
        ? [{ prefix: '/sandbox/v1', routes: sandboxRoutes({ control, report, ...token }) }]
        : [],
    report,
  });
  const monitoring = createMonitoring({
    figures: () => figuresOf(keeper.life, counted),
    readiness: () => readinessOf(keeper.life, store),
    isOn: () => keeper.life.twin.skills.get('metrics')?.enabled === true,
    networkClock: realClock,
    report,
  });
  const clockWatch = options.real === undefined ? undefined : watchClock(realClock, log.say);
  const housekeeping = data === undefined ? undefined : keepEveryMinute(keeper, realClock);

  return {
    get life() {
      return keeper.life;
    },
    control,
    certificate: keeping.certificate,
    where: keeping.where,
    connected: (socket) => open.add(socket),
    handle(req, res, path) {
      const { sockets, mcp } = keeper.life;
      if (sockets.claims(req.url)) sockets.handleRequest(req, res, path);
      else if (mcp.claims(req.url)) mcp.handle(req, res, path);
      else if (monitoring.claims(req.url) && arrivals.of(req, path).path === 'local') monitoring.handle(req, res);
      else http.handle(req, res, path);
    },
    upgrade: (req, socket, head, path) => keeper.life.sockets.handleUpgrade(req, socket, head, path),
    renew: (renewal) => keeper.renew({ ...renewal, bus: (name) => buses.measure(renewal.bus(name)) }),
    believe: (proxies) => arrivals.believe(proxies),
    passwordWasShown: async () => {
      if (store !== null) await wasShown(store);
    },
    limitJournal: (limits) => keeper.limitJournal(limits),
    async close() {
      housekeeping?.clear();
      clockWatch?.clear();
      monitoring.close();
      watcher?.close();
      await keeper.end();
      await http.close();
    },
  };
};

const bus = ({ real }: AssembleOptions, name: string): Backend => {
  if (real === undefined) throw new Error(`a simulated house has no bus ${name}`);
  return real.bus(name);
};

/** What needs SQLite is loaded only where something is kept. */
const keepOnDisk = async (data: string, realClock: SystemClock, { log, journal }: AssembleOptions): Promise<Keeping> =>
  (await import('./keeping-on-disk.ts')).keepOnDisk(data, { realClock, say: log.say, journal });

/** A sudden end costs at most the replay of a minute, or of so many lines. */
const keepEveryMinute = (keeper: HouseKeeper, realClock: SystemClock): Alarm => {
  let kept = { sequence: keeper.life.twin.sequence, at: realClock.now() };
  let isKeeping = false;
  const alarm = realClock.alarm(() => {
    alarm.set(later(realClock.now(), LOOK));
    const { sequence } = keeper.life.twin;
    const age = realClock.now() - kept.at;
    const isDue = age >= minutes(1) || Math.abs(sequence - kept.sequence) > LINES;
    if (isKeeping || sequence === kept.sequence || !isDue) return;
    isKeeping = true;
    kept = { sequence, at: realClock.now() };
    keeper.keep().finally(() => {
      isKeeping = false;
    });
  });
  alarm.set(later(realClock.now(), LOOK));
  return alarm;
};

const LOOK = seconds(5);
const LINES = 100_000;
