import type { From } from './from.ts';

/** An account of every sandbox scenario that names none. */
export interface AccountRow {
  readonly username: string;
  readonly password: string;
  readonly group: 'admin' | 'user';
  readonly enabled: boolean;
  readonly remoteAccess: boolean;
  readonly means: string;
}

export const ACCOUNTS = [
  {
    username: 'admin',
    password: 'sandbox-admin',
    group: 'admin',
    enabled: true,
    remoteAccess: false,
    means: 'everything',
  },
  {
    username: 'resident',
    password: 'sandbox-resident',
    group: 'user',
    enabled: true,
    remoteAccess: false,
    means: 'every room and scene open',
  },
  {
    username: 'guest',
    password: 'sandbox-guest',
    group: 'user',
    enabled: true,
    remoteAccess: false,
    means: 'a room Off, a room View only, a scene Off',
  },
  {
    username: 'traveller',
    password: 'sandbox-traveller',
    group: 'user',
    enabled: true,
    remoteAccess: true,
    means: 'like resident, also through remote access',
  },
  {
    username: 'former',
    password: 'sandbox-former',
    group: 'user',
    enabled: false,
    remoteAccess: false,
    means: 'disabled',
  },
] as const satisfies readonly AccountRow[];

/** Fields of the ready line, in their order. */
export const READY_LINE = ['event', 'http', 'https', 'remote', 'fingerprint', 'scenario', 'seed', 'pid'] as const;

/** A request of `/sandbox/v1`; `answer` names the fields, or is a type of content. Instants are for a sandbox that starts in 2030. */
export interface ControlRow {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly bodies: readonly object[];
  readonly answer: readonly string[] | string;
  /** Not there yet: refused with one sentence. */
  readonly later: boolean;
  readonly from: From;
}

export const CONTROL: readonly ControlRow[] = [
  {
    method: 'GET',
    path: '/sandbox/v1',
    bodies: [],
    answer: ['scenario', 'seed', 'now', 'speed', 'components'],
    later: false,
    from: 'Decided: driving the sandbox',
  },
  {
    method: 'POST',
    path: '/sandbox/v1/clock',
    bodies: [{ advance: 1 }, { advanceTo: '2031-01-01T00:00:00Z' }, { speed: 0 }],
    answer: ['now', 'speed'],
    later: false,
    from: 'Decided: driving the sandbox',
  },
  {
    method: 'POST',
    path: '/sandbox/v1/devices',
    bodies: [],
    answer: ['ok'],
    later: false,
    from: 'Decided: driving the sandbox',
  },
  {
    method: 'GET',
    path: '/sandbox/v1/journal',
    bodies: [],
    answer: 'application/x-ndjson',
    later: false,
    from: 'Decided: driving the sandbox',
  },
  {
    method: 'POST',
    path: '/sandbox/v1/reset',
    bodies: [{}, { seed: 7 }],
    answer: ['scenario', 'seed', 'now'],
    later: false,
    from: 'Decided: driving the sandbox',
  },
  {
    method: 'POST',
    path: '/sandbox/v1/faults',
    bodies: [{ target: 'bus', kind: 'offline' }],
    answer: ['id'],
    later: true,
    from: 'Decided: driving the sandbox',
  },
  {
    method: 'GET',
    path: '/sandbox/v1/faults',
    bodies: [],
    answer: [],
    later: true,
    from: 'Decided: driving the sandbox',
  },
  {
    method: 'POST',
    path: '/sandbox/v1/snapshots',
    bodies: [{}],
    answer: ['id'],
    later: true,
    from: 'Decided: driving the sandbox',
  },
];

/** Kinds of journal lines and the fields that each carries besides `seq`, `at` and `kind`. */
export const JOURNAL = [
  { kind: 'report', fields: ['cid', 'property', 'content'] },
  { kind: 'entry', fields: ['cid', 'property', 'value', 'content', 'cause'] },
  { kind: 'command', fields: ['user', 'call', 'cid', 'property', 'value'] },
  { kind: 'scene', fields: ['scene', 'event'] },
  { kind: 'automation', fields: [] },
  { kind: 'fault', fields: [] },
  { kind: 'configuration', fields: [] },
] as const;
