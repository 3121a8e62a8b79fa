import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { firstValueFrom } from 'rxjs';
import { pause, until } from '../property-tests/fixtures.ts';
import { lamp, OWNER, type WiredHouse, WiredHouses, wired } from '../property-tests/wired-house.ts';
import type { Cid, DataEntry } from '../twin/index.ts';

const houses = new WiredHouses();
afterEach(() => houses.end());

const LARGER = wired({ components: [lamp('C1'), lamp('C2')] });
const state = ({ controller }: WiredHouse, cid: Cid) => controller.life.twin.components.get(cid)?.entry('state')?.value;

/** Every line of the journal of a folder. */
const journalOf = (data: string): { readonly seq: number; readonly kind: string; readonly content?: unknown }[] =>
  readdirSync(join(data, 'journal'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(data, 'journal', file), 'utf8')
        .trimEnd()
        .split('\n'),
    )
    .map((line) => JSON.parse(line));

describe('a house that goes on by another description', () => {
  test('has what is new, knows what it knew, and keeps the bus that stays open', async () => {
    const house = await houses.start(houses.folder());
    house.wire().say('C1', 1);
    await house.renew(LARGER);
    house.wire().say('C2', 1);

    assert.deepEqual([state(house, 'C1'), state(house, 'C2')], [true, true]);
    assert.equal(house.wires.length, 1);
    assert.equal(house.wire().isClosed, false);
    assert.equal(
      house.controller.life.twin.command({ cid: 'C2', property: 'state', value: false, cause: OWNER }),
      'accepted',
    );
    assert.deepEqual(house.wire().written, [{ point: { cid: 'C2', property: 'state' }, content: 0 }]);
  });

  test('closes a bus that has changed before it opens it anew', async () => {
    const house = await houses.start(houses.folder(), wired({}, ['wire', 'other']));
    const before = house.wire();
    let wasClosed = false;
    before.close = async () => {
      wasClosed = house.wires.length === 2;
    };
    await house.renew(wired({}, ['wire', 'other']), ['wire']);

    assert.ok(wasClosed);
    assert.deepEqual(
      house.wires.map(({ name }) => name),
      ['wire', 'other', 'wire'],
    );
    before.say('C1', 1);
    assert.equal(state(house, 'C1'), null, 'nobody listens to the one that was left');
    house.wire().say('C1', 1);
    assert.equal(state(house, 'C1'), true);
  });

  test('loses no event and tells none twice while values flow', async () => {
    const house = await houses.start(houses.folder());
    const { life } = house.controller;
    const heard: DataEntry[] = [];
    life.events.listen(({ entries }) => heard.push(...entries));
    const flow = { isOn: true, said: 0 };
    const flowing = (async () => {
      while (flow.isOn) {
        for (let each = 0; each < 20; each += 1) {
          flow.said += 1;
          house.wire().say('C1', flow.said % 2);
        }
        await new Promise((next) => setImmediate(next));
      }
    })();
    for (let round = 0; round < 10; round += 1) await house.renew(round % 2 === 0 ? LARGER : wired());
    flow.isOn = false;
    await flowing;
    life.events.flush();

    const states = heard.filter(({ property }) => property === 'state');
    assert.deepEqual(
      states.map(({ content }) => content),
      Array.from({ length: flow.said }, (_, index) => (index + 1) % 2),
    );
    const sequences = heard.map(({ sequence }) => sequence);
    assert.deepEqual(
      sequences,
      [...new Set(sequences)].sort((one, other) => one - other),
    );
    assert.ok(flow.said > 200, `${flow.said} values`);
  });

  test('keeps who waits for a scene waiting, and answers when it has ended', async () => {
    const wait = [{ wait: 0.5 }, { cid: 'C1' as Cid, property: 'state', value: true }];
    const scenes = [{ id: 1, name: 'Slowly', rooms: [], steps: wait }];
    const house = await houses.start(houses.folder(), wired({ scenes }));
    const running = house.controller.life.twin.runScene(1, OWNER);
    assert.ok(running);
    const ended = firstValueFrom(running);
    await house.renew({ ...LARGER, house: { ...LARGER.house, scenes } });
    const { failed, refused, stopped } = await ended;

    assert.deepEqual([failed, refused, stopped], [[], false, false]);
    assert.deepEqual(
      house.wire().written.map(({ content }) => content),
      [1],
    );
  });

  test('waits for what a bus is about to answer, and sends nothing twice', async () => {
    const data = houses.folder();
    const house = await houses.start(data);
    house.wire().answersAtOnce = false;
    house.controller.life.twin.command({ cid: 'C1', property: 'state', value: true, cause: OWNER });
    const renewed = house.renew(LARGER);
    await pause(500);
    house.wire().answer();
    await renewed;

    assert.equal(house.wire().written.length, 1);
    const kinds = journalOf(data).map(({ kind }) => kind);
    assert.ok(kinds.indexOf('write') > kinds.indexOf('command'));
    assert.ok(kinds.lastIndexOf('configuration') > kinds.indexOf('write'), 'the answer came first');
  });

  test('goes on without the answer of a bus that gives none', async () => {
    const house = await houses.start(houses.folder());
    house.wire().answersAtOnce = false;
    house.controller.life.twin.command({ cid: 'C1', property: 'state', value: true, cause: OWNER });
    await house.renew(LARGER);
    house.wire().answer();
    house.wire().say('C2', 1);

    assert.equal(state(house, 'C2'), true);
  });

  test('refuses a description under which it cannot go on, and changes nothing', async () => {
    const house = await houses.start(houses.folder());
    const { twin } = house.controller.life;
    twin.configure({ collection: 'rooms', action: 'add', record: { name: 'Attic', zones: [] } }, OWNER);
    const rooms = [
      { id: 1, name: 'Hall', zones: [] },
      { id: 2, name: 'Cellar', zones: [] },
    ];
    await assert.rejects(house.renew(wired({ rooms })), /the room 2 is Attic.*another id/);
    house.wire().say('C1', 1);

    assert.equal(state(house, 'C1'), true);
    assert.equal(twin.rooms.get(2)?.name, 'Attic');
  });

  test('lets automations wait for what they waited for, and begins what is new', async () => {
    const automation = (id: number, delay: number) => ({
      ...{ id, name: `Rule ${id}`, enabled: true, mode: 'single' as const, conditions: [] },
      triggers: [{ when: 'change' as const, cid: 'C1', property: 'state', to: true, for: delay }],
      actions: [{ do: 'set' as const, cid: `C${id + 1}`, property: 'state', value: true }],
    });
    const components = [lamp('C1'), lamp('C2', null), lamp('C3', null)];
    const first = wired({ components, automations: [automation(1, 1)] });
    const house = await houses.start(houses.folder(), first);
    house.wire().say('C1', 0);
    house.wire().say('C1', 1);
    await house.renew(wired({ components, automations: [automation(1, 1), automation(2, 0)] }));
    house.wire().say('C1', 0);
    house.wire().say('C1', 1);

    assert.equal(state(house, 'C3'), true, 'the new one');
    await until(() => state(house, 'C2') === true, 'the old one, in its time', 30_000);
  });

  test('is found as it was after a power cut at any line of the journal', async () => {
    const data = houses.folder();
    const house = await houses.start(data);
    const copies = [houses.afterPowerCut(data)];
    const note = () => {
      house.controller.life.journal.commit();
      copies.push(houses.afterPowerCut(data));
    };
    house.controller.life.events.listen(note);
    // Between the turn and the next checkpoint.
    house.controller.life.twin.configuration.subscribe(note);
    house.wire().say('C1', 1);
    await house.renew(LARGER);
    house.wire().say('C2', 1);
    house.wire().say('C1', 0);
    note();
    await house.renew(wired());
    await house.renew(LARGER);
    house.wire().say('C2', 0);
    note();

    for (const copy of copies) {
      const lines = journalOf(copy);
      assert.deepEqual(
        lines.map(({ seq }) => seq),
        lines.map((_, index) => index + 1),
      );
      const again = await houses.start(copy, LARGER);
      assert.deepEqual(again.said, []);
      await again.close();
      const once = await houses.start(copy, LARGER);
      assert.deepEqual(once.said, []);
      await once.close();
    }
    assert.ok(copies.length > 6, `${copies.length} moments`);
  });

  test('stops while it is being renewed', async () => {
    const data = houses.folder();
    const house = await houses.start(data);
    const renewed = house.renew(LARGER, ['wire']);
    await house.close();
    await renewed.catch(() => undefined);
    const again = await houses.start(data, LARGER);
    again.wire().say('C2', 1);

    assert.equal(state(again, 'C2'), true);
    for (const wire of house.wires) assert.ok(wire.isClosed, 'no bus is left open');
  });
});
