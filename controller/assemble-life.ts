import { filter } from 'rxjs';
import { unguessable } from '../api/access/secrets.ts';
import type { Arrivals } from '../api/arrivals.ts';
import type { CallCounts } from '../api/call-counts.ts';
import { CALLS } from '../api/calls/index.ts';
import type { ClientWatch } from '../api/client-watch.ts';
import { configurationUpdates } from '../api/configuration-updates.ts';
import { countedGate } from '../api/counted-gate.ts';
import { createAudit } from '../api/create-audit.ts';
import { createEvents } from '../api/events.ts';
import { createGate } from '../api/gate.ts';
import { createMcp } from '../api/mcp/mcp.ts';
import { createMqtt, type MqttOptions } from '../api/mqtt/mqtt.ts';
import type { ReportProblem } from '../api/problem.ts';
import type { QueueDrops } from '../api/queue-drops.ts';
import { createRecordTexts } from '../api/record-texts.ts';
import { createSocket } from '../api/socket/socket.ts';
import { watchedGate } from '../api/watched-gate.ts';
import { createWebHooks } from '../api/webhooks/create-web-hooks.ts';
import { ResumedBackend } from '../hardware/replay/resumed-backend.ts';
import { createSimulator, SIMULATOR, type Simulator } from '../hardware/simulator/index.ts';
import {
  type Away,
  createTwin,
  type House,
  type Instant,
  type JournalSink,
  KINDS,
  type SystemClock,
  seconds,
  type Twin,
  VirtualClock,
} from '../twin/index.ts';
import type { assembleAccess } from './assemble-access.ts';
import { durableEvents } from './durable-events.ts';
import { durableGate } from './durable-gate.ts';
import { HaltingPace } from './halting-pace.ts';
import type { Journal } from './journal/journal.ts';
import { JournalHistory } from './journal/journal-history.ts';
import type { Checkpoint, Identity } from './kept-house.ts';
import type { Life } from './life.ts';
import type { Scenario } from './scenario/scenario.ts';
import { skillOf } from './skill-of.ts';
import { userAgentOf } from './user-agent.ts';
import { VERSION } from './version.ts';

/** Makes a backend for the house; benches bring devices of their own. */
export type Simulate = typeof createSimulator;

/** The part of a life that is deterministic. */
export interface Core {
  readonly identity: Identity;
  readonly scenario: Scenario;
  /** Number of the scenario among those that the house has been described by since its epoch began; 0: it began with it. */
  readonly description: number;
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  /** The real buses of the house. They are silent until somebody lets them go on. */
  readonly buses: readonly ResumedBackend[];
  readonly twin: Twin;
}

export interface CoreOptions {
  readonly identity: Identity;
  readonly scenario: Scenario;
  readonly journal: JournalSink;
  /** Left out: 0. */
  readonly description?: number | undefined;
  readonly simulate?: Simulate | undefined;
  /** Where to go on from; left out: the beginning. */
  readonly checkpoint?: Checkpoint | undefined;
  /** The core whose house this one goes on with, on its clock; it ends. Left out: it ended with its process. */
  readonly before?: Core | undefined;
}

/** A house at its beginning or at a checkpoint. Nothing has happened in it since. */
export const assembleCore = (options: CoreOptions): Core => {
  const { identity, scenario, description = 0, journal, checkpoint, before, simulate = createSimulator } = options;
  const { house } = scenario;
  void before?.simulator.close();
  const clock = before?.clock ?? new VirtualClock(checkpoint?.now ?? identity.start);
  const simulator = simulate({
    clock,
    seed: identity.seed,
    house: simulatedPartOf(house),
    settings: scenario.devices,
    ...(checkpoint?.simulator && { state: checkpoint.simulator }),
  });
  const buses = (scenario.buses ?? []).map(
    (name) => new ResumedBackend({ name, cids: reachedBy(name, house), sequence: () => twin.sequence }),
  );
  // What is overdue waits until everything is in its place.
  const twin: Twin = clock.still(() =>
    createTwin({
      house,
      kinds: new Map(KINDS.map((kind) => [kind.type, kind])),
      clock,
      backends: [simulator, ...buses],
      journal,
      ...(checkpoint && { state: checkpoint.twin }),
      ...(before && { before: before.twin }),
    }),
  );
  return { identity, scenario, description, clock, simulator, buses, twin };
};

/** Whether two descriptions simulate the same devices in the same surroundings. */
export const simulateTheSame = (one: Scenario, other: Scenario): boolean =>
  JSON.stringify([one.seed, one.devices, simulatedPartOf(one.house)]) ===
  JSON.stringify([other.seed, other.devices, simulatedPartOf(other.house)]);

/** A house without simulated devices needs neither weather nor walls. */
const simulatedPartOf = (house: House): House =>
  house.components.some(({ backend }) => backend === SIMULATOR) ? house : { ...house, components: [], rooms: [] };

