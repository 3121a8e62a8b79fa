import type { From } from './from.ts';

/** How long a session lives after its last use. */
export interface LifetimeRow {
  readonly session: 'usual' | 'persistent';
  /** Header that asks for it, with its value. */
  readonly header: Readonly<Record<string, string>>;
  /** Unused for less than this it is certainly alive. */
  readonly seconds: number;
  /** Unused for this long it is certainly expired: two years may count a leap day. */
  readonly expiredSeconds: number;
  readonly from: From;
}

export const SESSION_LIFETIMES = [
  {
    session: 'usual',
    header: {},
    seconds: 24 * 3_600,
    expiredSeconds: 24 * 3_600,
    from: 'Specification: Session lifetime',
  },
  {
    session: 'persistent',
    header: { 'auth-persistent': 'true' },
    seconds: 730 * 24 * 3_600,
    expiredSeconds: 731 * 24 * 3_600,
    from: 'Specification: Session lifetime',
  },
] as const satisfies readonly LifetimeRow[];

/** What a session goes through, on the driven clock. */
export const SESSION_RULES = [
  { state: 'active', trigger: 'any use', next: 'active', also: 'The lifetime starts anew.' },
  { state: 'active', trigger: 'unused for its lifetime', next: 'expired', also: 'Later use is error 106, status 401.' },
  {
    state: 'active',
    trigger: 'logout',
    next: 'ended',
    also: 'The answer is `true`; later use is error 106, status 401.',
  },
  {
    state: 'active',
    trigger: 'the user is disabled or removed, or (remote sessions) loses Remote Access',
    next: 'ended',
    also: 'Sockets fall back to `stateChange`.',
  },
] as const;

/** Where a client may put a session. */
export const SESSION_CARRIERS = [
  { carrier: 'header', name: 'x-service-sid', where: 'HTTP', from: 'Specification: Session' },
  {
    carrier: 'query',
    name: 'x-service-sid',
    where: 'HTTP and the Socket.io handshake',
    from: 'Specification: Session',
  },
  { carrier: 'cookie', name: 'x-service-sid', where: 'HTTP and the Socket.io handshake', from: 'Decided: cookies' },
] as const satisfies readonly { carrier: string; name: string; where: string; from: From }[];

/** Attributes of the cookie that a request with credential headers is given. */
export const COOKIE = { name: 'x-service-sid', attributes: ['HttpOnly', 'SameSite=Strict'] } as const;

/** A cookie alone counts only for requests that the same site made. */
export const COOKIE_ALONE = [
  { headers: {}, counts: true },
  { headers: { 'sec-fetch-site': 'same-origin' }, counts: true },
  { headers: { 'sec-fetch-site': 'none' }, counts: true },
  { headers: { 'sec-fetch-site': 'same-site' }, counts: false },
  { headers: { 'sec-fetch-site': 'cross-site' }, counts: false },
  { headers: { origin: 'https://elsewhere.example' }, counts: false },
  { headers: { origin: 'null' }, counts: false },
] as const satisfies readonly { headers: Readonly<Record<string, string>>; counts: boolean }[];
