import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposed } from './exposition.ts';
import { Topics } from './topics.ts';

const row = (property: string) => ({
  ...{ property, means: property, quantity: 'state', unit: null, commandable: true },
  type: 'boolean' as const,
});
const lamp = {
  ...{ cid: 'C1', name: 'Lamp', type: 'switch', rooms: [] },
  properties: [row('state'), row('other')],
  data: [
    { property: 'state', value: true },
    { property: 'other', value: true },
  ],
};

test('a value that no device is behind any more is not shown, though it is still known', () => {
  const { allowed, shown } = exposed([lamp], {
    ...{ controller: { name: 'house', version: '1' }, discovery: null, topics: new Topics('twinhaus', 'house') },
    rooms: new Map(),
    isReached: (_, property) => property !== 'other',
  });

  assert.deepEqual([...shown.keys()], ['twinhaus/house/C1/state']);
  assert.deepEqual([...allowed], ['twinhaus/house/C1/state']);
});
