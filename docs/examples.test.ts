import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type RunningSandbox, startSandbox } from '../property-tests/fixtures.ts';

interface Example {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

const ROOT = new URL('..', import.meta.url).pathname;
const PAGES = [
  'README.md',
  'docs/configuring.md',
  'docs/sandbox.md',
  'docs/remote-access.md',
  'docs/metrics.md',
  'docs/mcp.md',
];

/** Every fenced block of a page in the given language, with the line that it starts in. */
const examples = (language: string): Example[] =>
  PAGES.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
      .filter((match) => match[1] === language)
      .map((match) => ({
        file,
        line: text.slice(0, match.index).split('\n').length,
        language,
        text: match[2] ?? '',
      }));
  });

/** What a person would type against a running sandbox: everything that speaks to it, and nothing that starts one. */
const typed = examples('sh').filter((example) => example.text.includes('127.0.0.1:8080'));

describe('what the pages tell a newcomer to type', () => {
  let sandbox: RunningSandbox;

  before(async () => {
    sandbox = await startSandbox(['--remote-port', '0']);
  });
  after(() => sandbox.stop());

  const here = (text: string) =>
    text.replaceAll('http://127.0.0.1:8080', sandbox.http).replaceAll('http://127.0.0.1:8081', sandbox.remote ?? '');

  for (const example of typed) {
    test(`${example.file}:${example.line} works as it stands`, async () => {
      const output = await shell(here(example.text));

      assert.notEqual(output.trim(), '', 'it prints something');
      assert.doesNotMatch(output, /"errorCode"|"error":|curl:/);
    });
  }

  test('the Socket.io example sees a lamp being switched', async () => {
    const [example] = examples('js');
    assert.ok(example, 'README.md has an example in JavaScript');
    const file = join(mkdtempSync(join(ROOT, 'node_modules', '.example-')), 'example.mjs');
    writeFileSync(file, here(example.text));

    const run = execFile(process.execPath, [file]);
    let output = '';
    run.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    try {
      await until(() => output.includes('watching'));
      await shell(
        `curl -s -X POST ${sandbox.http}/sandbox/v1/devices -H 'content-type: application/json' -d '{"cid":"C1","property":"state","content":1}'`,
      );
      await until(() => /cid: 'C1',\s+property: 'state',\s+value: true/.test(output));
    } finally {
      run.kill();
      rmSync(join(file, '..'), { recursive: true });
    }
  });

  test('there are examples to try', () => {
    assert.ok(typed.length >= 5, `found ${typed.length}`);
  });
});

/** Runs a text as a shell would, and answers what it printed. */
function shell(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', `set -e\n${text}`], { timeout: 20_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${text}\n${stderr}`)) : resolve(stdout + stderr),
    );
  });
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail('it did not happen within 5 seconds');
}
