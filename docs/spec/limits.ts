import type { From } from './from.ts';

/** A number that the interface promises. */
export interface LimitRow {
  readonly limit: string;
  readonly value: number;
  readonly unit: 's' | 'B' | 'failures' | 'times';
  /** `real`: real time, because it is about a network; `driven`: the clock that the sandbox drives; `none`: not about time. */
  readonly clock: 'real' | 'driven' | 'none';
  readonly from: From;
}

export const LIMITS = [
  { limit: 'time for a call', value: 15, unit: 's', clock: 'real', from: 'Specification: Limits' },
  { limit: 'lifetime of a session', value: 86_400, unit: 's', clock: 'driven', from: 'Specification: Limits' },
  {
    limit: 'lifetime of a persistent session',
    value: 63_072_000,
    unit: 's',
    clock: 'driven',
    from: 'Specification: Limits',
  },
  { limit: 'failed logins without effect', value: 5, unit: 'failures', clock: 'none', from: 'Specification: Limits' },
  { limit: 'shortest lockout', value: 1, unit: 's', clock: 'driven', from: 'Specification: Limits' },
  { limit: 'lockout per further failure', value: 2, unit: 'times', clock: 'none', from: 'Specification: Limits' },
  { limit: 'longest lockout', value: 900, unit: 's', clock: 'driven', from: 'Specification: Limits' },
  { limit: 'time until failures are forgotten', value: 900, unit: 's', clock: 'driven', from: 'Specification: Limits' },
  { limit: 'time for one call of a webhook', value: 5, unit: 's', clock: 'real', from: 'Specification: Limits' },
  { limit: 'largest body', value: 1_048_576, unit: 'B', clock: 'none', from: 'Decided: bodies' },
  {
    limit: 'longest single advance of the sandbox clock',
    value: 315_576_000,
    unit: 's',
    clock: 'driven',
    from: 'Decided: driving the sandbox',
  },
] as const satisfies readonly LimitRow[];
