import type { CallCounts } from '../call-counts.ts';

/** What the controller can say of itself in numbers. No name of a person or a device is among them. */
export interface Figures {
  readonly version: string;
  /** Of the runtime. */
  readonly node: string;
  /** Bytes, as `process.memoryUsage()` names them. */
  readonly memory: {
    readonly rss: number;
    readonly heapUsed: number;
    readonly heapTotal: number;
    readonly external: number;
  };
  /** Seconds of processor time since the start. */
  readonly cpu: { readonly user: number; readonly system: number };
  /** Seconds since the start, in real time. */
  readonly uptime: number;
  readonly calls: CallCounts;
  /** What bounded queues did not take, or gave up, because they were full; by queue. */
  readonly drops: { readonly [queue: string]: number };
  /** Open connections to all listeners. */
  readonly connections: number;
  readonly sockets: number;
  /** Socket.io clients that were cut off because they did not read. */
  readonly slowReaders: number;
  readonly mcpSessions: number;
  readonly sessions: number;
  /** User names and source addresses whose logins are blocked at present. */
  readonly lockedOut: { readonly usernames: number; readonly sources: number };
  readonly events: { readonly batches: number; readonly entries: number; readonly waiting: number };
  readonly webHooks: {
    readonly count: number;
    readonly waiting: number;
    readonly answered: number;
    readonly failed: number;
    readonly dropped: number;
  };
  readonly journal: {
    readonly lines: { readonly [kind: string]: number };
    /** Runs of automations that have ended, by their result. */
    readonly runs: { readonly [result: string]: number };
    readonly writes: number;
    readonly seconds: number;
    /** On disk. */
    readonly bytes: number;
    /** Parts that were given up because of its limits. */
    readonly forgotten: number;
    /** It cannot be written at present. */
    readonly isStuck: boolean;
  };
  readonly store: {
    readonly writes: number;
    readonly failures: number;
    readonly seconds: number;
    readonly underWay: number;
  };
  readonly buses: readonly BusFigures[];
  /** The broker that the house is shown on; `null`: none. */
  readonly broker: BrokerFigures | null;
  readonly components: number;
  /** Of these, those that do not answer. */
  readonly unreachable: number;
  /** Virtual seconds per real second. */
  readonly speed: number;
  /** Seconds by which real time, as the controller knows it, is ahead of the clock of the machine. */
  readonly clockAhead: number;
}

/** What goes to and comes from the broker that the house is shown on. */
export interface BrokerFigures {
  readonly isUp: boolean;
  /** How often it was reached. */
  readonly connections: number;
  /** Messages with values and announcements. */
  readonly sent: number;
  /** Topics that wait for the network. */
  readonly waiting: number;
  readonly commands: { readonly taken: number; readonly refused: number; readonly dropped: number };
}

/** What goes over one bus. */
export interface BusFigures {
  /** As the configuration names it. */
  readonly name: string;
  /** Whether it is connected. */
  readonly up: boolean;
  /** Its devices that do not answer, as far as the bus tells them apart. */
  readonly devicesDown: number;
  readonly reports: number;
  /** Commands that the bus took. */
  readonly taken: number;
  readonly failed: number;
  /** Commands that have no outcome yet. */
  readonly waiting: number;
  /** What waits for its turn on the bus: commands, answers and questions. */
  readonly queued: number;
  /** What was given up before its turn came, by the reason. */
  readonly dropped: { readonly [reason: string]: number };
  /** Telegrams that others on the bus said they have lost. */
  readonly lostByOthers: number;
  /** Real time that all commands together took until they had one. */
  readonly seconds: number;
}

/** Whether the controller can do its work. */
export interface Readiness {
  /** Every device has reported, or is known not to answer. */
  readonly devices: boolean;
  readonly journal: boolean;
  readonly store: boolean;
}
