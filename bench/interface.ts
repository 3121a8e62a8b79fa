import { type Request, storedAnswer } from './stored-answer.ts';

/** Who the bench logs in as: somebody who sees and commands everything. */
export const ACCOUNT = { username: 'resident', password: 'sandbox-resident' } as const;

/** A component as the interface lists it. */
export interface Listed {
  readonly cid: string;
  readonly type: string;
  readonly data: readonly { readonly property: string; readonly value: unknown }[];
}

/** How a request shows who is calling. */
export type Credentials = Readonly<Record<string, string>>;

export const bySession = async (http: string): Promise<Credentials> => {
  const { body } = await storedAnswer(http, request('auth', byPassword()));
  return { 'x-service-sid': (JSON.parse(body) as { sessionID: string }).sessionID };
};

export const byPassword = (): Credentials => ({ 'auth-username': ACCOUNT.username, 'auth-password': ACCOUNT.password });

/** A call as the load sends it. */
export const request = (call: string, credentials: Credentials, input?: unknown): Request => ({
  path: `/api/v1/${call}`,
  headers: { ...credentials, ...(input === undefined ? {} : { 'content-type': 'application/json' }) },
  body: input === undefined ? '' : JSON.stringify(input),
});

export const listAll = async (http: string, credentials: Credentials): Promise<readonly Listed[]> =>
  JSON.parse((await storedAnswer(http, request('getAllComponents', credentials, WITHOUT))).body) as Listed[];

/** Parameters of `getAllComponents`: values only. */
export const WITHOUT = { withProperties: false, withMappings: false } as const;
