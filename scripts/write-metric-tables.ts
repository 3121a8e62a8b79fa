import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from '../docs/metric-tables.ts';

/** Writes the tables of the page about metrics. Run it with `npx tsx scripts/write-metric-tables.ts`. */
const page = new URL('../docs/metrics.md', import.meta.url);
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
