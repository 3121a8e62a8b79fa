import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { connectAsync } from 'mqtt';
import { pause, ROOT, type RunningSandbox, startServe, temporaryFolder } from '../property-tests/fixtures.ts';
import { Mosquitto, noMosquitto } from '../property-tests/mosquitto.ts';

const guide = readFileSync(new URL('mqtt-fleet.md', import.meta.url), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, is, text]) => (is === language ? [text ?? ''] : []));
const block = (language: string, index = 0): string => blocks(language)[index] ?? assert.fail(`no block ${language}`);

const PASSWORD = 'correct horse battery';
const ENVIRONMENT = { FLEET_PASSWORD: PASSWORD, OWNER_PASSWORD: PASSWORD };
const HOUSES = { 'north-wing': 'North wing', 'south-wing': 'South wing', 'gate-house': 'Gate house' } as const;
type House = keyof typeof HOUSES;
const NAMES = Object.keys(HOUSES) as readonly House[];

interface Collected {
  readonly collector: string;
  readonly ready?: true;
  readonly house: string;
  readonly cid: string;
  readonly value: string;
}

const until = async (what: string, holds: () => boolean, says: () => unknown = () => ''): Promise<void> => {
  for (let tries = 0; !holds(); tries += 1) {
    assert.ok(tries < 4_500, `${what}: ${JSON.stringify(says())}`);
    await pause(10);
  }
};

const sh = (text: string, cwd: string): string =>
  execFileSync('bash', ['-c', `set -e\n${text}`], { cwd, env: { ...process.env, ...ENVIRONMENT }, encoding: 'utf8' });

/** The broker of the guide, with its accounts and its access list. */
const startBroker = async (context: TestContext, folder: string): Promise<Mosquitto> => {
  sh(block('sh', 0), folder);
  writeFileSync(join(folder, 'acl'), block('acl'));
  const lines = block('conf')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('listener'))
    .map((line) => line.replace('/etc/mosquitto/', `${folder}/`));
  const broker = await Mosquitto.start(lines);
  context.after(() => broker.end());
  return broker;
};

const collectors = (context: TestContext, broker: Mosquitto) => {
  const lines: Collected[] = [];
  const start = (name: string): ChildProcess => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', block('js')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...ENVIRONMENT, BROKER: broker.url, NAME: name },
    });
    context.after(() => child.kill('SIGKILL'));
    createInterface({ input: child.stdout ?? assert.fail('it has an output') }).on('line', (line) => {
      lines.push(JSON.parse(line));
    });
    return child;
  };
  const isReady = (name: string) => lines.some(({ collector, ready }) => collector === name && ready === true);
  const values = () => lines.filter(({ ready }) => ready !== true);
  return { start, isReady, values };
};

test('three controllers meet on one broker, as the guide says', { skip: noMosquitto }, async (context) => {
  const folder = temporaryFolder();
  const running = new Map<House, RunningSandbox>();
  context.after(async () => {
    for (const each of running.values()) await each.kill();
    folder.remove();
  });
  const broker = await startBroker(context, folder.path);
  const serve = async (house: House): Promise<void> => {
    const file = join(folder.path, `${house}.yaml`);
    const text = block('yaml')
      .replace('South wing', HOUSES[house])
      .replace('username: south-wing', `username: ${house}`)
      .replace('mqtt://broker.example:1883', broker.url)
      .replace('data: data', `data: ${house}`);
    writeFileSync(file, text);
    running.set(house, await startServe(file, { environment: ENVIRONMENT }));
  };
  for (const house of NAMES) {
    await serve(house);
    const answer = sh(block('sh', 1).replace('http://127.0.0.1:8080', running.get(house)?.http ?? ''), folder.path);
    assert.match(answer, /"id":\d+/);
  }

  const room = await connectAsync(broker.url, { protocolVersion: 5, username: 'control-room', password: PASSWORD });
  context.after(() => room.endAsync(true));
  const topics = new Map<string, string>();
  const answers: string[] = [];
  const seen: string[] = [];
  room.on('message', (topic, payload, { properties }) => {
    topics.set(topic, payload.toString());
    seen.push(`${topic} ${payload}`);
    if (topic === 'answers/control-room') answers.push(`${properties?.correlationData} ${payload}`);
  });
  await room.subscribeAsync(['twinhaus/#', 'answers/control-room'], { qos: 1 });
  const shown = () => [...topics];
  const is = (topic: string, payload: string) =>
    until(`${topic} is ${payload}`, () => topics.get(topic) === payload, shown);
  for (const house of NAMES) await is(`twinhaus/${house}/status`, 'online');

  const { start, isReady, values } = collectors(context, broker);
  const first = start('first');
  start('second');
  await until('both collect', () => isReady('first') && isReady('second'));
  const told: string[] = [];
  /** Commands a brightness, and waits until the house shows it. */
  const command = async (house: House, brightness: number): Promise<void> => {
    told.push(`${house} ${brightness}`);
    const correlationData = Buffer.from(`${house} ${brightness}`);
    await room.publishAsync(`twinhaus/${house}/C1/brightness/set`, String(brightness), {
      properties: { responseTopic: 'answers/control-room', correlationData },
    });
    await is(`twinhaus/${house}/C1/brightness`, String(brightness));
  };
  const collected = () => values().map(({ house, value }) => `${house} ${value}`);
  const all = () => until('every value was collected', () => collected().length >= told.length, collected);

  for (let step = 1; step <= 8; step += 1) {
    for (const [index, house] of NAMES.entries()) await command(house, step * 10 + index);
  }
  await all();
  assert.deepEqual(collected().toSorted(), told.toSorted(), 'each value once, from the house that was commanded');
  assert.deepEqual(new Set(values().map(({ collector }) => collector)), new Set(['first', 'second']));
  await until(
    'every command is answered',
    () => answers.length === told.length,
    () => answers,
  );
  assert.deepEqual(answers.toSorted(), told.map((each) => `${each} {"C1":true}`).toSorted());

  await running.get('south-wing')?.kill();
  await is('twinhaus/south-wing/status', 'offline');
  assert.equal(topics.get('twinhaus/north-wing/status'), 'online');
  assert.equal(topics.get('twinhaus/south-wing/C1/brightness'), '81', 'its values stay');

  const gone = new Promise((resolve) => first.once('exit', resolve));
  first.kill('SIGKILL');
  await gone;
  const before = values().length;
  for (let step = 1; step <= 4; step += 1) await command('gate-house', step);
  await until('the other one gets all', () => values().length === before + 4, values);
  assert.deepEqual(
    new Set(
      values()
        .slice(before)
        .map(({ collector }) => collector),
    ),
    new Set(['second']),
  );

  await serve('south-wing');
  await is('twinhaus/south-wing/status', 'online');
  await command('south-wing', 33);
  await all();

  // A controller's account ends at its own name.
  const intruder = await connectAsync(broker.url, { username: 'gate-house', password: PASSWORD });
  context.after(() => intruder.endAsync(true));
  await intruder.publishAsync('twinhaus/north-wing/C1/brightness/set', '99', { qos: 1 });
  await command('north-wing', 5);
  assert.ok(!seen.includes('twinhaus/north-wing/C1/brightness/set 99'), 'the broker stops it');
  assert.ok(!seen.includes('twinhaus/north-wing/C1/brightness 99'));
});
