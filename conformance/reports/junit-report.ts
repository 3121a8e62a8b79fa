import type { Judged, Report, Told } from './report.ts';

/** The report as build servers read it: a section is a suite, a requirement in a check is a case. */
export const junitReport = (report: Report): string => {
  const sections = [...new Set(report.requirements.map(({ section }) => section))];
  const suites = sections.map((section) => suite(section, report));
  const head = `<testsuites name="${escaped(`conformance ${report.interfaceVersion}, suite ${report.suite}, seed ${report.seed}`)}" time="${report.ms / 1_000}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, '</testsuites>', ''].join('\n');
};

const suite = (section: string, report: Report): string => {
  const { requirements, at, target } = report;
  const cases = requirements
    .filter((row) => row.section === section)
    .flatMap((row) => row.findings.map((finding) => ({ row, finding })));
  const count = (verdict: string) =>
    cases.filter(({ finding }) => finding.verdict === verdict && !finding.expected).length;
  return [
    `<testsuite name="${escaped(section)}" hostname="${escaped(target)}" timestamp="${at}" tests="${cases.length}" failures="${count('FAIL')}" skipped="${cases.length - count('PASS') - count('FAIL')}">`,
    properties(report),
    ...cases.map(({ row, finding }) => testCase(row, finding)),
    '</testsuite>',
  ].join('\n');
};

const properties = ({ suite, interfaceVersion, target, at, seed }: Report): string => {
  const all = Object.entries({ suite, interface: interfaceVersion, target, at, seed });
  return `<properties>${all.map(([name, value]) => `<property name="${name}" value="${escaped(String(value))}"/>`).join('')}</properties>`;
};

const testCase = (row: Judged, finding: Told): string => {
  const head = `<testcase classname="${escaped(finding.check)}" name="${escaped(`${row.id}: ${row.says}`)}"`;
  if (finding.verdict === 'PASS') return `${head}/>`;
  const says = escaped(finding.expected ? `expected: ${finding.says}` : finding.says);
  if (finding.verdict === 'FAIL' && !finding.expected) {
    const evidence = [...finding.exchanges.map((exchange) => JSON.stringify(exchange)), ...finding.repeat].join('\n');
    return `${head}><failure type="${row.level}" message="${says}">${escaped(evidence)}</failure></testcase>`;
  }
  return `${head}><skipped message="${escaped(finding.verdict)}: ${says}"/></testcase>`;
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For text and attributes; what XML has no way to say is left out. */
const escaped = (text: string): string =>
  [...text]
    .filter((letter) => letter >= ' ' || letter === '\n' || letter === '\t')
    .join('')
    .replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
