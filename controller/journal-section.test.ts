import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { run, startServe, temporaryFolder, until } from '../property-tests/fixtures.ts';
import { call, credentials, send } from '../property-tests/http-client.ts';

const PASSWORD = 'correct horse battery';
const OWNER = { headers: credentials('owner', PASSWORD) };
const KEPT = 'journal: { days: 400 }\n';
const LONG_AGO = '2020-01-01T00:00:00.000Z';

const HOUSE = `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: owner, password: { file: password.txt } }
components: [{ cid: C1, type: switch, name: Light, bus: simulator, device: { people: false } }]
`;

const filesOf = (journal: string): readonly string[] => readdirSync(journal).toSorted();

/** Whether the oldest file is there, packed or not. */
const hasFirst = (journal: string): boolean => filesOf(journal).some((name) => /-0+1\.ndjson(\.gz)?$/.test(name));

/** A building that was stopped, and whose journal began long ago with a file of its own. */
const elder = async (context: TestContext) => {
  const folder = temporaryFolder();
  context.after(() => folder.remove());
  const file = join(folder.path, 'controller.yaml');
  const journal = join(folder.path, 'data', 'journal');
  const write = (more: string) => writeFileSync(file, HOUSE + more);
  const start = async () => {
    const running = await startServe(file);
    context.after(() => running.kill());
    return running;
  };
  write('');
  writeFileSync(join(folder.path, 'password.txt'), PASSWORD);
  const first = await start();
  assert.equal(await first.stop(), 0);

  const [whole = ''] = filesOf(journal);
  const lines = readFileSync(join(journal, whole), 'utf8').trimEnd().split('\n');
  const middle = Math.floor(lines.length / 2);
  const old = lines.slice(0, middle + 1).map((line) => line.replace(/"at":"[^"]+"/, `"at":"${LONG_AGO}"`));
  rmSync(join(journal, whole));
  const put = (from: number, texts: readonly string[]) =>
    writeFileSync(join(journal, `1-${String(from).padStart(12, '0')}.ndjson`), `${texts.join('\n')}\n`);
  put(1, old.slice(0, middle));
  put(middle + 1, [...old.slice(middle), ...lines.slice(middle + 1)]);
  return { start, write, journal, middle };
};

test('a building whose journal is kept for days gives up what is older at its start, and says so', async (context) => {
  const { start, write, journal, middle } = await elder(context);
  write(KEPT);
  const running = await start();

  await until(
    () => running.log().includes(`older than it is kept: it begins with line ${middle + 1} now`),
    'it is said',
    30_000,
  );
  assert.ok(!hasFirst(journal), filesOf(journal).join());
  const metrics = await call(running.http, 'setSkill', { id: 'metrics', enabled: true }, OWNER);
  assert.equal(metrics.status, 200, metrics.text);
  const { text } = await send(`${running.http}/metrics`);
  assert.match(text, /^twinhaus_journal_forgotten_total 1$/m);
  assert.match(text, /^twinhaus_journal_bytes [1-9]\d+$/m);
  assert.equal(await running.stop(), 0);
  assert.equal(await (await start()).stop(), 0, 'it starts again without them');
});

test('how much is kept counts as soon as the configuration is read again', async (context) => {
  const { start, write, journal, middle } = await elder(context);
  const running = await start();
  assert.ok(hasFirst(journal), 'without the section nothing is too old');
  write(KEPT);
  running.process.kill('SIGHUP');

  await until(() => running.log().includes(`it begins with line ${middle + 1} now`), 'it is said', 30_000);
  assert.ok(!hasFirst(journal), filesOf(journal).join());
  assert.equal(await running.stop(), 0);
});

test('a dry run says how much is kept', async (context) => {
  const folder = temporaryFolder();
  context.after(() => folder.remove());
  const file = join(folder.path, 'controller.yaml');
  writeFileSync(file, `${HOUSE}journal: { days: 30, megabytes: 200 }\n`);

  const { status, stdout } = await run(['serve', '--config', file, '--dry-run']);

  assert.equal(status, 0);
  assert.match(stdout, /Journal +30 days, 200 megabytes at most/);
});
