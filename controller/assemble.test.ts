import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Answer } from '../api/gate.ts';
import { SandboxRefusal } from '../api/sandbox/sandbox-control.ts';
import type { Instant } from '../twin/index.ts';
import { type AssembleOptions, assemble, type Controller } from './assemble.ts';
import { Refusal } from './refusal.ts';
import { load } from './scenario-folders.ts';

const SMALL = 'generated:components=12,rooms=3';
/** Later than any present, so that time goes on from where it stopped. */
const START = Date.parse('2100-01-01T00:00:00Z') as Instant;

const folderFor = (context: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'twinhaus-house-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const said: string[] = [];
const open = (options: Partial<AssembleOptions>): Promise<Controller> =>
  assemble({
    speed: 0,
    start: START,
    load,
    log: {
      say: (line) => said.push(line),
      problem: (during, error) => assert.fail(`could not ${during}: ${String(error)}`),
    },
    ...options,
  });

const journalOf = async ({ control }: Controller): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of control.journal()) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
};

const login = (controller: Controller, username: string, password: string): Answer | Promise<Answer> =>
  controller.life.gate.handle({
    call: 'auth',
    input: undefined,
    credentials: { kind: 'password', username, password, persistent: false, cookie: undefined },
    path: 'local',
    source: '127.0.0.1',
    transport: 'memory',
    language: 'en',
  });

/** A copy of a folder in use is what a process that was killed at this moment would have left. */
const killed = (folder: string, copy: string): string => {
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('/lock') });
  return copy;
};

const oneLine = (error: unknown, pattern: RegExp): boolean =>
  error instanceof Refusal && pattern.test(error.message) && !error.message.includes('\n');

test('a folder goes on with its house, and with no other', async (context) => {
  const data = folderFor(context);
  const first = await open({ data, scenario: SMALL, seed: 7 });
  await first.control.clock({ advance: 60 });
  await first.close();

  await assert.rejects(open({ data, scenario: 'family-home' }), (error) =>
    oneLine(error, /holds the scenario generated:components=12,rooms=3 with seed 7/),
  );
  await assert.rejects(open({ data, seed: 8 }), (error) => oneLine(error, /with seed 7/));
  const again = await open({ data });

  assert.deepEqual(again.control.status(), {
    scenario: SMALL,
    seed: 7,
    now: '2100-01-01T00:01:00.000Z',
    speed: 0,
    components: 12,
  });
  await again.close();
});

test('time goes on from where it stopped, or from a later start, as if nobody had been away', async (context) => {
  const [data, other] = [folderFor(context), folderFor(context)];
  const later = (START + 7_200_000) as Instant;
  const first = await open({ data, scenario: SMALL });
  await first.control.clock({ advance: 100 });
  await first.close();
  const earlier = await open({ data, start: (START - 1_000) as Instant });
  assert.equal(earlier.control.status().now, '2100-01-01T00:01:40.000Z');
  await earlier.close();

  const gone = await open({ data, start: later });

  const without = await open({ data: other, scenario: SMALL });
  await without.control.clock({ advance: 7_200 });
  assert.equal(gone.control.status().now, without.control.status().now);
  assert.equal(await journalOf(gone), await journalOf(without));
  await Promise.all([gone.close(), without.close()]);
  await assert.rejects(open({ data, start: (START + 11 * 366 * 86_400_000) as Instant }), (error) =>
    oneLine(error, /more than ten years/),
  );
});

test('a house that was killed is the same as one that was not, inputs and all', async (context) => {
  const data = folderFor(context);
  const house = await open({ data, scenario: 'family-home' });
  const { control, life } = house;
  for (let round = 0; round < 5; round += 1) {
    await control.clock({ advance: 1_000.25 });
    control.press({ cid: 'C1', property: 'state', content: round % 2 });
    life.twin.command({
      cid: 'C7',
      property: 'brightness',
      value: 10 + round,
      cause: { by: 'user', user: 'resident', call: 'componentUpdate' },
    });
    life.twin.runScene(4, { by: 'user', user: 'resident', call: 'executeScene' })?.subscribe();
    life.journal.commit();

    const copy = await open({ data: killed(data, join(folderFor(context), 'copy')) });

    assert.deepEqual(copy.control.status(), control.status());
    assert.equal(await journalOf(copy), await journalOf(house));
    await copy.control.clock({ advance: 500 });
    await copy.close();
    if (round === 2) await control.clock({ advance: 1 });
  }
  await house.close();
});

