import type { Check } from '../checks/check.ts';
import { NoAnswer, NotRecorded, type Tape } from '../clients/tape.ts';
import { Missing, type Surroundings, TooLate } from '../trials/paths.ts';
import { Trial } from '../trials/trial.ts';
import { Bench } from '../verdicts/bench.ts';
import type { Finding } from '../verdicts/verdict.ts';
import type { Disturbances } from './disturbances.ts';
import { HaltingTape } from './halting-tape.ts';

/** What came of one check. */
export interface Outcome {
  readonly findings: readonly Finding[];
  /** What could not be put back as it was. */
  readonly leftBehind: readonly string[];
  /** What disturbed it when it was not believed at once; the last time counts. */
  readonly disturbedBy: readonly string[];
  readonly ms: number;
}

/** Whoever is disturbed every time is believed in the end. */
const MOST_TIMES = 3;

/** What a tape is asked for what could not be put back. */
export const CLEAN_UP = { cleanUp: true };

/** A check that hangs has found nothing out. */
const CHECK_LIMIT_S = 300;
const SLOW_LIMIT_S = 7_200;
/** Beside the minutes that the check says it takes. */
const SPARE_S = 600;

/**
 * Runs one check over its tape, and cleans up behind it. Bad news of a check that was disturbed meanwhile is not believed before
 * the check has been run again, after `quiet` has made sure that nothing runs beside it; without `disturbances` it always is.
 */
export const runCheck = async (
  check: Check,
  around: Surroundings,
  tape: Tape,
  signal: AbortSignal,
  disturbances: Pick<Disturbances, 'during'> | null,
  quiet: () => Promise<void> = async () => {},
): Promise<Outcome> => {
  const began = performance.now();
  const disturbedBy: string[] = [];
  const leftBehind: string[] = [];
  for (;;) {
    const from = tape.exchanges.length;
    // Under names and from addresses of its own: nothing of the time before may be in its way.
    const again = disturbedBy.length === 0 ? '' : `-${disturbedBy.length + 1}`;
    const manners = { ...around.manners, run: around.manners.run + again };
    const once = await runOnce(check, { ...around, manners }, tape, signal);
    leftBehind.push(...once.leftBehind);
    const good = once.findings.every(
      ({ verdict, hindrance }) => verdict === 'PASS' || verdict === 'NOT APPLICABLE' || hindrance === 'left out',
    );
    const reason =
      good || signal.aborted || disturbedBy.length + 1 >= MOST_TIMES
        ? null
        : await disturbance(tape, disturbedBy.length + 1, from, disturbances, once.late);
    if (reason !== null) await quiet();
    if (reason === null || signal.aborted) {
      return { findings: once.findings, leftBehind, disturbedBy, ms: Math.round(performance.now() - began) };
    }
    disturbedBy.push(reason);
  }
};

/** Told by the tape, so that a transcript is judged the same. */
const disturbance = async (
  tape: Tape,
  time: number,
  from: number,
  disturbances: Pick<Disturbances, 'during'> | null,
  late: string | null,
): Promise<string | null> => {
  if (disturbances === null && !tape.replays) return null;
  const seen = async () => disturbances?.during(tape.exchanges.slice(from)) ?? late;
  // Transcripts of undisturbed runs, and of those that looked only once, say nothing of it.
  return tape.take('suite', { disturbed: time }, seen).catch(() => null);
};

const runOnce = async (check: Check, around: Surroundings, recorded: Tape, signal: AbortSignal) => {
  const tape = new HaltingTape(recorded, signal);
  const bench = new Bench(check, tape);
  const trial = new Trial(check.id, around, tape, bench);
  const seconds = limitOf(check, around);
  let tooLate: string | null = null;
  // Told by the tape, too: a transcript ends where the time was over.
  const over = () => recorded.take('suite', { limit: seconds }, async () => null);
  try {
    await withinLimit(check.run(trial), seconds * 1_000);
  } catch (error) {
    tape.halt();
    const late = error instanceof Late || error instanceof NotRecorded ? over() : Promise.reject(error);
    const reason = await late.then(() => `not done within ${seconds} s`).catch(() => null);
    if (error instanceof TooLate) tooLate = error.message;
    // Without a known reason it is a fault of the suite itself, and has to be seen as one.
    const known = error instanceof NoAnswer || error instanceof Missing || error instanceof NotRecorded;
    const message = error instanceof Error ? error.message : String(error);
    bench.unable(check.proves, reason ?? (known ? message : `the check itself failed: ${message}`), 'trouble');
  }
  const plain = (text: string) => String(around.secrets.redact(text));
  const findings = bench.findings().map((finding) => ({ ...finding, says: plain(finding.says) }));
  tape.release();
  // Told by the tape: what was interrupted cleans up other things than whoever judges it again would.
  const leftBehind = await recorded
    .take('suite', CLEAN_UP, async () => (await trial.cleanUp()).map(plain))
    .catch(() => []);
  return { findings, leftBehind, late: tooLate };
};

/** Findings of a check that was left out; `applies` is false where the controller does not have what it looks at. */
export const leftOut = (check: Check, reason: string, applies: boolean): readonly Finding[] =>
  check.proves.map((requirement) => ({
    check: check.id,
    requirement,
    says: reason,
    evidence: [],
    ...(applies ? { verdict: 'INCONCLUSIVE', hindrance: 'left out' } : { verdict: 'NOT APPLICABLE' }),
  }));

const limitOf = ({ needs, minutes = 0 }: Check, { house }: Surroundings): number => {
  if (needs.includes('hours') && !house.driven) return minutes * 60 + SPARE_S;
  return needs.includes('slow') ? SLOW_LIMIT_S : CHECK_LIMIT_S;
};

/** A check that is not done in time. */
class Late extends Error {}

const withinLimit = async (run: Promise<void>, limit: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), limit);
  });
  // Whoever lost the race may still fail later; nobody listens any more.
  run.catch(() => {});
  await Promise.race([run, late]).finally(() => clearTimeout(timer));
};
