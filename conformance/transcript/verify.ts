import { CHECKS } from '../checks/index.ts';
import { Secrets } from '../clients/secrets.ts';
import type { Exchange } from '../clients/tape.ts';
import { discover } from '../discovery/house.ts';
import { LampPool, lampsOf } from '../discovery/lamps.ts';
import { planOf } from '../running/plan.ts';
import { leftOut, runCheck } from '../running/run-check.ts';
import type { Repeated, RunResult, Watcher } from '../running/suite-run.ts';
import type { Target } from '../trials/target.ts';
import type { Finding } from '../verdicts/verdict.ts';
import { replayOf } from './replay.ts';
import type { Head } from './transcript.ts';

/** Judges a recorded run again, without the controller: every check gets the answers that were written down. */
export const verifyTranscript = async (
  head: Head,
  exchanges: ReadonlyMap<string, readonly Exchange[]>,
  watcher: Watcher,
): Promise<RunResult> => {
  const began = performance.now();
  const target = targetOf(head);
  const secrets = new Secrets();
  const tapeOf = (name: string) => replayOf(exchanges.get(name) ?? [], secrets);
  const house = await discover(target, tapeOf('discovery'), head.manners.sandbox);
  const lamps = lampsOf(house.components, head.manners);
  const plan = planOf(CHECKS, { target, manners: head.manners, house, lamps }, head.only);
  watcher.planned(plan);
  const around = { target, manners: head.manners, house, lamps: new LampPool(lamps), secrets };
  const never = new AbortController().signal;
  const findings: Finding[] = [];
  const repeated: Repeated[] = [];
  for (const { check, leftOut: reason, applies } of plan) {
    if (reason !== null) {
      findings.push(...leftOut(check, reason, applies));
      continue;
    }
    const outcome = await runCheck(check, around, tapeOf(check.id), never, null);
    findings.push(...outcome.findings);
    if (outcome.disturbedBy.length > 0) repeated.push({ check: check.id, disturbedBy: outcome.disturbedBy });
    watcher.ended(check, outcome.findings, outcome.ms);
  }
  return {
    plan,
    findings,
    exchanges,
    leftBehind: [],
    repeated,
    interrupted: false,
    ms: Math.round(performance.now() - began),
  };
};

/** Secrets stand in a transcript as their names; so they do here. */
const targetOf = ({ target, certificate }: Head): Target => {
  const text = (name: string) => (typeof target[name] === 'string' ? String(target[name]) : null);
  const url = (name: string) => (text(name) === null ? null : new URL(String(text(name))));
  return {
    base: new URL(String(target.base)),
    https: url('https'),
    remote: url('remote'),
    username: String(target.username),
    password: '--password--',
    mcpToken: target.mcp === true ? '--mcp-token--' : null,
    remoteToken: target.remoteToken === true ? '--remote-token--' : null,
    bridge: text('bridge'),
    fingerprint: text('fingerprint'),
    certificate,
    hookHost: String(target.hookHost),
    loopback: target.loopback === true,
    oneAddress: target.oneAddress === true,
    name: text('name'),
  };
};