test('a reset begins another house that stays, and of the one before nothing is left', async (context) => {
  const data = folderFor(context);
  const house = await open({ data, scenario: 'family-home' });
  await house.life.access.setUser(2, { password: 'changed by an admin' });
  await house.control.clock({ advance: 3_600 });
  const before = await journalOf(house);

  const beginning = await house.control.reset({ scenario: SMALL, seed: 3 });

  assert.deepEqual(beginning, { scenario: SMALL, seed: 3, now: '2100-01-01T00:00:00.000Z' });
  const copy = await open({ data: killed(data, join(folderFor(context), 'copy')) });
  for (const each of [house, copy]) {
    assert.equal(each.control.status().components, 12);
    assert.ok((await login(each, 'resident', 'sandbox-resident')).ok);
    assert.ok(!(await login(each, 'resident', 'changed by an admin')).ok);
    assert.ok((await journalOf(each)).length < before.length);
  }
  assert.equal(await journalOf(copy), await journalOf(house));
  await Promise.all([house.close(), copy.close()]);
});

test('a reset to a house that does not exist changes nothing', async () => {
  const house = await open({ scenario: SMALL });
  await house.control.clock({ advance: 60 });
  const before = [house.control.status(), await journalOf(house)];

  await assert.rejects(house.control.reset({ scenario: 'castle' }), SandboxRefusal);

  assert.deepEqual([house.control.status(), await journalOf(house)], before);
  await house.close();
});

test('whatever is damaged in a folder is refused in one line and left untouched', async (context) => {
  const data = folderFor(context);
  const house = await open({ data, scenario: SMALL });
  await house.control.clock({ advance: 60 });
  await house.close();
  for (const name of ['controller.sqlite', 'twin.sqlite', 'certificate.pem']) {
    const copy = killed(data, join(folderFor(context), name));
    const bad = Buffer.concat([Buffer.from('X'), readFileSync(join(copy, name)).subarray(1)]);
    writeFileSync(join(copy, name), bad);

    await assert.rejects(open({ data: copy }), (error) => oneLine(error, new RegExp(name)), name);

    assert.deepEqual(readFileSync(join(copy, name)), bad);
    assert.ok(!readdirSync(copy).includes('lock'), 'it lets go of the folder');
  }
  const copy = killed(data, join(folderFor(context), 'journal'));
  rmSync(join(copy, 'journal'), { recursive: true });
  await assert.rejects(open({ data: copy }), (error) => oneLine(error, /journal/));
});

test('a journal that cannot have happened is refused in one line', async (context) => {
  const data = folderFor(context);
  const house = await open({ data, scenario: SMALL });
  await house.control.clock({ advance: 60 });
  house.life.journal.commit();
  const copy = killed(data, join(folderFor(context), 'copy'));
  await house.close();
  const [name = ''] = readdirSync(join(copy, 'journal'));
  const file = join(copy, 'journal', name);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"content":0', '"content":1'));

  await assert.rejects(open({ data: copy }), (error) => oneLine(error, /does not follow/));
});

test('a folder goes on with the scenario that it began with, even if the file has changed', async (context) => {
  const data = folderFor(context);
  const file = join(folderFor(context), 'house.yaml');
  const text = readFileSync(join(import.meta.dirname, '..', 'scenarios', 'one-room.yaml'), 'utf8');
  writeFileSync(file, text);
  const house = await open({ data, scenario: file });
  const { name } = house.life.scenario.house.components[0] ?? { name: '' };
  await house.close();
  writeFileSync(file, text.replace(name, 'Another name'));

  const again = await open({ data, scenario: file });

  assert.equal(again.life.scenario.house.components[0]?.name, name);
  assert.match(said.at(-1) ?? '', /has changed/);
  await again.close();
});
