import type { From } from './from.ts';

/** Path and namespace per generation of clients. */
export const SOCKET_PATHS = [
  { generation: 4, path: '/socket.io-v4', namespace: '/api/v1', from: 'Specification: Socket.io API, general rules' },
  { generation: 2, path: '/socket.io', namespace: '/api/v1', from: 'Specification: Versioning' },
] as const satisfies readonly { generation: number; path: string; namespace: string; from: From }[];

/** Payload that asks for a login. */
export const LOGIN_NEEDED = { part: 'app', state: 'User Authorization needed' } as const;

/** A state of a connection, what happens to it, and what comes of it. */
export interface ConnectionRow {
  readonly state: 'none' | 'awaiting login' | 'logged in' | 'ready';
  readonly trigger: string;
  readonly next: 'awaiting login' | 'logged in' | 'ready';
  /** What the client sees. */
  readonly seen: 'stateChange' | 'sessionID' | 'error body' | 'true' | 'an answer' | 'nothing';
  readonly from: From;
}

export const CONNECTION = [
  {
    state: 'none',
    trigger: 'connects with no session',
    next: 'awaiting login',
    seen: 'stateChange',
    from: 'Specification: Socket.io connection',
  },
  {
    state: 'none',
    trigger: 'connects with an expired or unknown session',
    next: 'awaiting login',
    seen: 'stateChange',
    from: 'Specification: Socket.io connection',
  },
  {
    state: 'none',
    trigger: 'connects with a living session in the query',
    next: 'logged in',
    seen: 'nothing',
    from: 'Specification: Socket.io connection',
  },
  {
    state: 'none',
    trigger: 'connects with a living session in a cookie of the same site',
    next: 'logged in',
    seen: 'nothing',
    from: 'Decided: cookies',
  },
  {
    state: 'awaiting login',
    trigger: 'auth with valid credentials',
    next: 'logged in',
    seen: 'sessionID',
    from: 'Specification: Socket.io connection',
  },
  {
    state: 'awaiting login',
    trigger: 'auth that is refused',
    next: 'awaiting login',
    seen: 'error body',
    from: 'Specification: Socket.io connection',
  },
  {
    state: 'awaiting login',
    trigger: 'any other call',
    next: 'awaiting login',
    seen: 'nothing',
    from: 'Specification: Socket.io connection',
  },
  { state: 'logged in', trigger: 'a call', next: 'logged in', seen: 'an answer', from: 'Decided: calls before init' },
  {
    state: 'logged in',
    trigger: 'a value changes',
    next: 'logged in',
    seen: 'nothing',
    from: 'Decided: calls before init',
  },
  { state: 'logged in', trigger: 'init', next: 'ready', seen: 'true', from: 'Specification: Socket.io connection' },
  { state: 'ready', trigger: 'logout', next: 'awaiting login', seen: 'stateChange', from: 'Decided: changed rights' },
  {
    state: 'ready',
    trigger: 'the connection drops and the client connects again',
    next: 'awaiting login',
    seen: 'stateChange',
    from: 'Specification: Socket.io connection',
  },
] as const satisfies readonly ConnectionRow[];

/** Events that the controller sends. */
export const EVENTS = [
  { event: 'stateChange', when: 'a connection needs a login', from: 'Specification: Events' },
  {
    event: 'onComponentUpdate',
    when: 'a value changes as the device reported it, to every ready connection that may see the component',
    from: 'Specification: Events',
  },
] as const satisfies readonly { event: string; when: string; from: From }[];
