import type { Requirement } from './requirements/requirement.ts';

/** A page may be written of anything that has these. */
interface Sources {
  readonly requirements: readonly Requirement[];
  readonly checks: readonly { readonly id: string; readonly proves: readonly string[] }[];
  readonly faulty: readonly { readonly id: string; readonly caughtBy: readonly string[] }[];
}

/** Requirement → checks → faulty controllers that prove them, as a page. */
export const traceabilityPage = ({ requirements, checks, faulty }: Sources): string => {
  const sections = [...new Set(requirements.map(({ section }) => section))];
  const seen = requirements.filter(({ unseen }) => unseen === null);
  const proven = seen.filter(({ id }) => faulty.some(({ caughtBy }) => caughtBy.includes(id)));
  return [
    '# Requirements, checks and proofs',
    '',
    'Written by `node --import tsx conformance/trace.ts`; a test says when it has to be written again.',
    '',
    `${requirements.length} requirements, ${seen.length} of them to be seen from outside; ${checks.length} checks; ${faulty.length} faulty controllers, which prove the checks of ${proven.length} requirements.`,
    ...sections.flatMap((section) => [
      '',
      `## ${section}`,
      '',
      '| Requirement | Level | Over | Checks | Proven by |',
      '| --- | --- | --- | --- | --- |',
      ...requirements
        .filter((row) => row.section === section && row.unseen === null)
        .map(({ id, level, says, transports }) => {
          const by = checks.filter(({ proves }) => proves.includes(id)).map((check) => `\`${check.id}\``);
          const proofs = faulty.filter(({ caughtBy }) => caughtBy.includes(id)).map((each) => `\`${each.id}\``);
          return `| \`${id}\`: ${says} | ${level} | ${transports.join(', ')} | ${by.join(', ')} | ${proofs.join(', ')} |`;
        }),
    ]),
    '',
    '## Not to be seen from outside',
    '',
    '| Requirement | Level | Reason |',
    '| --- | --- | --- |',
    ...requirements
      .filter(({ unseen }) => unseen !== null)
      .map(({ id, level, says, unseen }) => `| \`${id}\`: ${says} | ${level} | ${unseen} |`),
    '',
  ].join('\n');
};
