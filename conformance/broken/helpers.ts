import { field, type Json } from '../clients/json.ts';
import type { Called, Passing, Returning, Spoiling } from './faulty.ts';

/** Changes the answer of one call, on every path; errors stay. */
export const answers = (name: string, change: (answer: Json, called: Called) => Json) => (): Spoiling => ({
  call: (called, answer) =>
    called.name === name && field(answer, 'errorCode') === undefined ? change(answer, called) : answer,
});

/** Turns one error code into another, in every body, or only in those of one call. */
export const codes =
  (from: number, to: number, name: string | null = null) =>
  (): Spoiling => ({
    call: (called, answer) =>
      (name === null || called.name === name) && field(answer, 'errorCode') === from
        ? { ...(answer as object), errorCode: to }
        : answer,
  });

/** Changes every component of the list. */
export const components = (change: (component: Record<string, Json>) => Json) =>
  answers('getAllComponents', (list) =>
    Array.isArray(list) ? list.map((each) => change({ ...(each as object) })) : list,
  );

/** Changes every value in the list of components. */
export const entries = (change: (entry: Record<string, Json>) => Json) =>
  components((component) => ({
    ...component,
    data: (component.data as readonly Json[]).map((entry) => change({ ...(entry as object) })),
  }));

/** Adds or replaces fields. */
export const withFields = (answer: Json, fields: Readonly<Record<string, Json>>): Json => ({
  ...(answer as object),
  ...fields,
});

/** A call over HTTP that is answered at once with `answer`, and does not reach the controller. */
export const swallowed = (name: string, answer: Json) => (): Spoiling => ({
  request: (passing) => (isCall(passing, name) ? ok(answer) : undefined),
});

export const isCall = ({ path }: Passing, name: string): boolean => path.split('?')[0] === `/api/v1/${name}`;

export const ok = (answer: Json): Returning => replied(200, answer);

export const replied = (status: number, answer: Json): Returning => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(answer),
});

export const refused = (status: number, errorCode: number, more: Readonly<Record<string, Json>> = {}): Returning =>
  replied(status, { errorCode, errorText: 'Not today', ...more });

/** Instead of what came. */
export const replace = (returning: Returning, other: Returning): void => {
  returning.status = other.status;
  returning.body = other.body;
};

/** The error code of an answer over HTTP. */
export const codeIn = ({ body }: Returning): number | undefined => {
  try {
    const code = field(JSON.parse(body), 'errorCode');
    return typeof code === 'number' ? code : undefined;
  } catch {
    return undefined;
  }
};

/** A field of what an answer over HTTP carries. */
export const fieldIn = ({ body }: { readonly body: string }, name: string): unknown => {
  try {
    return field(JSON.parse(body), name);
  } catch {
    return undefined;
  }
};

/** The user name with which a request logs in; empty without. */
export const userOf = ({ headers }: Passing): string => headers['auth-username'] ?? '';

/** The sandbox has one administrator, and the suite makes regular users. */
export const isRegular = ({ user }: { readonly user: string | null }): boolean => user !== null && user !== 'admin';
