import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySession, openSession, openSmallHouse, request } from '../../property-tests/small-house.ts';

const NAMES: readonly (readonly [name: string, why: string])[] = [
  ['', '1 to'],
  [' \t ', '1 to'],
  ['x'.repeat(201), '1 to'],
  [' Attic', 'no blanks at'],
  ['Attic\u00a0', 'no blanks at'],
  ['At\ttic', 'no control characters'],
  ['Attic\u0000!', 'no control characters'],
  ['Attic\u0085!', 'no control characters'],
  ['Attic \ud83d', 'no control characters'],
  ['\udc00Attic', 'no control characters'],
];

test('nothing is called what nobody can see or type, and the reason is said', async () => {
  const { gate, twin } = await openSmallHouse();
  const credentials = bySession(await openSession(gate, 'admin'));
  const said = async (call: string, input: object): Promise<string> => {
    const answer = await gate.handle(request(call, input, { credentials }));
    return answer.ok ? 'true' : `${answer.body.errorCode} ${answer.body.errorText}`;
  };
  await said('addAutomation', { name: 'Rule', triggers: [], actions: [] });
  const { sequence } = twin;
  const rule = { triggers: [], actions: [] };
  for (const [name, why] of NAMES) {
    for (const [call, more, field] of [
      ...(['Room', 'Zone', 'Scene'] as const).flatMap((noun) => [
        [`add${noun}`, {}, 'name'] as const,
        [`set${noun}`, { id: 1 }, 'name'] as const,
      ]),
      ...([
        ['addAutomation', rule, 'name'],
        ['setAutomation', { id: 1 }, 'name'],
        ['captureScene', {}, 'name'],
      ] as const),
      ...([
        ['setComponent', { cid: 'C1' }, 'name'],
        ['setComponent', { cid: 'C1' }, 'category'],
      ] as const),
      ['addUser', { password: 'seven blue whales', group: 'user' }, 'username'],
      ['setUser', { id: 2 }, 'username'],
    ] as const) {
      const text = await said(call, { ...more, [field]: name });
      const reason = name.trim() === '' && field === 'username' ? '(1 to|no blanks at)' : why;
      assert.match(text, new RegExp(`^106 .*: ${field}: .*${reason}`), `${call} ${JSON.stringify(name)}: ${text}`);
    }
  }
  assert.equal(twin.sequence, sequence);
  for (const name of ['Küche 2', '部屋', 'Salle à manger 🍽', 'x'.repeat(64)]) {
    assert.equal(await said('setRoom', { id: 1, name }), 'true', name);
    assert.equal(await said('setUser', { id: 2, username: name }), 'true', name);
  }
});
