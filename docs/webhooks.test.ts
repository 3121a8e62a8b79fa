import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type RunningSandbox, startSandbox, until } from '../property-tests/fixtures.ts';

const PAGE = readFileSync(new URL('webhooks.md', import.meta.url), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text);

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.stop());

test('the guide works as it stands: a receiver is told, and it can be seen why not', async () => {
  const [receiver = ''] = blocks('js');
  const [tell = '', ask = ''] = blocks('sh').filter((text) => text.includes('127.0.0.1:8080'));
  // On a free port, which it says itself.
  const script = receiver
    .replace('8123, ', '0, ')
    .replace("() => console.log('listening')", 'function () { console.log(this.address().port); }');
  const running = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let said = '';
  running.stdout.on('data', (text) => {
    said += text;
  });
  try {
    await until(() => /^\d+$/m.test(said), 'the receiver listens');
    const port = /^\d+$/m.exec(said)?.[0] ?? '';
    const shell = async (text: string) => {
      const here = text
        .replaceAll('http://127.0.0.1:8080', sandbox.http)
        .replaceAll('127.0.0.1:8123', `127.0.0.1:${port}`);
      return (await promisify(execFile)('bash', ['-c', `set -e\n${here}`])).stdout;
    };
    assert.equal(await shell(tell), '{"id":1}{"ok":true}');
    const [, printed = ''] = /prints `(\/light[^`]*)`/.exec(PAGE) ?? [];
    await until(() => said.includes(`${printed}\n`), `it prints ${printed}`);
    assert.match(await shell(ask), /^\[.*\]\{"time":.*"status":200,"reason":null,/);
  } finally {
    running.kill();
  }
});
