import { readFileSync, writeFileSync } from 'node:fs';
import { CHECKS } from './checks/index.ts';
import { Unreachable } from './discovery/house.ts';
import { help, type Typed, typedOf, Usage } from './options.ts';
import { orderOf } from './orders.ts';
import { htmlReport } from './reports/html-report.ts';
import { jsonReport } from './reports/json-report.ts';
import { junitReport } from './reports/junit-report.ts';
import { type Heading, type Report, reportOf } from './reports/report.ts';
import { Terminal } from './reports/terminal.ts';
import { unknownNames } from './running/plan.ts';
import { stoppable } from './running/stopping.ts';
import { type RunResult, runSuite } from './running/suite-run.ts';
import { readTranscript, TranscriptWriter } from './transcript/transcript.ts';
import { verifyTranscript } from './transcript/verify.ts';
import { BadExpectation, type Expectation, expectationsOf } from './verdicts/expected.ts';

const TITLES = new Map(CHECKS.map(({ id, title }) => [id, title]));
const WRITERS = { json: jsonReport, junit: junitReport, html: htmlReport } as const;

/** The command line; answers the exit status. `program` is what somebody typed to start it. */
export const conformance = async (args: readonly string[], program = 'twinhaus conformance'): Promise<number> => {
  try {
    const typed = typedOf(args);
    if (typed.is('help')) {
      process.stdout.write(help(program));
      return 0;
    }
    const unknown = unknownNames(CHECKS, typed.list('only'));
    if (unknown.length > 0) throw new Usage(`--only ${unknown[0]}: no check or requirement is called that`);
    return typed.operands[0] === 'verify' ? await verify(typed, program) : await run(typed, program);
  } catch (error) {
    const known = error instanceof Usage || error instanceof Unreachable || error instanceof BadExpectation;
    if (!known && !isOfFiles(error)) throw error;
    process.stderr.write(`twinhaus-conformance: ${(error as Error).message.replace(/\s*\n\s*/g, ' ')}\n`);
    return 2;
  }
};

async function run(typed: Typed, program: string): Promise<number> {
  const expectations = expectationsIn(typed);
  const written = typed.is('dry-run')
    ? [...Object.keys(WRITERS), 'transcript'].find((name) => typed.is(name as 'json'))
    : undefined;
  if (written !== undefined) throw new Usage(`--${written} goes without --dry-run: nothing is looked at`);
  const order = await orderOf(typed, program);
  const terminal = new Terminal(process.stdout);
  const at = new Date().toISOString();
  const transcript = new TranscriptWriter(typed.text('transcript'), order, at);
  const stop = stoppable(order.manners.run, (line) => terminal.said(line));
  const result = await runSuite(
    order,
    {
      planned: (plan, speed) => {
        stop.begin();
        if (order.dryRun) terminal.listed(plan, speed);
        else terminal.planned(plan, speed);
      },
      began: (check) => terminal.began(check),
      ended: (check, findings, ms) => {
        transcript.ended(check.id);
        terminal.ended(check, findings, ms);
      },
      exchanged: (exchange) => transcript.write(exchange),
    },
    stop.signal,
  )
    .then((all) => {
      transcript.end(all.interrupted);
      return all;
    })
    .finally(() => {
      stop.done();
      transcript.close();
    });
  if (order.dryRun) return 0;
  const status = conclude(typed, terminal, result, expectations, {
    target: order.target.base.origin,
    at,
    seed: order.manners.seed,
    again: order.again,
  });
  // What was interrupted may still wait for answers.
  if (result.interrupted) process.exit(status);
  return status;
}

async function verify(typed: Typed, program: string): Promise<number> {
  const [, path, ...rest] = typed.operands;
  if (path === undefined || rest.length > 0) throw new Usage(`name one transcript: ${program} verify FILE`);
  const expectations = expectationsIn(typed);
  const recorded = readTranscript(path);
  const { head } = recorded;
  const terminal = new Terminal(process.stdout);
  const result = await verifyTranscript(recorded, {
    planned: (plan, speed) => terminal.planned(plan, speed),
    began: () => {},
    ended: (check, findings, ms) => terminal.ended(check, findings, ms),
    exchanged: () => {},
  });
  return conclude(typed, terminal, result, expectations, {
    target: new URL(String(head.target.base)).origin,
    at: head.at,
    seed: head.manners.seed,
    again: head.again,
  });
}

function conclude(
  typed: Typed,
  terminal: Terminal,
  result: RunResult,
  expectations: readonly Expectation[],
  run: Pick<Heading, 'target' | 'at' | 'seed' | 'again'>,
): number {
  const report: Report = reportOf(result, TITLES, { ...run, strict: typed.is('strict'), expectations });
  terminal.concluded(report);
  for (const [name, write] of Object.entries(WRITERS)) {
    const path = typed.text(name as keyof typeof WRITERS);
    if (path !== null) writeFileSync(path, write(report));
  }
  return report.status;
}

function expectationsIn(typed: Typed): readonly Expectation[] {
  const path = typed.text('expected');
  return path === null ? [] : expectationsOf(readFileSync(path, 'utf8'), [...TITLES.keys()]);
}

/** A path that does not exist or must not be written to is the person's to mend. */
const isOfFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'].includes(String(error.code));
