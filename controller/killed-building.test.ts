import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { lamp, OWNER, type WiredHouse, WiredHouses, wired } from '../property-tests/wired-house.ts';
import type { Cid } from '../twin/index.ts';

const houses = new WiredHouses();
afterEach(() => houses.end());

const on = (cid: Cid) => ({ cid, property: 'state', value: true });
const HOUSE = wired({
  components: [lamp('C1'), lamp('C2'), lamp('C3', null), { ...lamp('C4'), backend: 'simulator' }],
  scenes: [{ id: 1, name: 'Evening', rooms: [], steps: [on('C1'), on('C2'), on('C3')] }],
  automations: [
    {
      ...{ id: 1, name: 'After the evening', enabled: true, mode: 'single' as const, conditions: [] },
      triggers: [{ when: 'scene' as const, scene: 1 }],
      actions: [{ do: 'set' as const, cid: 'C4', property: 'state', value: true }],
    },
  ],
});

/** What a restart is to find: a house with something under way on its bus. */
const UNDER_WAY: readonly (readonly [string, (house: WiredHouse) => void])[] = [
  ['a write', ({ controller }) => void controller.life.twin.command({ ...on('C1'), cause: OWNER })],
  ['a scene', ({ controller }) => void controller.life.twin.runScene(1, OWNER)],
  [
    'two scenes and a write',
    ({ controller: { life } }) => {
      life.twin.runScene(1, OWNER);
      life.twin.runScene(1, OWNER);
      life.twin.command({ ...on('C2'), cause: OWNER });
    },
  ],
];

const checkJournal = (data: string): void => {
  const lines = readdirSync(join(data, 'journal'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(data, 'journal', file), 'utf8')
        .trimEnd()
        .split('\n'),
    );
  const numbers = lines.map((line) => (JSON.parse(line) as { seq: number }).seq);
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
    'every number stands for a line',
  );
};

const roomsOf = ({ controller }: WiredHouse) => [...controller.life.twin.rooms.values()].map(({ name }) => name);

describe('a building whose controller is killed', () => {
  for (const [what, begin] of UNDER_WAY) {
    for (const end of ['killed', 'stopped'] as const) {
      test(`starts every time after it was ${end} with ${what} under way, and has what was acknowledged`, async () => {
        let data = houses.folder();
        const acknowledged = ['Hall'];
        for (let kill = 1; kill <= 4; kill += 1) {
          const house = await houses.start(data, HOUSE);
          const { twin, journal, clock } = house.controller.life;
          assert.deepEqual(house.said, [], `start ${kill}`);
          assert.deepEqual(roomsOf(house), acknowledged);
          house.wire().answersAtOnce = false;
          begin(house);
          const record = { name: `Room ${kill}`, zones: [] };
          assert.ok(twin.configure({ collection: 'rooms', action: 'add', record }, OWNER).ok);
          acknowledged.push(record.name);
          clock.now();
          journal.commit();
          if (end === 'stopped') await house.close();
          data = houses.afterPowerCut(data);
          checkJournal(data);
        }
        const house = await houses.start(data, HOUSE);
        await house.close();
        checkJournal(data);
        const last = await houses.start(data, HOUSE);
        assert.deepEqual(roomsOf(last), acknowledged);
        assert.deepEqual(last.said, []);
      });
    }
  }
});
