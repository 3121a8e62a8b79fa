import type { HttpClient, Login } from '../clients/http-client.ts';
import { field } from '../clients/json.ts';
import type { Wire } from '../clients/wire.ts';

/** What came back of a call, on whatever path. */
export interface Reply {
  readonly path: string;
  /** Status over HTTP. */
  readonly status: number | null;
  readonly answered: boolean;
  readonly body: unknown;
  /** Of an error body; null for a result. */
  readonly code: number | null;
  readonly ms: number | null;
}

/** Somebody logged in on one path. */
export interface Caller {
  readonly path: string;
  call(name: string, parameters?: unknown): Promise<Reply>;
}

export const httpCaller = (http: HttpClient, login: Login): Caller => ({
  path: 'http',
  async call(name, parameters) {
    const { status, body, ms } = await http.call(name, login, parameters);
    return { path: 'http', status, answered: true, body, code: codeOf(body), ms };
  },
});

export const wireCaller = (wire: Wire): Caller => {
  const path = `socket${wire.generation}`;
  return {
    path,
    async call(name, parameters) {
      const got = await wire.call(name, parameters);
      if (!got.answered) return { path, status: null, answered: false, body: undefined, code: null, ms: null };
      return { path, status: null, answered: true, body: got.answer, code: codeOf(got.answer), ms: got.ms };
    },
  };
};

/** The error code of a body; null if it is none. */
export const codeOf = (body: unknown): number | null => {
  const code = field(body, 'errorCode');
  return typeof code === 'number' ? code : null;
};

/** A reply as one reads it. */
export const told = ({ path, status, answered, body }: Reply): string =>
  `${path}: ${answered ? '' : 'no answer'}${status === null ? '' : `status ${status}, `}${answered ? brief(body) : ''}`;

/** As JSON, cut short. */
export const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 160 ? text : `${text.slice(0, 157)}…`;
};
