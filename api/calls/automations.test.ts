import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormatRegistry } from '@sinclair/typebox';
import { Value as Json } from '@sinclair/typebox/value';
import {
  bySession,
  NOON,
  openSession,
  openSmallHouse,
  outcome,
  request,
  SMALL_HOUSE,
} from '../../property-tests/small-house.ts';
import type { Cid, Instant } from '../../twin/index.ts';
import type { Answer } from '../gate.ts';
import { CALLS } from './index.ts';

const open = async (described = SMALL_HOUSE) => {
  const house = await openSmallHouse({ house: described });
  const credentials = bySession(await openSession(house.gate, 'admin'));
  const answer = async (call: string, input: unknown = {}): Promise<Answer> =>
    house.gate.handle(request(call, input, { credentials }));
  const admin = async (call: string, input: unknown = {}) => outcome(await answer(call, input));
  return { ...house, answer, admin };
};
FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);
const lamp = { do: 'set', cid: 'C1', property: 'state', value: true } as const;
const evening = { name: 'Evening', triggers: [{ when: 'time', at: '14:30' }], actions: [lamp] } as const;

test('an automation is added, listed, changed, run by its trigger, and removed', async () => {
  const { admin, clock, twin } = await open();
  assert.deepEqual(await admin('addAutomation', evening), { id: 1 });
  const whole = { ...evening, enabled: true, mode: 'single', conditions: [], id: 1 };
  assert.deepEqual(await admin('getAutomations'), [whole]);
  assert.equal(await admin('setAutomation', { id: 1, triggers: [{ when: 'time', at: '14:45' }], limit: 2 }), true);
  assert.deepEqual(await admin('getAutomations'), [{ ...whole, triggers: [{ when: 'time', at: '14:45' }], limit: 2 }]);

  clock.advanceTo((NOON + 44 * 60_000) as Instant);
  assert.equal(twin.components.get('C1')?.entry('state')?.value, null);
  clock.advanceTo((NOON + 45 * 60_000) as Instant);
  assert.equal(twin.components.get('C1')?.entry('state')?.value, true, '14:45 in Berlin');
  assert.equal(await admin('removeAutomation', { id: 1 }), true);
  assert.deepEqual(await admin('getAutomations'), []);
  for (const call of ['setAutomation', 'removeAutomation', 'runAutomation', 'getAutomationRuns']) {
    assert.deepEqual(await admin(call, { id: 1 }), [400, 112], call);
  }
  assert.deepEqual(await admin('addAutomation', evening), { id: 2 });
});

test('one that names a component that is gone can be renamed, and its actions cannot be written anew so', async () => {
  const actions = [{ ...lamp, cid: 'C9' as Cid }, lamp];
  const automations = [{ ...evening, id: 1, enabled: true, mode: 'single' as const, conditions: [], actions }];
  const { admin } = await open({ ...SMALL_HOUSE, automations });

  assert.equal(await admin('setAutomation', { id: 1, name: 'Dusk', enabled: false }), true);
  assert.equal(await admin('setAutomation', { id: 1, actions }), true);
  assert.deepEqual(await admin('setAutomation', { id: 1, actions: [...actions].reverse() }), [400, 112]);
});

test('a limit can be written in a form, and be taken away again', async () => {
  const { admin, gate } = await open();
  await admin('addAutomation', { ...evening, limit: 3 });
  const credentials = bySession(await openSession(gate, 'admin'));
  const form = request('setAutomation', { id: '1', limit: '2' }, { credentials, texts: true });
  const limit = async () => ((await admin('getAutomations')) as { limit?: number }[]).map((each) => each.limit);

  assert.deepEqual(outcome(await gate.handle(form)), true);
  assert.deepEqual(await limit(), [2]);
  assert.equal(await admin('setAutomation', { id: 1, limit: null }), true);
  assert.deepEqual(await limit(), [undefined]);
});

test('what is wrong with an automation is said with its place', async () => {
  const { answer, admin } = await open();
  for (const [input, expected] of [
    [{ ...evening, actions: [lamp, { ...lamp, value: 'x' }] }, /^106 .*: actions\[1\]\.value: /],
    [{ ...evening, actions: [{ ...lamp, cid: 'C9' }] }, /^112 Not found: actions\[0\]: /],
    [{ ...evening, triggers: [{ when: 'never' }] }, /^106 .*: triggers\[0\]\.when: one of change/],
    [{ ...evening, triggers: 'never' }, /^106 .*: triggers: a list is needed/],
    [{ ...evening, conditions: [{ not: { if: 'sun', is: 'red' } }] }, /^106 .*: conditions\[0\]\.not\.is: /],
    [{ ...evening, name: 7 }, /^106 .*: name: a name of 1 to 200/],
    [{ ...evening, enabled: 'yes' }, /^106 .*: enabled: /],
    [{ ...evening, mode: 'twice' }, /^106 .*: mode: one of single/],
    [{ name: 'x', triggers: [] }, /^106 .*: actions: /],
  ] as const) {
    const refused = await answer('addAutomation', input);
    assert.ok(!refused.ok);
    assert.match(`${refused.body.errorCode} ${refused.body.errorText}`, expected);
  }
  assert.deepEqual(await admin('getAutomations'), []);
});

