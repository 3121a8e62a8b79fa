import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CHECKS } from './checks/index.ts';
import { belongingsOf, lightsOf } from './testing/belongings.ts';
import { ask, type GoodController } from './testing/good-controller.ts';
import { differences, unexpected } from './testing/judging.ts';
import { startService } from './testing/service.ts';
import { type WholeRun, wholeRun } from './testing/whole-run.ts';

/** What production keeps to itself: its clock. Seen in the sandbox instead. */
const ON_THE_DRIVEN_CLOCK = CHECKS.filter(({ needs }) => needs.includes('driven-clock') || needs.includes('hours'))
  .map(({ id }) => id)
  .sort();

describe('the controller of a building', () => {
  let good: GoodController;
  let folder = '';
  let found: readonly unknown[];
  let lights: readonly unknown[];
  let doorBefore: unknown;
  let run: WholeRun;
  const door = async () =>
    ((await ask(good, 'getAllComponents')) as { cid: string }[]).find(({ cid }) => cid === 'C54');

  before(async () => {
    good = await startService();
    folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    found = await belongingsOf(good);
    lights = await lightsOf(good);
    doorBefore = await door();
    assert.ok(doorBefore);
    run = await wholeRun(good, folder, []);
  });
  after(async () => {
    await good?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('does over every path what the interface says', () => {
    const { report, ran } = run;
    const bad = unexpected(report, 'serve');

    assert.deepEqual(
      bad.map(({ verdict, check, requirement, says }) => ({ verdict, check, requirement, says })),
      [],
    );
    assert.equal(ran.status, 0, ran.output + ran.errors);
    assert.equal(ran.errors, '');
    assert.ok((report.counts.PASS ?? 0) > 200, JSON.stringify(report.counts));
  });

  test('is looked at completely, but for what only a driven clock shows', () => {
    const leftOut = run.report.requirements
      .flatMap(({ findings }) => findings)
      .filter(({ hindrance }) => hindrance === 'left out')
      .map(({ check }) => check);

    assert.deepEqual([...new Set(leftOut)].sort(), ON_THE_DRIVEN_CLOCK);
  });

  test('is judged the same without being asked again', () => {
    assert.deepEqual(differences(run.report, run.again), []);
  });

  test('is left with all that it had, and nothing more', async () => {
    assert.deepEqual(await belongingsOf(good), found);
    assert.deepEqual(await lightsOf(good), lights);
    assert.deepEqual(run.report.leftBehind, []);
  });

  test('finds its front door as it was, down to the moment when it was last moved', async () => {
    assert.deepEqual(await door(), doorBefore);
  });
});
