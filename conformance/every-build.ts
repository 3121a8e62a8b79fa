// What is done with every build: the suite against our own controller in both of its modes, over every path that there is.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from './testing/command-line.ts';
import { MODES, type Mode, problemsOf } from './testing/judging.ts';
import { type Result, resultBlock, resultBlockIn, withResultBlock } from './testing/result-block.ts';
import { START, wholeRun } from './testing/whole-run.ts';

const HELP = `Builds, and runs the suite on the sandbox and on the service over every path. What should not have been said is a failure:
everything but PASS, and what was left out for a reason that conformance/testing/judging.ts gives.

Usage: node --import tsx conformance/every-build.ts [options]

Options:
  --write     write the result into the README, instead of comparing it with what stands there
  --keep DIR  keep reports (JSON, HTML) and transcripts there
  --help      this text

Exit status: 0 all is as it should be, 1 something is not, 2 wrong usage.
`;

const ROOT = join(import.meta.dirname, '..');
const README = join(ROOT, 'README.md');

/** Every path has to have been gone. */
const PATHS = ['http', 'https', 'socket4', 'socket4 over TLS', 'socket2', 'webhook', 'mcp', 'remote', 'bridge'];

const { values } = commandLine('every-build', HELP, {
  options: { write: { type: 'boolean', default: false }, keep: { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: false,
});
const builder: { buildWhatChanged(root: string): Promise<void> } = await import(join(ROOT, 'scripts', 'build.js'));
await builder.buildWhatChanged(ROOT);
const keep = values.keep ?? mkdtempSync(join(tmpdir(), 'conformance-build-'));
const problems: string[] = [];
// They wait for most of the time, and do not know of each other.
const results: readonly Result[] = await Promise.all(MODES.map(looked));
const block = resultBlock(results);
console.log(`\n${block}\n`);
const readme = readFileSync(README, 'utf8');
if (values.write) writeFileSync(README, withResultBlock(readme, block));
else if (resultBlockIn(readme) !== block) problems.push('the README shows another result: --write writes this one');
for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? 'Everything is as it should be.' : `${problems.length} problems.`);
if (values.keep === undefined) rmSync(keep, { recursive: true });
process.exitCode = problems.length === 0 ? 0 : 1;

async function looked(mode: Mode): Promise<Result> {
  const folder = join(keep, mode);
  mkdirSync(folder, { recursive: true });
  const good = await START[mode]({});
  try {
    const run = await wholeRun(good, folder, []);
    const { ran, report } = run;
    console.log(`\n$ twinhaus conformance … (on twinhaus ${mode})\n${ran.output}${ran.errors}`);
    const gone = pathsIn(join(folder, 'transcript.jsonl'));
    const found = [
      ...problemsOf(run, mode),
      ...PATHS.filter((path) => !gone.has(path)).map((path) => `nothing was asked over ${path}`),
    ];
    problems.push(...found.map((each) => `${mode}: ${each}`));
    return { mode, report };
  } finally {
    await good.stop();
  }
}

function pathsIn(transcript: string): ReadonlySet<string> {
  const [, ...lines] = readFileSync(transcript, 'utf8').trimEnd().split('\n');
  return new Set(lines.map((line) => String((JSON.parse(line) as { path: unknown }).path)));
}
