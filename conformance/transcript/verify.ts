import { CHECKS } from '../checks/index.ts';
import { same } from '../clients/json.ts';
import { Secrets } from '../clients/secrets.ts';
import { discover } from '../discovery/house.ts';
import { LampPool, lampsOf } from '../discovery/lamps.ts';
import { commandable } from '../running/commandable.ts';
import { planOf } from '../running/plan.ts';
import { CLEAN_UP, leftOut, runCheck } from '../running/run-check.ts';
import { steadied, unsteady } from '../running/steady-clock.ts';
import type { Repeated, RunResult, Watcher } from '../running/suite-run.ts';
import { sweep } from '../running/sweep.ts';
import type { Target } from '../trials/target.ts';
import type { Finding } from '../verdicts/verdict.ts';
import { replayOf } from './replay.ts';
import type { Head, Recorded } from './transcript.ts';

/** Judges a recorded run again, without the controller: every check gets the answers that were written down. */
export const verifyTranscript = async (
  { head, exchanges, ended, end }: Recorded,
  watcher: Watcher,
): Promise<RunResult> => {
  const began = performance.now();
  const target = targetOf(head);
  const { manners } = head;
  const secrets = new Secrets();
  const tapeOf = (name: string) => replayOf(exchanges.get(name) ?? [], secrets);
  const house = await discover(target, tapeOf('discovery'), manners.sandbox);
  const lamps = await commandable(lampsOf(house.components, manners), house, { target, manners }, tapeOf('lamps'));
  const plan = planOf(CHECKS, { target, manners, house, lamps }, head.only);
  const speed = unsteady(house, manners);
  watcher.planned(plan, speed);
  const around = { target, manners, house, lamps: new LampPool(lamps), secrets };
  const never = new AbortController().signal;
  /** As the checks said of themselves, interrupted ones as well; and then as what was listed at the end says. */
  const keptBehind = async (): Promise<readonly string[]> => {
    const cleaned = [...exchanges.values()].flat().filter(({ path, sent }) => path === 'suite' && same(sent, CLEAN_UP));
    const release = await steadied(speed, target, tapeOf('clock'));
    return [
      ...cleaned.flatMap(({ got }) => (Array.isArray(got) ? got.map(String) : [])),
      ...(await release()),
      ...(exchanges.has('sweep') ? await sweep({ target, manners }, tapeOf('sweep'), exchanges) : []),
    ];
  };
  const findings: Finding[] = [];
  const repeated: Repeated[] = [];
  for (const { check, leftOut: reason, applies } of plan) {
    if (reason !== null) {
      findings.push(...leftOut(check, reason, applies));
      continue;
    }
    // What was interrupted has found nothing.
    if (!ended.has(check.id)) continue;
    const outcome = await runCheck(check, around, tapeOf(check.id), never, null);
    findings.push(...outcome.findings);
    if (outcome.disturbedBy.length > 0) repeated.push({ check: check.id, disturbedBy: outcome.disturbedBy });
    watcher.ended(check, outcome.findings, outcome.ms);
  }
  return {
    plan,
    findings,
    exchanges,
    leftBehind: end === null ? null : await keptBehind(),
    repeated,
    interrupted: end?.interrupted ?? true,
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
