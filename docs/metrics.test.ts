import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { LABELS } from '../api/metrics/labels.ts';
import { METRICS } from '../api/metrics/metric-table.ts';
import { METRIC_TABLES, withTables } from './metric-tables.ts';

const page = readFileSync(new URL('metrics.md', import.meta.url), 'utf8');

describe('the page about metrics', () => {
  test('has the tables of what there is; `npx tsx scripts/write-metric-tables.ts` writes them anew', () => {
    assert.equal(page, withTables(page));
    for (const name of Object.keys(METRIC_TABLES)) assert.match(page, new RegExp(`<!-- table: ${name} -->\n\\|`));
  });

  test('explains every label that a metric has, and no other', () => {
    const used = new Set(METRICS.flatMap(({ labels }) => labels));
    assert.deepEqual(Object.keys(LABELS).sort(), [...used].sort());
  });
});
