import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOON } from '../../property-tests/small-house.ts';
import { type Instant, VirtualClock } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';
import { Names, type Resolve } from './names.ts';

const open = () => {
  const clock = new VirtualClock(NOON);
  const asked: { readonly name: string; readonly answer: Parameters<Resolve>[1] }[] = [];
  const names = new Names(clock, (name, answer) => asked.push({ name, answer }));
  const said: string[] = [];
  const look = (name: string) =>
    names.lookup(name, { all: true }, (fault, addresses) =>
      said.push(`${name} ${fault?.message ?? JSON.stringify(addresses)}`),
    );
  return { clock, asked, names, said, look };
};
const ADDRESS = [{ address: '192.0.2.1', family: 4 }];

test('only some names are looked up at the same time, and whoever asks for one that is being looked up shares the answer', () => {
  const { asked, said, look } = open();
  for (const name of ['a', 'b', 'c', 'a', 'd']) look(name);
  assert.equal(LIMITS.webHookLookups.value, 2);
  assert.deepEqual(
    asked.map(({ name }) => name),
    ['a', 'b'],
  );
  asked[0]?.answer(null, ADDRESS);
  assert.deepEqual(
    asked.map(({ name }) => name),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(said, Array(2).fill(`a ${JSON.stringify(ADDRESS)}`));
  asked[1]?.answer(new Error('nobody'), []);
  asked[2]?.answer(null, []);
  assert.deepEqual(said.slice(2), ['b nobody', 'c no address']);
  assert.equal(asked.at(-1)?.name, 'd');
});

test('an address is used for a minute, and longer while other look-ups hang', () => {
  const { clock, asked, said, look, names } = open();
  look('a');
  asked[0]?.answer(null, ADDRESS);
  look('a');
  assert.deepEqual([asked.length, said.length], [1, 2]);
  clock.advanceTo((clock.now() + 60_000) as Instant);
  look('a');
  assert.deepEqual([asked.length, said.length], [2, 2]);
  asked[1]?.answer(null, ADDRESS);
  clock.advanceTo((clock.now() + 60_000) as Instant);
  for (const name of ['hangs', 'hangs too']) look(name);
  look('a');
  assert.deepEqual([asked.length, said.length], [4, 4]);
  names.lookup('a', {}, (fault, address, family) => said.push(`${fault} ${address} ${family}`));
  assert.equal(said.at(-1), 'null 192.0.2.1 4');
});
