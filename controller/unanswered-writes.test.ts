import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { until } from '../property-tests/fixtures.ts';
import { lamp, OWNER, WiredHouses, wired } from '../property-tests/wired-house.ts';
import type { Cid } from '../twin/index.ts';

const houses = new WiredHouses();
afterEach(() => houses.end());

const SET = { property: 'state', value: true };

/** Every line of the journal of a folder. */
const journalOf = (data: string): { readonly kind: string; readonly event?: string }[] =>
  readdirSync(join(data, 'journal'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(data, 'journal', file), 'utf8')
        .trimEnd()
        .split('\n'),
    )
    .map((line) => JSON.parse(line));

test('is found as it was if a checkpoint fell between what a bus was told and its answer', async () => {
  const scenes = [{ id: 1, name: 'Both', rooms: [], steps: ['C1', 'C2'].map((cid) => ({ ...SET, cid: cid as Cid })) }];
  const scenario = wired({ components: [lamp('C1'), lamp('C2'), lamp('C3')], scenes }, ['wire', 'other']);
  const data = houses.folder();
  const house = await houses.start(data, scenario);
  const { life } = house.controller;
  const wire = house.wire();
  wire.answersAtOnce = false;
  let leave: (() => void) | undefined;
  house.wire('other').close = () =>
    new Promise((left) => {
      leave = left;
    });
  const renewed = house.renew(scenario, ['other']);
  await until(() => leave !== undefined, 'it leaves the other bus', 30_000);
  life.twin.command({ cid: 'C3', property: 'state', value: true, cause: OWNER });
  life.twin.runScene(1, OWNER);
  leave?.();
  // It ends with a checkpoint.
  await renewed;
  const copies = [houses.afterPowerCut(data)];
  for (const [index, ok] of [true, false, true].entries()) {
    const observer = wire.unanswered[index];
    observer?.next(ok ? { ok } : { ok, reason: 'the lamp does not want to' });
    observer?.complete();
    wire.say('C1', index % 2);
    // What no lamp can be, and what nobody has.
    wire.say('C1', 'dim');
    wire.say('C7', 1);
    life.journal.commit();
    copies.push(houses.afterPowerCut(data));
  }

  assert.ok(journalOf(data).some(({ kind, event }) => kind === 'scene' && event === 'ended'));
  for (const copy of copies) {
    const again = await houses.start(copy, scenario);
    assert.deepEqual(again.said, []);
    assert.deepEqual(again.wire().written, [], 'nothing is sent a second time');
    await again.close();
  }
  const again = await houses.start(copies.at(-1) ?? '', scenario);
  assert.deepEqual(again.controller.life.twin.lastRun(1)?.failed, [0]);
});
