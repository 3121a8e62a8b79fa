import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { byPassword, openSmallHouse, outcome, request } from '../property-tests/small-house.ts';
import { type CallDefinition, defineCall } from './call.ts';
import { CALLS } from './calls/index.ts';

const DEVICE = { by: 'device' } as const;
const ADMIN = { credentials: byPassword('admin') };
const RESIDENT = { credentials: byPassword('resident') };

test('a call of a skill that is off is refused before its input is looked at; so is one of a skill that there is not', async () => {
  const input = Type.Object({ id: Type.Integer() });
  const output = Type.Unknown();
  const of = (skill: string): CallDefinition =>
    defineCall({
      name: skill,
      means: '',
      who: 'admin',
      effect: 'read',
      skill,
      input,
      output,
      errors: [],
      run: () => true,
    });
  const { gate, twin } = await openSmallHouse({
    calls: new Map(['history', 'magic'].map((skill) => [skill, of(skill)])),
  });
  const ask = async (name: string, asked: unknown, overrides: object = ADMIN) =>
    outcome(await gate.handle(request(name, asked, overrides)));
  assert.deepEqual([await ask('history', { id: 1 }), await ask('history', {})], [true, [400, 106]]);
  assert.deepEqual(await ask('magic', { id: 1 }), [400, 117]);

  twin.configure({ collection: 'skills', action: 'set', id: 'history', record: { enabled: false } }, DEVICE);
  assert.deepEqual(
    [await ask('history', { id: 1 }), await ask('history', {})],
    [
      [400, 117],
      [400, 117],
    ],
  );
  const [one, other] = [ADMIN, RESIDENT].map((by) => gate.handle(request('history', {}, by)));
  const texts = (await Promise.all([one, other])).map((answer) => answer && (answer.ok ? '' : answer.body.errorText));
  assert.match(texts[0] ?? '', /: the skill history is switched off$/);
  assert.doesNotMatch(texts[1] ?? '', /history/);

  for (const { name, skill } of CALLS.values()) assert.ok(skill === undefined || twin.skills.has(skill), name);
  assert.ok([...CALLS.values()].some(({ skill }) => skill === 'automations'));
});
