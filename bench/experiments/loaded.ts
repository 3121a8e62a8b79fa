import type { Effort } from '../contest.ts';
import type { Contestant } from '../contestant.ts';
import type { Load, LoadResult } from '../load/http-load.ts';
import type { Figure } from '../row.ts';
import { median } from '../statistics.ts';
import type { Request } from '../stored-answer.ts';
import { cpuOf } from '../usage.ts';

const CONNECTIONS = 16;

/** Puts a server under load for some milliseconds and answers what that cost it. */
export async function loaded(
  server: Contestant,
  load: Contestant,
  requests: readonly Request[],
  duration: number,
  connections = CONNECTIONS,
): Promise<Effort> {
  const before = cpuOf(server.pid);
  const input: Load = { http: server.http, requests, connections, duration };
  const { answered } = await load.ask<LoadResult>('run', input);
  return { operations: answered, cpu: cpuOf(server.pid) - before };
}

/** The middle of the rounds, as a figure. */
export const microseconds = (costs: readonly number[]): Figure => ({ value: median(costs), unit: 'µs' });