test('a dry run answers what would be sent, and sends nothing; a run says where it can be read up', async () => {
  const { admin, twin } = await open();
  const conditions = [{ if: 'value', cid: 'C2', property: 'state', is: true }];
  await admin('addAutomation', { ...evening, conditions: [], actions: [lamp, { do: 'wait', seconds: 9 }] });
  await admin('addAutomation', { ...evening, conditions });
  const before = twin.sequence;

  const rehearsed = await admin('runAutomation', { id: 1, dryRun: true });
  assert.deepEqual(rehearsed, {
    conditions: [],
    holds: true,
    actions: [
      {
        ...{ at: 'actions[0]', time: '2026-06-01T12:00:00.000Z', do: 'set', outcome: 'would be sent' },
        ...{ cid: 'C1', property: 'state', value: true },
      },
      { at: 'actions[1]', time: '2026-06-01T12:00:00.000Z', do: 'wait', outcome: 'would wait 9 s' },
    ],
  });
  assert.equal(((await admin('runAutomation', { id: 2, dryRun: true })) as { holds: boolean }).holds, false);
  assert.deepEqual([twin.sequence, await admin('getAutomationRuns', { id: 1 })], [before, []]);

  const { run } = (await admin('runAutomation', { id: 1 })) as { run: number };
  await admin('componentUpdate', { cid: 'C1', property: 'state', value: false });
  const again = (await admin('runAutomation', { id: 1 })) as { run: number };
  const runs = (await admin('getAutomationRuns', { id: 1 })) as Record<string, unknown>[];
  assert.deepEqual(
    runs.map((each) => [each.run, each.result]),
    [
      [again.run, 'busy'],
      [run, 'running'],
    ],
  );
  assert.deepEqual(runs[1]?.trigger, { at: 'user', user: 'admin' });
  assert.equal(runs[1]?.started, '2026-06-01T12:00:00.000Z');
  for (const [call, result] of [
    ['getAutomationRuns', runs],
    ['runAutomation', rehearsed],
    ['getAutomations', await admin('getAutomations')],
  ] as const) {
    assert.ok(Json.Check(CALLS.get(call)?.output ?? assert.fail(), result), call);
  }
});

test('what is switched off is off at once, says so, and comes back', async () => {
  const { admin, answer, clock, twin } = await open();
  await admin('addAutomation', { ...evening, actions: [{ do: 'wait', seconds: 60 }, lamp] });
  await admin('runAutomation', { id: 1 });
  assert.equal(await admin('setSkill', { id: 'automations', enabled: false }), true);
  assert.deepEqual(await admin('getSkills'), [
    { id: 'automations', name: 'Automations', enabled: false },
    { id: 'history', name: 'History of values', enabled: true },
    { id: 'mcp', name: 'MCP endpoint', enabled: true },
    { id: 'metrics', name: 'Metrics', enabled: true },
    { id: 'webhooks', name: 'Webhooks', enabled: true },
  ]);
  clock.advanceTo((NOON + 3_600_000) as Instant);
  assert.equal(twin.components.get('C1')?.entry('state')?.value, null, 'neither the run nor the trigger');
  for (const [call, input] of [
    ['getAutomations', {}],
    ['addAutomation', evening],
    ...['setAutomation', 'removeAutomation', 'runAutomation', 'getAutomationRuns'].map((call) => [call, { id: 1 }]),
    ...['addAutomation', 'setAutomation', 'removeAutomation', 'runAutomation', 'getAutomationRuns'].flatMap((call) => [
      [call, { id: 'none' }],
      [call, 7],
    ]),
  ] as const) {
    assert.deepEqual(await admin(String(call), input), [400, 117], String(call));
  }
  const refused = await answer('getAutomations');
  assert.match(refused.ok ? '' : refused.body.errorText, /automations is switched off/);
  assert.equal(await admin('setSkill', { id: 'automations', enabled: true }), true);
  clock.advanceTo((NOON + 30 * 3_600_000) as Instant);
  assert.equal(twin.components.get('C1')?.entry('state')?.value, true);
});
