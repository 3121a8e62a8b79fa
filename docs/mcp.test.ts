import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { MCP_TABLES, withTables } from './mcp-tables.ts';

const page = readFileSync(new URL('mcp.md', import.meta.url), 'utf8');

describe('the page about assistants', () => {
  test('has the tables of what there is; `npx tsx scripts/write-mcp-tables.ts` writes them anew', () => {
    assert.equal(page, withTables(page));
    for (const name of Object.keys(MCP_TABLES)) assert.match(page, new RegExp(`<!-- table: ${name} -->\n\\|`));
  });
});
