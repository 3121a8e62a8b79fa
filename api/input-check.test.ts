import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySession, openSession, openSmallHouse, request } from '../property-tests/small-house.ts';
import { CALLS } from './calls/index.ts';

const open = async () => {
  const { gate } = await openSmallHouse();
  const credentials = bySession(await openSession(gate, 'admin'));
  /** Code and text of a refusal, or the answer. */
  return async (call: string, input: unknown, texts = false): Promise<unknown> => {
    const answer = await gate.handle(request(call, input, { credentials, texts }));
    return answer.ok ? answer.result : `${answer.body.errorCode} ${answer.body.errorText}`;
  };
};

test('a call that explains itself refuses what it does not know, and names it', async () => {
  const ask = await open();
  const explaining = [...CALLS.values()].filter(({ explains }) => explains);
  assert.ok(explaining.length >= 20);
  const valid: { readonly [name: string]: unknown } = {
    ...{ id: 1, cid: 'C1', property: 'state', username: 'ann', password: 'seven blue whales', group: 'user' },
    ...{ name: 'x', triggers: [], actions: [], enabled: true, oldPassword: 'old', newPassword: 'seven blue whales' },
  };
  for (const { name, input } of explaining) {
    const required: readonly string[] = input.required ?? [];
    const least = Object.fromEntries(required.map((field) => [field, valid[field]]));
    if (name === 'setSkill') least.id = 'history';
    assert.match(
      String(await ask(name, { ...least, strangeField: 1 })),
      /^106 .*: strangeField: there is no such/,
      name,
    );
    assert.match(
      String(await ask(name, { ...least, strange: 'text' }, true)),
      /^106 .*: strange: there is no such/,
      name,
    );
  }
  assert.match(String(await ask('getAudit', { since: 'yesterday' })), /^106 .*: since: expected .*\\d\{2\}T\\d\{2\}/);
  assert.match(String(await ask('addZone', { name: 'x', 'a/b~c': 1 })), /: a\/b~c: there is no such/);
  assert.match(String(await ask('addZone', { name: 'x', 7: 1 })), /: 7: there is no such/);
});

test('calls of the specification take what they do not know', async () => {
  const ask = await open();
  assert.deepEqual(await ask('componentUpdate', { cid: 'C1', property: 'state', value: true, more: 1 }), { C1: true });
  for (const call of ['getAllComponents', 'getRooms', 'getZones', 'getScenes']) {
    assert.doesNotMatch(String(await ask(call, { more: 1 })), /^1\d\d /, call);
  }
  assert.equal(await ask('init', { more: 1 }), true);
  assert.equal(await ask('executeScene', { id: 1, more: 1 }), true);
});

test('parameters that are no object are said to be none', async () => {
  const ask = await open();
  for (const input of [7, 'text', true, [], [{ name: 'x' }]]) {
    assert.match(String(await ask('addZone', input)), /^106 .*: parameters: an object is needed here$/);
  }
});
