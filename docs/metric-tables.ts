import { LABELS } from '../api/metrics/labels.ts';
import { METRICS } from '../api/metrics/metric-table.ts';

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The tables of the page about metrics, by their names. */
export const METRIC_TABLES: { readonly [name: string]: string } = {
  metrics: table(
    ['Name', 'Type', 'Labels', 'Meaning'],
    METRICS.map(({ name, type, labels, help }) => [`\`${name}\``, type, quoted(labels) || '–', help]),
  ),
  labels: table(
    ['Label', 'What it says'],
    Object.entries(LABELS).map(([label, { means, values }]) => [
      `\`${label}\``,
      values === undefined ? means : `${means}: ${quoted(values)}`,
    ]),
  ),
};

/** The page with its tables written anew. */
export const withTables = (page: string): string =>
  page.replace(
    /(<!-- table: (\w+) -->)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${METRIC_TABLES[name] ?? ''}\n${end}`,
  );
