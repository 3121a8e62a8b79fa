import type { Instant } from '../../../twin/index.ts';
import { toIso } from '../../../twin/index.ts';
import type { Finding, Now } from './observation.ts';
import { OBSERVATIONS } from './observations/index.ts';
import type { Sight } from './sight.ts';

/** What was seen of the clients of a sandbox since somebody began to look. */
export interface ClientReport {
  /** ISO 8601, on the driven clock. */
  readonly since: string;
  readonly until: string;
  readonly observations: readonly ObservationReport[];
  /** How many sights were forgotten, because there were more than are kept. */
  readonly forgotten: number;
}

export interface ObservationReport {
  readonly id: string;
  readonly means: string;
  /** `not seen`: there was no occasion; `how` says how to make one. */
  readonly verdict: 'good' | 'bad' | 'not seen';
  readonly evidence: readonly Omit<Finding, 'good'>[];
  readonly how?: string;
}

/** Judges what was seen; `user`: only of the clients of a user. */
export const clientReport = (
  {
    sights,
    since,
    forgotten,
  }: { readonly sights: readonly Sight[]; readonly since: Instant; readonly forgotten: number },
  now: Now,
  user?: string,
): ClientReport => {
  const wanted = user === undefined ? sights : sights.filter((sight) => concerns(sight, user));
  return {
    since: toIso(since),
    until: toIso(now.at),
    observations: OBSERVATIONS.map(({ id, means, how, find }) => {
      const findings = find(wanted, now);
      const bad = findings.filter(({ good }) => !good);
      if (findings.length === 0) return { id, means, verdict: 'not seen', evidence: [], how };
      const shown = bad.length > 0 ? bad : findings;
      return {
        id,
        means,
        verdict: bad.length > 0 ? 'bad' : 'good',
        evidence: shown.slice(0, EVIDENCE).map(({ at, client, what }) => ({ at, client, what })),
      };
    }),
    forgotten,
  };
};

/** So many pieces of evidence are enough. */
const EVIDENCE = 10;

/** Whoever has no name yet may be anybody. */
const concerns = (sight: Sight, user: string): boolean => {
  if (sight.kind === 'read') return true;
  const tried = sight.kind === 'answered' ? sight.call.tried : undefined;
  return (tried ?? sight.client.user ?? user) === user;
};
