import type { Verdict } from './laws.ts';

/** The verdicts as a table, and below it what broke a law. */
export const tableOf = (verdicts: readonly Verdict[]): string => {
  const rows = verdicts.map(({ law, means, holds, seen }) => [holds ? 'holds' : 'BROKEN', law, means, seen]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const evidence = verdicts.flatMap(({ law, evidence }) => evidence.map((sentence) => `  ${law}: ${sentence}`));
  return [...lines, ...(evidence.length === 0 ? [] : ['', ...evidence])].join('\n');
};
