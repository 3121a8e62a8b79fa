import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Command, columns, help, parse, perhaps } from './command.ts';
import { Refusal } from './refusal.ts';
import { isLoopback, readSandboxOptions, SANDBOX_OPTIONS } from './sandbox-options.ts';

const command: Command = {
  name: 'sandbox',
  usage: '[options]',
  means: 'Starts a house.',
  options: SANDBOX_OPTIONS,
  examples: [['twinhaus sandbox', 'a house']],
  run: async () => 0,
};
const read = (...args: readonly string[]) => readSandboxOptions(parse(command, args));

test('what is left out has its default', () => {
  assert.deepEqual(read(), {
    scenario: undefined,
    seed: undefined,
    start: undefined,
    speed: 1,
    host: '127.0.0.1',
    httpPort: undefined,
    httpsPort: undefined,
    remotePort: undefined,
    proxies: undefined,
    data: undefined,
    controlToken: undefined,
    json: false,
  });
});

test('what is given is understood, with a blank or an equals sign', () => {
  const options = read('--seed', '7', '--start=2026-06-01T06:00:00+02:00', '--speed', '0.5', '--http-port=0', '--json');

  assert.deepEqual([options.seed, options.speed, options.httpPort, options.json], [7, 0.5, 0, true]);
  assert.equal(options.start, Date.parse('2026-06-01T04:00:00Z'));
});

test('what cannot be is refused in one line that names it', () => {
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['--seed', '-1'], /--seed/],
    [['--seed', '4294967296'], /--seed 4294967296/],
    [['--seed='], /--seed needs a value/],
    [['--seed', '--json'], /--seed needs a value/],
    [['--speed', '1e400'], /--speed/],
    [['--start', '2026-06-01T06:00:00'], /--start/],
    [['--start', '2026-13-01'], /--start/],
    [['--http-port', '70000'], /--http-port 70000/],
    [['--json=yes'], /--json takes no value/],
    [['--scenaro', 'x'], /did you mean --scenario\?/],
    [['-x'], /unknown option -x/],
    [['house'], /unexpected house/],
    [['--host', '0.0.0.0'], /--control-token/],
    [['--host', '192.168.1.20'], /--control-token/],
    [['--control-token', 'short'], /--control-token/],
    [['--control-token', 'with a blank'], /--control-token/],
  ];
  for (const [args, message] of refused) {
    assert.throws(
      () => read(...args),
      (error) => error instanceof Refusal && message.test(error.message) && !error.message.includes('\n'),
      args.join(' '),
    );
  }
});

test('only addresses of this machine are loopback', () => {
  for (const host of ['127.0.0.1', '127.8.9.1', '::1', 'localhost']) assert.ok(isLoopback(host), host);
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.example.org', '128.0.0.1', ''])
    assert.ok(!isLoopback(host), host);
});

test('the help has a row for every option, lined up', () => {
  const rows = help(command)
    .split('\n')
    .filter((line) => line.startsWith('  --'));

  assert.equal(rows.length, SANDBOX_OPTIONS.length + 1);
  for (const { name, means } of SANDBOX_OPTIONS) {
    assert.ok(
      rows.some((row) => row.startsWith(`  --${name}`) && row.endsWith(means)),
      name,
    );
  }
  assert.deepEqual(
    columns([
      ['a', 'b'],
      ['long', ''],
    ]),
    ['a     b', 'long'],
  );
});

test('a near name is offered, and a far one is not', () => {
  assert.equal(perhaps('sandbx', ['sandbox', 'scenario']), 'did you mean sandbox? ');
  assert.equal(perhaps('--sped', ['--seed', '--speed']), 'did you mean --speed? ');
  assert.equal(perhaps('castle', ['sandbox', 'scenario']), '');
});