const reachedBy = (bus: string, { components }: House): ReadonlySet<string> =>
  new Set(components.filter(({ backend }) => backend === bus).map(({ cid }) => cid));

/** The broker that a house is shown on, and the user who defines what is shown there. */
export type North = Pick<MqttOptions, 'url' | 'user' | 'client' | 'base' | 'discovery' | 'isReached' | 'say'>;

export interface LifeParts extends Awaited<ReturnType<typeof assembleAccess>> {
  readonly core: Core;
  readonly journal: Journal;
  readonly speed: number | Away;
  readonly realClock: SystemClock;
  readonly arrivals: Arrivals;
  readonly callCounts: CallCounts;
  readonly drops: QueueDrops;
  readonly north?: North | undefined;
  readonly watch: ClientWatch | undefined;
  readonly report: ReportProblem;
}

/** Everything around a core: from here on time passes and people are let in. */
export const assembleLife = (parts: LifeParts): Life => {
  const { core, journal, access, remoteTokens, mcpTokens, store, realClock, arrivals, north, watch, drops, report } =
    parts;
  const { clock, twin } = core;
  const controller = {
    version: VERSION,
    get name() {
      return twin.house.name;
    },
  };
  const events = durableEvents(createEvents({ twin, networkClock: realClock }), journal);
  const audit = createAudit({ clock, networkClock: realClock, store, report });
  const webHooks = createWebHooks(
    {
      ...{ store, clock, events, report },
      networkClock: realClock,
      present: (cid, property) => twin.components.get(cid)?.entry(property),
      skill: skillOf(twin, 'webhooks'),
      renewed: twin.configuration.pipe(filter(({ collection }) => collection === 'house')),
      get userAgent() {
        return userAgentOf(twin.house.name);
      },
    },
    parts.webHookParts,
  );
  const isCounted = (): boolean => twin.skills.get('metrics')?.enabled === true;
  const answering = durableGate(
    createGate({
      ...{ calls: CALLS, access, remoteTokens, mcpTokens, twin },
      records: createRecordTexts(twin),
      versions: { api: '1', ncd: VERSION, engine: VERSION },
      networkClock: realClock,
      audit,
      history: new JournalHistory(journal, realClock, { drops }),
      ...{ webHooks, drops },
      report,
    }),
    CALLS,
    journal,
  );
  const counts = parts.callCounts;
  const counted = countedGate(answering, { calls: CALLS, counts, networkClock: realClock, isOn: isCounted });
  const gate = watch === undefined ? counted : watchedGate(counted, watch);
  const configuration = configurationUpdates(twin, { users: access.users, remoteTokens, mcpTokens, webHooks });
  const sockets = createSocket({
    gate,
    access,
    events,
    configuration,
    networkClock: realClock,
    remoteToken: (token) => remoteTokens.accepts(token),
    remoteTokenChanges: remoteTokens.changes,
    ...{ arrivals, report, watch, drops },
  });
  const mcp = createMcp({
    gate,
    calls: CALLS,
    tokens: mcpTokens,
    audit,
    arrivals,
    isOn: () => twin.skills.get('mcp')?.enabled === true,
    newSessionId: () => unguessable(SESSION_BYTES).toString('base64url'),
    events,
    configuration,
    clock,
    networkClock: realClock,
    ...{ controller, report, drops },
  });
  const show = (on: North) =>
    createMqtt({
      ...on,
      ...{ gate, events, configuration, store, changes: access.changes, drops },
      caller: () => access.deputy(on.user, 'mqtt'),
      networkClock: realClock,
      controller,
    });
  const real = {
    now: () => realClock.now(),
    elapsed: () => realClock.elapsed(),
    alarm: (ring: () => void) => realClock.alarm(ring),
    breathe: () => realClock.breathe(),
    heard: () => Promise.all([sockets.caughtUp(PATIENCE), webHooks.caughtUp(PATIENCE)]).then(() => undefined),
  };
  const pace = new HaltingPace(clock, real, parts.speed);
  return {
    ...core,
    journal,
    access,
    remoteTokens,
    mcpTokens,
    audit,
    store,
    events,
    gate,
    sockets,
    mcp,
    webHooks,
    mqtt: north === undefined ? null : show(north),
    show,
    pace,
  };
};

/** Of the identifier of an MCP session. */
const SESSION_BYTES = 24;

/** How long a clock that is driven waits for clients and receivers that are slow; one that follows real time does not wait. */
const PATIENCE = seconds(5);

/** Lets happen what is due at the very instant at which the clock stands, such as the first reports of all devices. */
export const settle = ({ clock }: Core): Instant => {
  clock.advanceTo(clock.standsAt);
  return clock.standsAt;
};
