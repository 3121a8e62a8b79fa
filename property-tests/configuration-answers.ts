import { isDeepStrictEqual } from 'node:util';
import { STATUSES } from '../docs/spec/index.ts';
import type { Verdict } from './models/configuration.ts';

/** What came back; the status is missing over Socket.io. */
export interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

/** What is wrong with an answer; `null` if it is what the model says. */
export function objectionTo({ status, body }: Answer, verdict: Verdict, call: string): string | null {
  const code = (body as { readonly errorCode?: number } | null)?.errorCode;
  const shown = `${status ?? ''} ${JSON.stringify(body)}`;
  if ('codes' in verdict) {
    if (code === undefined || !verdict.codes.includes(code)) return `${verdict.codes} was due, and not ${shown}`;
    const due = verdict.login ? STATUSES.login.status : STATUSES.call.status;
    return status === undefined || status === due ? null : `status ${due} was due, and not ${shown}`;
  }
  if (code !== undefined || (status !== undefined && status !== 200))
    return `${JSON.stringify(verdict.result)} was due, and not ${shown}`;
  const essence = (ESSENCE[call] ?? same)(body);
  if (isDeepStrictEqual(essence, verdict.result)) return null;
  return `${JSON.stringify(verdict.result)} was due, and not ${JSON.stringify(essence)}`;
}

const same = (body: unknown): unknown => body;
type Listed = readonly { readonly [field: string]: unknown }[];

/** What the model knows of an answer. */
const ESSENCE: Readonly<Record<string, (body: unknown) => unknown>> = {
  getVersion: () => null,
  getSkills: (body) => (body as Listed).map(({ id, enabled }) => ({ id, enabled })),
  getScenes: (body) => (body as Listed).map(({ lastRun: _, ...scene }) => scene),
  getComponentData: (body) => ({ value: (body as { value: unknown }).value }),
  getAllComponents: (body) =>
    (body as Listed).map(({ cid, name, category, rooms, data }) => ({
      ...{ cid, name, category, rooms },
      value: (data as Listed).find(({ property }) => property === 'state')?.value,
    })),
};
