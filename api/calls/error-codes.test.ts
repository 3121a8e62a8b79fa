import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byPassword, openSmallHouse, outcome, request } from '../../property-tests/small-house.ts';
import type { CallDefinition } from '../call.ts';
import { CallFault, type ErrorCode } from '../errors.ts';
import { CALLS } from './index.ts';

/** Which codes each call has thrown itself, past the gate. */
const thrown = new Map<string, Set<ErrorCode>>();

const watched = (definition: CallDefinition): CallDefinition => {
  const codes = new Set<ErrorCode>();
  thrown.set(definition.name, codes);
  const note = (error: unknown): never => {
    if (error instanceof CallFault) codes.add(error.code);
    throw error;
  };
  return {
    ...definition,
    run: (context, input) => {
      try {
        const result = definition.run(context, input);
        return result instanceof Promise ? result.catch(note) : result;
      } catch (error) {
        return note(error);
      }
    },
  };
};

const lamp = { do: 'set', cid: 'C1', property: 'state', value: true };
/** What may stand in a field of this name, right and wrong. */
const POOL: { readonly [field: string]: readonly unknown[] } = {
  id: [1, 2, 3, 99, -1, 'automations', 'magic'],
  cid: ['C1', 'C5', 'C9', 'x'],
  property: ['state', 'temperature', 'nothing'],
  value: [true, 7, 'x'],
  name: ['Name', ' ', '\u0000', 'x'.repeat(300)],
  username: ['guest', 'fresh', ' ', 'x'.repeat(80)],
  password: ['seven blue whales', 'short', 'aaaaaaaaa'],
  group: ['admin', 'user'],
  enabled: [true, false],
  rooms: [[1], [9], { 1: 'Off' }, { 9: 'Off' }],
  scenes: [{ 1: 'Off' }, { 9: 'Off' }],
  zones: [[1], [9]],
  steps: [[{ wait: 1 }], [{ wait: 1e12 }], [{ cid: 'C9', property: 'state', value: true }]],
  cids: [['C1'], ['C9']],
  triggers: [[], [{ when: 'scene', scene: 9 }], 'x'],
  conditions: [[], [{ if: 'never' }]],
  actions: [[lamp], [{ ...lamp, cid: 'C9' }], [{ ...lamp, value: 7 }]],
  mode: ['single', 'twice'],
  limit: [1, 99, null],
  category: ['light', ''],
  since: ['2026-01-01T00:00:00Z', '2026-99-99T99:99:00Z'],
  dryRun: [true, false],
  oldPassword: ['wrong', 'admins-password'],
  newPassword: ['seven blue whales', 'admin1'],
};

const arbitraryInput = ({ input }: CallDefinition): fc.Arbitrary<object> => {
  const fields = Object.keys(input.properties ?? {});
  const required: readonly string[] = input.required ?? [];
  const optional = fields.filter((field) => !required.includes(field));
  return fc
    .record(Object.fromEntries(fields.map((field) => [field, fc.constantFrom(...(POOL[field] ?? [1, 'x', true]))])))
    .chain((whole) =>
      fc
        .subarray(optional)
        .map((left) => Object.fromEntries(Object.entries(whole).filter(([field]) => !left.includes(field)))),
    );
};

test('no call answers with a code that its row does not list', async () => {
  const { gate } = await openSmallHouse({ calls: new Map([...CALLS].map(([name, call]) => [name, watched(call)])) });
  const ask = async (call: string, input: unknown, username = 'admin'): Promise<unknown> =>
    outcome(await gate.handle(request(call, input, { credentials: byPassword(username) })));
  // What a random input seldom meets.
  await ask('removeUser', { id: 1 });
  await ask('executeScene', { id: 99 });
  await ask('executeScene', { id: 2 }, 'guest');
  const change = { oldPassword: 'wrong', newPassword: 'seven blue whales' };
  await ask('setPassword', { oldPassword: 'residents-password', newPassword: 'resident1' }, 'resident');
  for (let attempt = 0; attempt < 7; attempt += 1) await ask('setPassword', change, 'resident');

  const directed = new Set(['auth', 'logout', 'executeScene', 'setPassword']);
  for (const [name, call] of CALLS) {
    if (directed.has(name)) continue;
    for (const input of fc.sample(arbitraryInput(call), { numRuns: name.endsWith('User') ? 25 : 60, seed: 20 }))
      await ask(name, input);
    if (call.who === 'everyone') await ask(name, {}, 'guest');
  }

  let seen = 0;
  for (const [name, codes] of thrown) {
    const { errors } = CALLS.get(name) ?? assert.fail(name);
    // Too much at once is for any call to say.
    for (const code of codes) assert.ok(code === 116 || errors.includes(code), `${name} has thrown ${code}`);
    seen += codes.size;
  }
  assert.ok(seen >= 30, `${seen} different refusals were met`);
  for (const [name, code] of [
    ...([
      ['addScene', 112],
      ['addScene', 106],
      ['setAutomation', 112],
      ['addAutomation', 106],
    ] as const),
    ...([
      ['addUser', 112],
      ['setUser', 106],
      ['removeUser', 117],
      ['getAudit', 106],
      ['setPassword', 110],
    ] as const),
  ] as const) {
    assert.ok(thrown.get(name)?.has(code), `${name} was seen to throw ${code}`);
  }
});
