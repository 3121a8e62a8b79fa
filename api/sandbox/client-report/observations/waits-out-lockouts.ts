import { type Finding, finding, inSeconds, type Observation } from '../observation.ts';
import type { Sight } from '../sight.ts';

/** Specification, "Login lockout". */
export const waitsOutLockouts: Observation = {
  id: 'waits-out-lockouts',
  means: 'After error 109 it does not try to log in again before `retryAfter` seconds have passed.',
  how: 'Let it log in with a wrong password six times, and go on. The lockout runs on the driven clock.',
  find(sights, now) {
    const findings: Finding[] = [];
    for (const [index, sight] of sights.entries()) {
      if (!isBlocked(sight)) continue;
      const { call, client, at } = sight;
      const wait = (call.retryAfter ?? 0) * 1_000;
      const next = sights.slice(index + 1).find((later) => isTry(later) && isOfSame(sight, later));
      if (next === undefined && now.at - at < wait) continue;
      const waited = (next ?? now).at - at;
      const good = waited > wait - TOLERANCE;
      const patience = `was told to wait ${inSeconds(wait)} s and waited ${inSeconds(waited)} s`;
      findings.push(finding(good, at, client, `${call.name} ${patience}${next === undefined ? ' so far' : ''}.`));
    }
    return findings;
  },
};

/** `retryAfter` is in whole seconds, and networks take a moment: in milliseconds. */
const TOLERANCE = 50;

type Answered = Extract<Sight, { kind: 'answered' }>;

const isBlocked = (sight: Sight): sight is Answered => sight.kind === 'answered' && sight.call.code === 109;

const isTry = (sight: Sight): sight is Answered => sight.kind === 'answered' && sight.call.tried !== undefined;

const isOfSame = (one: Answered, other: Sight): boolean =>
  isTry(other) && one.call.tried === other.call.tried && one.client.source === other.client.source;
