import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Instant } from '../clock/clock.ts';
import { VirtualClock } from '../clock/virtual-clock.ts';
import { createTwin } from '../create-twin.ts';
import type { Cause } from '../data-entry.ts';
import { KINDS } from '../kinds/index.ts';
import type { TwinState } from '../twin.ts';
import { ofChangedHouse } from './changed-house.ts';
import type { House } from './house.ts';

const OWNER: Cause = { by: 'user', user: 'admin', call: 'test' };
const lamp = { cid: 'C1', name: 'Lamp', category: 'lighting', type: 'switch', rooms: [1], backend: null } as const;

const house: House = {
  name: 'Hut',
  timeZone: 'UTC',
  place: { latitude: 50, longitude: 10 },
  components: [lamp, { ...lamp, cid: 'C2', name: 'Second lamp' }],
  rooms: [
    { id: 1, name: 'Hall', zones: [1] },
    { id: 2, name: 'Attic', zones: [] },
  ],
  zones: [{ id: 1, name: 'All' }],
  scenes: [{ id: 1, name: 'Evening', rooms: [1], steps: [{ cid: 'C1', property: 'state', value: true }] }],
};

const twinOf = (described: House, state?: TwinState) =>
  createTwin({
    house: described,
    kinds: new Map(KINDS.map((kind) => [kind.type, kind])),
    clock: new VirtualClock(0 as Instant),
    backends: [],
    journal: { append: () => {} },
    ...(state && { state }),
  });

/** The house after its owner has worked on it. */
const owned = () => {
  const twin = twinOf(house);
  twin.command({ cid: 'C1', property: 'state', value: true, cause: OWNER });
  const done = [
    twin.configure({ collection: 'components', action: 'set', id: 'C1', record: { name: 'My lamp' } }, OWNER),
    twin.configure({ collection: 'rooms', action: 'set', id: 1, record: { name: 'My hall' } }, OWNER),
    twin.configure({ collection: 'rooms', action: 'add', record: { name: 'Shed', zones: [] } }, OWNER),
    twin.configure({ collection: 'scenes', action: 'remove', id: 1 }, OWNER),
  ];
  assert.ok(done.every(({ ok }) => ok));
  return twin.state();
};

const living = (now: House) => twinOf(now, ofChangedHouse(owned(), house, now));

describe('a house whose description has changed', () => {
  test('keeps what its owner has configured where the description stands as it stood', () => {
    const twin = living({ ...house, components: house.components.slice(0, 1) });

    assert.deepEqual(
      [...twin.rooms.values()].map(({ name }) => name),
      ['My hall', 'Attic', 'Shed'],
    );
    assert.equal(twin.components.get('C1')?.name, 'My lamp');
    assert.equal(twin.components.get('C1')?.entry('state')?.value, true);
    assert.deepEqual([twin.scenes.size, twin.components.size], [0, 1]);
  });

  test('takes what the description changed, adds what is new and drops what is gone', () => {
    const twin = living({
      ...house,
      components: [
        { ...lamp, name: 'Ceiling lamp', rooms: [2] },
        { ...lamp, cid: 'C9', name: 'New lamp', rooms: [7] },
      ],
      rooms: [house.rooms[1] as House['rooms'][number], { id: 7, name: 'Kitchen', zones: [1] }],
    });

    assert.deepEqual([...twin.rooms.keys()].toSorted(), [2, 3, 7]);
    const component = twin.components.get('C1');
    assert.deepEqual([component?.name, component?.rooms], ['Ceiling lamp', [2]]);
    assert.deepEqual([...twin.components.keys()], ['C1', 'C9']);
    assert.deepEqual(twin.components.get('C9')?.rooms, [7]);
    const added = twin.configure({ collection: 'rooms', action: 'add', record: { name: 'Later', zones: [] } }, OWNER);
    assert.deepEqual(added, { ok: true, id: 8 });
  });

  test('forgets the values of a component that is another kind of device now', () => {
    const twin = living({ ...house, components: [{ ...lamp, type: 'dimmer' }] });

    assert.equal(twin.components.get('C1')?.entry('state')?.value, null);
  });

  test('takes no identifier away from what its owner has made', () => {
    const rooms = [...house.rooms, { id: 3, name: 'Kitchen', zones: [] }];

    assert.throws(() => ofChangedHouse(owned(), house, { ...house, rooms }), /the room 3 is Shed.*another id/);
  });

  test('begins what is new among its automations, and what has changed', () => {
    const morning = (at: string) => ({
      ...{ id: 1, name: 'Morning', enabled: true, mode: 'single' as const, conditions: [] },
      triggers: [{ when: 'time' as const, at }],
      actions: [{ do: 'set' as const, cid: 'C2', property: 'state', value: true }],
    });
    const at = (described: House, before: House, hours: number) => {
      const clock = new VirtualClock(0 as Instant);
      const options = {
        kinds: new Map(KINDS.map((kind) => [kind.type, kind])),
        backends: [],
        journal: { append() {} },
      };
      const was = createTwin({ ...options, house: before, clock: new VirtualClock(0 as Instant) });
      const twin = createTwin({
        ...options,
        house: described,
        clock,
        state: ofChangedHouse(was.state(), before, described),
      });
      clock.advanceTo((hours * 3_600_000) as Instant);
      return twin.components.get('C2')?.entry('state')?.value;
    };
    const seven = { ...house, automations: [morning('07:00')] };
    const nine = { ...house, automations: [morning('09:00')] };
    const later = { ...seven, timeZone: 'Etc/GMT+2' };

    assert.deepEqual([at(seven, house, 6), at(seven, house, 8)], [null, true]);
    assert.deepEqual([at(nine, seven, 8), at(nine, seven, 10)], [null, true]);
    assert.deepEqual([at(later, seven, 8), at(later, seven, 10)], [null, true]);
    assert.deepEqual([at(seven, seven, 6), at(seven, seven, 8)], [null, true]);
    assert.equal(at(house, seven, 10), null);
  });
});
