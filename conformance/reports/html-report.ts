import type { Exchange } from '../clients/tape.ts';
import { clockTold } from './clock-offset.ts';
import { SCRIPT, STYLE } from './html-style.ts';
import { type Judged, leftBehindTold, type Report, type Told } from './report.ts';
import { resemblanceTold } from './resemblance.ts';

const VERDICTS = ['FAIL', 'WARN', 'INCONCLUSIVE', 'PASS', 'NOT APPLICABLE', 'UNTESTED', 'NOT OBSERVABLE'] as const;

/** The report as one page that needs nothing else. */
export const htmlReport = (report: Report): string => {
  const sections = [...new Set(report.requirements.map(({ section }) => section))];
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Conformance of ${text(report.target)}</title><style>${STYLE}</style></head><body>`,
    `<h1>Conformance of ${text(report.target)}</h1>`,
    `<p>${report.status === 0 ? 'Nothing was found that speaks against it.' : 'There are findings.'} `,
    `${VERDICTS.flatMap((verdict) => counted(report, verdict)).join(', ')}.</p>`,
    `<p>Interface ${text(report.interfaceVersion)}, suite ${text(report.suite)}, ${text(report.at)}, seed ${report.seed}, ${(report.ms / 1_000).toFixed(1)} s${report.interrupted ? ', <strong>interrupted</strong>' : ''}${report.clockOffset === null ? '' : `; ${clockTold(report.clockOffset)}`}.</p>`,
    ...report.unexpectedlyFine.map(
      ({ check }) => `<p><strong>Expected to fail, and did not: ${text(check)}</strong></p>`,
    ),
    ...report.repeated.map(
      ({ check, disturbedBy }) => `<p>Run again: <code>${text(check)}</code> (${text(disturbedBy.join('; '))}).</p>`,
    ),
    ...leftBehindTold(report).map((what) => `<p><strong>${text(what)}</strong></p>`),
    ...(report.resembles === null ? [] : [`<p>It is ${text(resemblanceTold(report.resembles))}.</p>`]),
    findings(report),
    overview(report, sections),
    `<form class="filter" aria-label="What is shown">${occurring(report).map(box).join('')}`,
    '<label>with <input type="search" placeholder="a word or an id"></label></form>',
    ...sections.map((name) => section(name, report)),
    '<p class="none" hidden>Nothing is like that.</p>',
    `<script>${SCRIPT}</script></body></html>`,
    '',
  ].join('\n');
};

/** What speaks against the controller, each with the way to its evidence. */
const findings = ({ requirements }: Report): string => {
  const rows = requirements.filter(({ verdict }) => verdict === 'FAIL' || verdict === 'WARN');
  const items = rows.map(
    ({ id, verdict, says }) =>
      `<li>${mark(verdict)} <a href="#${text(id)}"><code>${text(id)}</code></a> ${text(says)}</li>`,
  );
  return items.length === 0 ? '' : `<ul class="findings">${items.join('')}</ul>`;
};

const occurring = ({ counts }: Report) => VERDICTS.filter((verdict) => (counts[verdict] ?? 0) > 0);

const counted = ({ counts }: Report, verdict: string): string[] =>
  counts[verdict] === undefined ? [] : [`${counts[verdict]} ${mark(verdict)}`];

const overview = (report: Report, sections: readonly string[]): string => {
  const { requirements } = report;
  const verdicts = occurring(report);
  const cells = (name: string) =>
    verdicts
      .map((verdict) => {
        const count = requirements.filter((row) => row.section === name && row.verdict === verdict).length;
        return `<td class="n">${count === 0 ? '' : count}</td>`;
      })
      .join('');
  const rows = sections.map((name) => `<tr><td><a href="#${anchor(name)}">${text(name)}</a></td>${cells(name)}</tr>`);
  const head = verdicts.map((verdict) => `<th class="n">${mark(verdict)}</th>`).join('');
  return `<div class="wide"><table><thead><tr><th>Section</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
};

const box = (verdict: string): string =>
  `<label><input type="checkbox" value="${verdict}" ${verdict === 'NOT OBSERVABLE' ? '' : 'checked'}> ${mark(verdict)}</label>`;

const section = (name: string, { requirements }: Report): string => {
  const rows = requirements.filter((row) => row.section === name).map(requirement);
  return `<section><h2 id="${anchor(name)}">${text(name)}</h2>\n${rows.join('\n')}</section>`;
};

const requirement = (row: Judged): string =>
  [
    `<details id="${text(row.id)}" data-verdict="${row.verdict}"><summary>${mark(row.verdict)} <code>${text(row.id)}</code> ${text(row.says)}</summary>`,
    `<p>${row.level}, ${row.transports.join(', ') || 'from no side'}${row.unseen === null ? '' : `: ${text(row.unseen)}`}</p>`,
    ...row.findings.map(finding),
    '</details>',
  ].join('\n');

const finding = (each: Told): string =>
  [
    `<p>${mark(each.verdict)}${each.expected ? ' (expected)' : ''} <code>${text(each.check)}</code>: ${text(each.title)}<br>${text(each.says)}</p>`,
    ...(each.verdict === 'PASS' ? [] : each.exchanges.map(exchange)),
    ...(each.repeat.length === 0
      ? []
      : ['<p>To see it again:</p>', ...each.repeat.map((line) => `<pre>${text(line)}</pre>`)]),
  ].join('\n');

const exchange = ({ path, at, sent, got, failed }: Exchange): string =>
  `<pre>${text(`${at} ms, ${path}\nsent ${JSON.stringify(sent)}\ncame ${cut(failed ?? JSON.stringify(got) ?? '')}`)}</pre>`;

const mark = (verdict: string): string => `<span class="v ${verdict.split(' ')[0]}">${verdict}</span>`;
const anchor = (name: string): string => name.toLowerCase().replace(/\W+/g, '-');
const cut = (long: string): string =>
  long.length <= 4_000 ? long : `${long.slice(0, 4_000)} … (${long.length} letters)`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (plain: string): string => plain.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
