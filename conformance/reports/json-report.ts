import type { Report } from './report.ts';

/** The report for programs. */
export const jsonReport = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;
