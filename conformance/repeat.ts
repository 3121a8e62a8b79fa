// Shows that the suite says the same every time: many runs in a row on our own controller, each with another seed.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from './testing/command-line.ts';
import { MODES, type Mode, problemsOf, unexpected } from './testing/judging.ts';
import { START, wholeRun } from './testing/whole-run.ts';

const HELP = `Runs the suite on our own controller, again and again, and keeps what it should not have said.

Usage: node --import tsx conformance/repeat.ts --runs N [options] [-- options of the suite]

Options:
  --runs N           how many runs
  --on MODE          sandbox (the default) or serve
  --at-once K        runs at the same time, each on a controller of its own; 1 unless given
  --seed N           seed of the first run; every other has the next one; 1 unless given
  --keep DIR         where reports and transcripts of runs with a finding are kept; a temporary folder unless given
  --cheap-passwords  passwords cost the controller next to nothing: for slow machines
  --help             this text

Exit status: 0 every run said what it should, 1 one did not, 2 wrong usage.
`;

const { values, positionals, wrong, whole } = commandLine('repeat', HELP, {
  options: {
    runs: { type: 'string' },
    on: { type: 'string' },
    'at-once': { type: 'string' },
    seed: { type: 'string' },
    keep: { type: 'string' },
    'cheap-passwords': { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
});
const runs = whole('--runs', values.runs);
const atOnce = whole('--at-once', values['at-once'] ?? '1');
const firstSeed = whole('--seed', values.seed ?? '1');
const mode = modeOf(values.on ?? 'sandbox');
const keep = values.keep ?? mkdtempSync(join(tmpdir(), 'conformance-repeat-'));
mkdirSync(keep, { recursive: true });

const told = new Map<string, number>();
const tell = (what: string) => told.set(what, (told.get(what) ?? 0) + 1);
let [begun, bad, longest] = [0, 0, 0];
await Promise.all(Array.from({ length: Math.min(atOnce, runs) }, worker));
for (const [what, times] of told) console.log(`${times} ×  ${what}`);
console.log(
  bad === 0
    ? `${runs} runs on ${mode}, and every one said what it should; the longest took ${(longest / 1_000).toFixed(1)} s`
    : `${bad} of ${runs} runs on ${mode} said what they should not: see ${keep}`,
);
if (bad === 0 && values.keep === undefined) rmSync(keep, { recursive: true });
process.exitCode = bad === 0 ? 0 : 1;

async function worker(): Promise<void> {
  while (begun < runs) {
    const seed = firstSeed + begun;
    begun += 1;
    const folder = join(keep, `seed-${seed}`);
    mkdirSync(folder, { recursive: true });
    const problems = await lookedAt(seed, folder);
    console.log(`seed ${seed}: ${problems.length === 0 ? 'as it should' : `${problems.length} problems`}`);
    for (const problem of problems) console.log(`  ${problem}`);
    if (problems.length === 0) rmSync(folder, { recursive: true });
    else bad += 1;
  }
}

async function lookedAt(seed: number, folder: string): Promise<readonly string[]> {
  const good = await START[mode]({ cheapPasswords: values['cheap-passwords'] });
  try {
    const run = await wholeRun(good, folder, ['--seed', String(seed), ...positionals]);
    longest = Math.max(longest, run.report.ms);
    for (const { verdict, check, requirement } of unexpected(run.report, mode)) {
      tell(`${verdict} ${check} ${requirement}`);
    }
    return problemsOf(run, mode);
  } finally {
    await good.stop();
  }
}

function modeOf(text: string): Mode {
  return MODES.find((each) => each === text) ?? wrong(`--on ${text}: ${MODES.join(' or ')}, please`);
}
