import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { BRIDGE, environmentOf, type Home, makeHome, startBridge } from '../property-tests/bridge/bridge-process.ts';
import { type McpHouse, startMcpHouse } from '../property-tests/bridge/mcp-house.ts';
import { COMMAND } from '../property-tests/fixtures.ts';

let home: Home;
let house: McpHouse;

beforeEach(async () => {
  house = await startMcpHouse({ name: 'home' });
  home = makeHome({ controllers: [{ name: 'home', address: house.address, token: 'secret-token' }] });
});
afterEach(async () => {
  await house.stop();
  home.remove();
});

const run = (...args: string[]) =>
  spawnSync(process.execPath, [BRIDGE, ...args], { env: environmentOf(home), encoding: 'utf8', input: '' });

const pageIn = (log: string): string => /setup page is at (http:\/\/localhost:\d+)/.exec(log)?.[1] ?? '';

describe('the bridge ends', () => {
  for (const [way, end] of [
    ['when its standard input is closed', 'stop'],
    ['on SIGTERM', 'SIGTERM'],
    ['on SIGINT', 'SIGINT'],
  ] as const) {
    test(`${way}, within two seconds, with a call that is not answered, and takes leave of the controller`, async () => {
      const { call, client, process: child, stop } = await startBridge({ home });
      const waiting = client.callTool({ name: 'wait' });
      while (!house.seen.includes('tools/call wait')) await call('where');
      const asked = performance.now();

      const ended = once(child, 'exit');
      if (end === 'stop') void stop();
      else child.kill(end);

      assert.deepEqual(await ended, [0, null]);
      assert.ok(performance.now() - asked < 2_000);
      assert.match(JSON.stringify(await waiting), /broke before its answer/);
      assert.equal(house.sessions.size, 0);
    });
  }

  test('after it has answered what was asked, even if nobody asks any further', async () => {
    const messages = [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'controller_list' } },
    ];
    const child = spawn(process.execPath, [BRIDGE], { env: environmentOf(home), stdio: ['pipe', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));

    assert.deepEqual(await once(child, 'close'), [0, null]);
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    assert.deepEqual(ids.sort(), [1, 2]);
  });
});

describe('the command line', () => {
  test('explains itself and names its version', () => {
    assert.match(run('--help').stdout, /Usage: twinhaus-bridge \[--setup\]/);
    assert.match(run('--version').stdout, /^\d+\.\d+\.\d+\n$/);
  });

  for (const args of [['--stup'], ['setup'], ['--setup', 'x']]) {
    test(`refuses ${args.join(' ')} with one line and status 2`, () => {
      const { status, stderr, stdout } = run(...args);

      assert.equal(status, 2);
      assert.match(stderr, /^twinhaus-bridge: unknown argument [^\n]*\n$/);
      assert.equal(stdout, '');
    });
  }

  test('--setup with a broken file names the place, and status 2', () => {
    home.write('{"controllers": [}');
    const { status, stderr } = run('--setup');

    assert.equal(status, 2);
    assert.match(stderr, /^twinhaus-bridge: [^\n]*controllers\.json, line 1, column 18: [^\n]*\n$/);
  });

  for (const [name, command] of [
    ['twinhaus-bridge', [BRIDGE]],
    ['twinhaus bridge', [COMMAND, 'bridge']],
  ] as const) {
    test(`${name} --setup opens the page without an assistant, and writes nothing to standard output`, async () => {
      const child = spawn(process.execPath, [...command, '--setup'], {
        env: environmentOf(home),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let out = '';
      let log = '';
      child.stdout.on('data', (text) => {
        out += text;
      });
      child.stderr.setEncoding('utf8');
      while (pageIn(log) === '') log += String((await once(child.stderr, 'data'))[0]);

      assert.match(await (await fetch(pageIn(log))).text(), /home/);
      child.kill('SIGTERM');
      assert.deepEqual(await once(child, 'exit'), [0, null]);
      assert.equal(out, '');
    });
  }

  test('twinhaus bridge is the same bridge', async () => {
    const bridge = await startBridge({ home, command: [process.execPath, COMMAND, 'bridge'] });

    assert.deepEqual((await bridge.call('where')).structuredContent, { name: 'home', args: {} });
    assert.deepEqual(bridge.strays, []);
    assert.equal(await bridge.stop(), 0);
  });
});

describe('at its start', () => {
  test('without a controller it has its own tools, and the setup page is open', async () => {
    home.write({ controllers: [] });
    const { call, client, until, log, heard, stop } = await startBridge({ home });
    await until('the page', () => pageIn(log()) !== '');
    const address = pageIn(log());

    assert.equal((await client.listTools()).tools.length, 4);
    assert.deepEqual(await client.listPrompts(), { prompts: [] });
    assert.match(JSON.stringify((await call('where')).content), /no controller is set up: call controller_setup/);
    assert.deepEqual((await call('controller_setup')).structuredContent, { address, opened: false });
    assert.equal((await fetch(address)).status, 200);

    home.write({ controllers: [{ name: 'home', address: house.address, token: 'secret-token' }] });
    await until('the lists', () => heard.includes('notifications/tools/list_changed'));
    assert.deepEqual((await call('where')).structuredContent, { name: 'home', args: {} });
    assert.equal(await stop(), 0);
  });

  test('a file that others can read is made private', async () => {
    chmodSync(home.file, 0o644);
    const { log, stop } = await startBridge({ home });

    assert.equal(statSync(home.file).mode & 0o777, 0o600);
    assert.match(log(), /could be read by others on this computer; that is mended/);
    await stop();
  });

  test('a broken file is told of, and the assistant is told, too', async () => {
    home.write('{"controllers": [}');
    const { call, log, stop } = await startBridge({ home });

    assert.match(log(), /line 1, column 18/);
    for (const tool of ['where', 'controller_list', 'controller_current']) {
      const { isError, content } = await call(tool);
      assert.equal(isError, true, tool);
      assert.match(JSON.stringify(content), /line 1, column 18/, tool);
    }
    assert.equal(await stop(), 0);
  });

  test('a browser is asked only where there is a screen', {
    skip: process.platform !== 'linux' && 'needs Linux',
  }, async () => {
    const asked = join(home.path, 'asked');
    const program = join(home.path, 'xdg-open');
    writeFileSync(asked, '');
    writeFileSync(program, `#!/bin/sh\necho "$1" >${asked}\necho noise\n`, { mode: 0o755 });
    const env = { ...environmentOf(home), DISPLAY: ':99', PATH: `${home.path}${delimiter}${process.env.PATH}` };
    const watcher = watch(asked);
    let changed = once(watcher, 'change');
    const child = spawn(process.execPath, [BRIDGE, '--setup'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (; readFileSync(asked, 'utf8') === ''; changed = once(watcher, 'change')) await changed;
    watcher.close();

    assert.match(readFileSync(asked, 'utf8'), /^http:\/\/localhost:\d+\n$/);
    child.kill('SIGTERM');
    await once(child, 'exit');
    assert.equal(child.stdout.read(), null);
  });
});
