import { HttpClient } from '../clients/http-client.ts';
import type { Tape } from '../clients/tape.ts';
import { type House, Unreachable } from '../discovery/house.ts';
import type { Manners, Target } from '../trials/target.ts';

/**
 * The speed of a clock that has to run like that of this machine while checks run, as how long a block or a scene takes could not
 * be judged by another one; null if it does already, or has to be left alone.
 */
export const unsteady = ({ driven, speed }: House, { readOnly }: Pick<Manners, 'readOnly'>): number | null =>
  driven && !readOnly && speed !== 1 ? speed : null;

/** Gives the clock the speed of this machine's. The answer gives it back the one that it had, and tells if that failed. */
export const steadied = async (
  speed: number | null,
  { base, certificate }: Target,
  tape: Tape,
): Promise<() => Promise<readonly string[]>> => {
  if (speed === null) return async () => [];
  const http = new HttpClient(base, tape, 'http', base.protocol === 'https:' ? certificate : null);
  const headers = { 'content-type': 'application/json' };
  const runs = (at: number): Promise<boolean> =>
    http
      .send({ method: 'POST', path: '/sandbox/v1/clock', headers, body: JSON.stringify({ speed: at }) })
      .then(({ status }) => status === 200)
      .catch(() => false);
  if (!(await runs(1))) {
    throw new Unreachable(`its clock runs at ${speed} times the speed and cannot be set to 1: see --no-sandbox`);
  }
  return async () => ((await runs(speed)) ? [] : [`the speed of the clock, which was ${speed}`]);
};
