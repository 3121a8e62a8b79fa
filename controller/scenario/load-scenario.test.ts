import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createSimulator } from '../../hardware/simulator/index.ts';
import { type Instant, KINDS, VirtualClock } from '../../twin/index.ts';
import { scenarioCommand } from './commands.ts';
import { guestRights } from './default-accounts.ts';
import { compileScenario, loadScenario as load, ScenarioFault, type ScenarioFolders } from './index.ts';
import { readScenario } from './read-scenario.ts';

const WRITTEN = new URL('../../scenarios/', import.meta.url).pathname;
const loadScenario = (name: string, folders: ScenarioFolders = {}) => load(name, { written: WRITTEN, ...folders });

const fails = (says: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ScenarioFault, String(error));
  assert.match(error.message, says);
  assert.doesNotMatch(error.message, /\n/);
  return true;
};

describe('a scenario is found', () => {
  let folder = '';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'scenario-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('by its name, as a file, and as it was compiled', async () => {
    const byName = await loadScenario('one-room');
    const file = join(folder, 'copy.yaml');
    writeFileSync(file, JSON.stringify(byName.house.rooms));
    writeFileSync(join(folder, 'one-room.json'), JSON.stringify({ ...byName, name: 'compiled' }));

    assert.equal(byName.name, 'one-room');
    assert.deepEqual(await compileScenario(join(WRITTEN, 'one-room.yaml')), byName);
    assert.equal((await loadScenario('one-room', { compiled: folder })).name, 'compiled');
    assert.equal((await loadScenario('family-home', { compiled: folder })).name, 'family-home');
    utimesSync(join(folder, 'one-room.json'), 1, 1);
    assert.equal((await loadScenario('one-room', { compiled: folder })).name, 'one-room', 'what was compiled is old');
    await assert.rejects(loadScenario(file), fails(/copy\.yaml:1: .* does not fit/));
  });

  test('with the seed that was asked for', async () => {
    assert.equal((await loadScenario('one-room')).seed, 1);
    assert.equal((await loadScenario('one-room', { seed: 7 })).seed, 7);
    assert.equal((await loadScenario('generated:components=5', { seed: 7 })).seed, 7);
  });

  test('or one line says why not', async () => {
    mkdirSync(join(folder, 'a.yaml'));

    await assert.rejects(
      loadScenario('family-hom'),
      fails(/^family-hom: there is no such scenario; did you mean family-home\?/),
    );
    await assert.rejects(loadScenario('./nowhere.yaml'), fails(/nowhere\.yaml: there is no such file/));
    await assert.rejects(loadScenario(join(folder, 'a.yaml')), fails(/a\.yaml: is a folder/));
    for (const size of ['', 'components', 'components=0', 'components=50001', 'components=-1', 'components=1e3']) {
      await assert.rejects(loadScenario(`generated:${size}`), fails(/^generated:/));
    }
    await assert.rejects(loadScenario('generated:components=9,rooms=0'), fails(/rooms must be from 1 to 20000/));
    await assert.rejects(loadScenario('generated:rooms=9'), fails(/how many components is missing/));
    await assert.rejects(loadScenario('generated:components=9,components=8'), fails(/is not understood/));
  });
});

describe('a house can be generated', () => {
  test('of any size, the same for the same seed, and a lamp comes first', async () => {
    for (const [components, rooms] of [
      [1, 3],
      [7, 3],
      [40, 5],
      [200, 25],
      [5_000, 625],
    ] as const) {
      const scenario = await loadScenario(`generated:components=${components}`);

      assert.equal(scenario.house.components.length, components);
      assert.equal(scenario.house.rooms.length, rooms);
      assert.equal(scenario.house.components[0]?.type, 'switch');
      assert.equal(new Set(scenario.house.components.map(({ name }) => name)).size, components);
      assert.deepEqual(await loadScenario(`generated:components=${components}`), scenario);
    }
    const [one, other] = await Promise.all([1, 2].map((seed) => loadScenario('generated:components=90', { seed })));
    assert.notDeepEqual(one?.house.components, other?.house.components);
    assert.equal((await loadScenario('generated:components=60,rooms=4')).house.rooms.length, 4);
  });

  test('with every kind of device, once it is large', async () => {
    const { house } = await loadScenario('generated:components=2000');

    assert.deepEqual(
      [...new Set(house.components.map(({ type }) => type))].toSorted(),
      KINDS.map(({ type }) => type).toSorted(),
    );
  });

  test('and it lives', async () => {
    const { house, seed, devices } = await loadScenario('generated:components=300');
    const clock = new VirtualClock(Date.parse('2026-05-04T05:00:00Z') as Instant);
    let count = 0;
    createSimulator({ clock, seed, house, settings: devices }).reports.subscribe(() => {
      count += 1;
    });

    clock.advanceTo((clock.now() + 86_400_000) as Instant);

    assert.ok(count > 3_000 && count < 20_000, `${count} reports`);
  });

  test('whose guest is kept out by a rule', async () => {
    const { house, accounts } = await loadScenario('generated:components=100,rooms=12');

    assert.deepEqual(accounts.find(({ username }) => username === 'guest')?.rooms, { 11: 'View only', 12: 'Off' });
    assert.deepEqual(guestRights({ rooms: house.rooms.slice(0, 1), scenes: [] }), {
      rooms: { 1: 'View only' },
      scenes: {},
    });
  });
});

describe('twinhaus scenario', () => {
  test('lists what comes along', async () => {
    const { text, status } = await scenarioCommand(['list'], { written: WRITTEN });

    assert.equal(status, 0);
    assert.match(text, /^family-home +95 components, 15 rooms, 4 zones, 8 scenes$/m);
    assert.match(text, /^one-room +5 components/m);
  });

  test('checks files and says what is wrong in the bad ones', async () => {
    const good = join(WRITTEN, 'one-room.yaml');

    assert.equal((await scenarioCommand(['check', good], {})).status, 0);
    const { text, status } = await scenarioCommand(['check', good, 'nowhere.yaml'], {});
    assert.equal(status, 1);
    assert.equal(text.trimEnd().split('\n').length, 2);
  });

  test('generates a file that reads back as the same house', async () => {
    const { text, status } = await scenarioCommand(['generate', '120', '9', '5'], {});
    const expected = await loadScenario('generated:components=120,rooms=9', { seed: 5 });

    assert.equal(status, 0);
    assert.deepEqual({ ...readScenario('generated.yaml', text), name: expected.name }, expected);
  });

  test('answers wrong usage with one line', async () => {
    for (const args of [[], ['check'], ['list', 'x'], ['generate'], ['dance']]) {
      const { text, status } = await scenarioCommand(args, {});
      assert.equal(status, 2);
      assert.match(text, /^twinhaus: write twinhaus scenario check .*\n$/);
    }
    for (const args of [['many'], ['3', 'many'], ['3', '2', 'many']]) {
      const said = await scenarioCommand(['generate', ...args], {});
      assert.deepEqual(said, { text: 'twinhaus: many is no whole number\n', status: 2 });
    }
    assert.match((await scenarioCommand(['generate', '0'], {})).text, /^twinhaus: .*must be from 1 to .*\n$/);
  });
});
