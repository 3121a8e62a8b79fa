import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLS } from '../api/calls/index.ts';
import { byPassword, openSmallHouse, outcome, request } from '../property-tests/small-house.ts';
import { StoreFault } from '../twin/index.ts';
import { durableGate } from './durable-gate.ts';
import { MemoryJournal } from './journal/memory-journal.ts';

const open = async () => {
  const house = await openSmallHouse();
  const journal = new MemoryJournal({ forgotten: () => undefined });
  const gate = durableGate(house.gate, CALLS, journal);
  const ask = async (call: string, input: unknown = {}) =>
    outcome(await gate.handle(request(call, input, { credentials: byPassword('admin') })));
  // The first call of each waits for the compiler of its check.
  await ask('addZone', { name: 'First' });
  await ask('componentUpdate', { cid: 'C1', property: 'state', value: true });
  return { ...house, journal, ask };
};

test('a change of the configuration is answered once the loss of power would not undo it; a command does not wait', async () => {
  const { journal, ask, twin } = await open();
  let release = (): void => undefined;
  journal.settle = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  let answer: unknown;
  const asked = ask('addZone', { name: 'Second' }).then((given) => {
    answer = given;
  });
  assert.deepEqual(await ask('componentUpdate', { cid: 'C1', property: 'state', value: false }), { C1: true });
  await new Promise((go) => setTimeout(go, 10));
  assert.deepEqual([twin.zones.size, answer], [3, undefined]);
  release();
  await asked;
  assert.deepEqual(answer, { id: 3 });
});

test('a change that the loss of power would undo is answered with 116', async () => {
  const { journal, ask } = await open();
  journal.settle = () => Promise.reject(new StoreFault('broken'));
  assert.deepEqual(await ask('addZone', { name: 'Second' }), [408, 116]);
  assert.deepEqual(await ask('addZone', { name: '' }), [400, 106]);
  assert.ok(Array.isArray(await ask('getZones')));
});
