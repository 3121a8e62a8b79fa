import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from '../docs/mcp-tables.ts';

/** Writes the tables of the page about assistants. Run it with `npx tsx scripts/write-mcp-tables.ts`. */
const page = new URL('../docs/mcp.md', import.meta.url);
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
