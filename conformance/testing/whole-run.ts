import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../reports/report.ts';
import { everythingFor, type GoodController, type Ran, type Starting, typeConformance } from './good-controller.ts';
import type { Mode } from './judging.ts';
import { startSandbox } from './sandbox.ts';
import { startService } from './service.ts';

/** Starts our own controller. */
export const START: Readonly<Record<Mode, (starting: Starting) => Promise<GoodController>>> = {
  sandbox: startSandbox,
  serve: startService,
};

/** A run of the suite over every path of a controller, and what its transcript says. */
export interface WholeRun {
  readonly ran: Ran;
  readonly report: Report;
  /** The transcript of the same run, judged without the controller. */
  readonly again: Report;
}

/** Runs the suite and judges its transcript again; reports and transcript are kept in `folder`. */
export const wholeRun = async (good: GoodController, folder: string, more: readonly string[]): Promise<WholeRun> => {
  const file = (name: string) => join(folder, name);
  const read = (name: string): Report => {
    try {
      return JSON.parse(readFileSync(file(name), 'utf8'));
    } catch {
      throw new Error(`the suite wrote no ${name}: ${ran.output.slice(-2_000)}${ran.errors.slice(-2_000)}`);
    }
  };
  const files = [
    '--json',
    file('report.json'),
    '--html',
    file('report.html'),
    '--transcript',
    file('transcript.jsonl'),
  ];
  const ran = await typeConformance([...everythingFor(good), ...files, ...more]);
  const report = read('report.json');
  await typeConformance(['verify', file('transcript.jsonl'), '--json', file('again.json')]);
  return { ran, report, again: read('again.json') };
};
