import type { Check } from '../checks/check.ts';
import type { Planned } from '../running/plan.ts';
import type { Finding, Verdict } from '../verdicts/verdict.ts';
import { clockTold } from './clock-offset.ts';
import { leftBehindTold, type Report, type Told } from './report.ts';
import { resemblanceTold } from './resemblance.ts';

const COLORS: Readonly<Record<string, number>> = { PASS: 32, FAIL: 31, WARN: 33, INCONCLUSIVE: 35 };

/** Where the person reads: colours and a line that changes only on a real terminal. */
export class Terminal {
  readonly #out: NodeJS.WriteStream;
  readonly #live: boolean;
  #total = 0;
  #done = 0;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
    this.#live = out.isTTY === true && process.env.NO_COLOR === undefined;
  }

  /** What will be done, before anything is. */
  planned(plan: readonly Planned[], speed: number | null): void {
    const run = plan.filter(({ leftOut }) => leftOut === null);
    this.#total = run.length;
    const counts = new Map<string, number>();
    for (const { deeds } of run) for (const deed of deeds) counts.set(deed, (counts.get(deed) ?? 0) + 1);
    const told = [...counts].map(([deed, count]) => `${count} ${deed}`);
    this.#line(`${run.length} checks${told.length === 0 ? '' : ` (among them: ${told.join(', ')})`}`);
    this.#clock(speed);
    const reasons = new Map<string, string[]>();
    for (const { check, leftOut, applies } of plan) {
      const reason = `${applies ? 'left out' : 'not applicable'}, ${leftOut}`;
      if (leftOut !== null) reasons.set(reason, [...(reasons.get(reason) ?? []), check.id]);
    }
    for (const [reason, ids] of reasons) this.#line(this.#paint('INCONCLUSIVE', `${reason}: ${ids.join(', ')}`));
  }

  /** Each check with what it does: the whole of a dry run. */
  listed(plan: readonly Planned[], speed: number | null): void {
    this.#clock(speed);
    for (const { check, leftOut, applies, deeds } of plan) {
      const does = deeds.join(', ') || 'only reads';
      const why = `${applies ? 'left out' : 'not applicable'}: ${leftOut}`;
      this.#line(`${check.id}: ${check.title} [${leftOut === null ? does : why}]`);
    }
  }

  #clock(speed: number | null): void {
    if (speed === null) return;
    this.#line(`its clock runs at ${speed} times the speed of this machine's: for the run it is set to 1`);
  }

  /** What has to be said between checks. */
  said(line: string): void {
    if (this.#live) this.#out.write('\r\u001b[K');
    this.#line(line);
  }

  began({ id }: Check): void {
    if (this.#live) this.#out.write(`\r\u001b[K${this.#done} of ${this.#total}: ${id}`);
  }

  ended({ id, title }: Check, findings: readonly Finding[], ms: number): void {
    this.#done += 1;
    if (this.#live) this.#out.write('\r\u001b[K');
    const verdict = (['FAIL', 'INCONCLUSIVE', 'WARN'] as const).find((each) =>
      findings.some((one) => one.verdict === each),
    );
    this.#line(`${this.#paint(verdict ?? 'PASS', (verdict ?? 'PASS').padEnd(12))} ${id}: ${title} (${ms} ms)`);
  }

  /** The findings, and the sum of it all. */
  concluded(report: Report): void {
    const told = report.requirements.flatMap(({ findings }) => findings);
    for (const finding of told) {
      if (finding.verdict === 'PASS' || finding.verdict === 'NOT APPLICABLE') continue;
      if (finding.hindrance !== 'left out') this.#finding(finding, report);
    }
    for (const { check, line } of report.unexpectedlyFine) {
      this.#line(this.#paint('FAIL', `expected to fail, and did not: ${check} (line ${line})`));
    }
    for (const { check, disturbedBy } of report.repeated) {
      this.#line(`run again: ${check} (${disturbedBy.join('; ')})`);
    }
    for (const what of leftBehindTold(report)) this.#line(this.#paint('FAIL', what));
    if (report.resembles !== null) {
      this.#line('');
      this.#line(resemblanceTold(report.resembles));
    }
    const counts = Object.entries(report.counts).map(([verdict, count]) => this.#paint(verdict, `${count} ${verdict}`));
    this.#line('');
    this.#line(`${counts.join(', ')} of ${report.requirements.length} requirements`);
    this.#line(
      `interface ${report.interfaceVersion}, suite ${report.suite}, ${report.target}, ${report.at}, seed ${report.seed}, ${(report.ms / 1_000).toFixed(1)} s`,
    );
    if (report.clockOffset !== null) this.#line(clockTold(report.clockOffset));
    const open = (report.counts.INCONCLUSIVE ?? 0) + (report.counts.UNTESTED ?? 0);
    if (report.interrupted) this.#line(this.#paint('FAIL', 'interrupted: what is missing was not looked at'));
    else if (report.status === 1) this.#line(this.#paint('FAIL', 'there are findings'));
    else if (open > 0)
      this.#line(this.#paint('INCONCLUSIVE', `no finding, but ${open} requirements were not looked at`));
    else this.#line(this.#paint('PASS', 'no finding'));
  }

  #finding({ verdict, requirement, check, says, exchanges, repeat, expected }: Told, report: Report): void {
    const row = report.requirements.find(({ id }) => id === requirement);
    this.#line('');
    this.#line(
      `${this.#paint(verdict, verdict)}${expected ? ' (expected)' : ''} ${requirement} [${check}] ${row?.section}`,
    );
    this.#line(`  asked:  ${row?.level}: ${row?.says}`);
    this.#line(`  found:  ${says}`);
    const last = exchanges.at(-1);
    if (last !== undefined) {
      this.#line(`  sent:   ${last.path} ${cut(JSON.stringify(last.sent))}`);
      this.#line(`  came:   ${cut(last.failed ?? JSON.stringify(last.got) ?? 'nothing')}`);
    }
    for (const line of repeat) this.#line(`  repeat: ${line}`);
  }

  #paint(verdict: Verdict | string, text: string): string {
    const color = COLORS[verdict];
    return this.#live && color !== undefined ? `\u001b[${color}m${text}\u001b[0m` : text;
  }

  #line(text: string): void {
    this.#out.write(`${text}\n`);
  }
}

const cut = (text: string): string => (text.length <= 400 ? text : `${text.slice(0, 397)}…`);
