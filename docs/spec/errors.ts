import type { From } from './from.ts';

/** One row of the closed table of error codes. */
export interface ErrorRow {
  readonly code: number;
  /** Name that tests and reports use for it. */
  readonly name: string;
  /** English texts that the specification shows; empty where it shows none. */
  readonly texts: readonly string[];
  readonly means: string;
  readonly from: From;
}

export const ERRORS = [
  {
    code: 106,
    name: 'parameter',
    texts: ['Parameter(s) error'],
    means: 'Something required is missing or cannot be taken: a parameter, the credentials, a living session.',
    from: 'Specification: Error codes',
  },
  {
    code: 109,
    name: 'locked out',
    texts: ['Too many authorization attempts'],
    means: 'Logins are blocked for `retryAfter` seconds.',
    from: 'Specification: Error codes',
  },
  {
    code: 110,
    name: 'wrong credentials',
    texts: [],
    means: 'User name or password is wrong.',
    from: 'Specification: Error codes',
  },
  {
    code: 112,
    name: 'not found',
    texts: ['Not found'],
    means: 'What the parameters name does not exist.',
    from: 'Specification: Error codes',
  },
  {
    code: 116,
    name: 'timeout',
    texts: ['Timeout occurred'],
    means: 'No answer within 15 seconds, or a call that does not exist.',
    from: 'Specification: Error codes',
  },
  {
    code: 117,
    name: 'not allowed',
    texts: ['Not allowed', 'Method Not Allowed'],
    means: 'The user may not do this; over HTTP also a method other than GET and POST.',
    from: 'Specification: Error codes',
  },
  {
    code: 122,
    name: 'disabled',
    texts: [],
    means: 'The user is disabled.',
    from: 'Specification: Error codes',
  },
  {
    code: 137,
    name: 'no remote access',
    texts: [],
    means: 'The user may not log in through remote access.',
    from: 'Specification: Error codes',
  },
] as const satisfies readonly ErrorRow[];

/** A code of the table. */
export type Code = (typeof ERRORS)[number]['code'];

/** Fields of an error body; nothing else stands in it. */
export const ERROR_BODY = {
  always: ['errorCode', 'errorText'],
  /** Whole seconds, with code 109 only. */
  only109: ['retryAfter'],
  from: 'Specification: Error body',
} as const satisfies { from: From; [field: string]: unknown };

/** Languages that error texts exist in; a client that asks for none of them is answered in the first. */
export const LANGUAGES = ['en', 'de', 'fr', 'it'] as const;

/** Which status an error has over HTTP. */
export interface StatusRow {
  readonly status: number;
  readonly when: string;
  readonly codes: readonly Code[];
  readonly from: From;
}

/** Statuses of errors, by where they happen: at login, in a call, for a method, for time. */
export const STATUSES = {
  login: {
    status: 401,
    when: 'the login failed',
    codes: [106, 109, 110, 122, 137],
    from: 'Decided: statuses at login',
  },
  call: {
    status: 400,
    when: 'the call was answered with an error',
    codes: [106, 112, 117],
    from: 'Specification: HTTP status mapping',
  },
  method: {
    status: 405,
    when: 'a method other than GET and POST',
    codes: [117],
    from: 'Specification: HTTP status mapping',
  },
  timeout: {
    status: 408,
    when: 'no answer within 15 seconds, or a call that does not exist',
    codes: [116],
    from: 'Decided: a call that does not exist',
  },
} as const satisfies Record<string, StatusRow>;

/** Answers to a login, in the order in which the conditions are listed. */
export const LOGIN_ANSWERS = [
  { code: 106, when: 'user name or password is missing; an expired or unknown session', counts: false },
  { code: 109, when: 'blocked after failed attempts', counts: false },
  { code: 110, when: 'user name or password is wrong', counts: true },
  { code: 122, when: 'the user is disabled', counts: true },
  { code: 137, when: 'through remote access without that permission, whatever the password', counts: false },
] as const satisfies readonly { code: Code; when: string; counts: boolean }[];
