import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySession, openSession, openSmallHouse, outcome, request } from '../../property-tests/small-house.ts';
import type { Cause } from '../../twin/index.ts';
import type { HistoryQuestion, PastEntry } from '../history.ts';

const entry = (cause: Cause): PastEntry => ({ value: true, content: 1, lastUpdate: '2026-06-01T12:00:00.000Z', cause });
const CAUSES: readonly Cause[] = [
  { by: 'device' },
  { by: 'user', user: 'guest', call: 'componentUpdate' },
  { by: 'user', user: 'resident', call: 'componentUpdate' },
  { by: 'scene', scene: 1, user: 'guest' },
  { by: 'scene', scene: 2, user: 'resident' },
  { by: 'scene', scene: 2, user: null, automation: 3, run: 4 },
  { by: 'automation', automation: 3, run: 4 },
];

const open = async (during: () => Promise<void> = async () => undefined) => {
  const questions: HistoryQuestion[] = [];
  const entries = async (question: HistoryQuestion) => {
    questions.push(question);
    await during();
    return CAUSES.map(entry);
  };
  const house = await openSmallHouse({ history: { entries } });
  const as = async (username: string, input: object, call = 'getComponentHistory') => {
    const credentials = bySession(await openSession(house.gate, username));
    return outcome(await house.gate.handle(request(call, input, { credentials })));
  };
  return { ...house, as, questions };
};
const LAMP = { cid: 'C1', property: 'state' };
const causes = (answer: unknown) => (answer as PastEntry[]).map(({ cause }) => cause);

test('an administrator learns why a value came about, a user no more than concerns the user', async () => {
  const { as } = await open();
  assert.deepEqual(causes(await as('admin', LAMP)), CAUSES);
  assert.deepEqual(causes(await as('guest', LAMP)), [
    { by: 'device' },
    { by: 'user', user: 'guest', call: 'componentUpdate' },
    { by: 'user', call: 'componentUpdate' },
    { by: 'scene', scene: 1, user: 'guest' },
    { by: 'scene' },
    { by: 'scene' },
    { by: 'automation' },
  ]);
});

test('a scene that is gone is named to administrators only: it may have been hidden', async () => {
  const { as } = await open();
  await as('admin', { id: 1 }, 'removeScene');
  await as('admin', { id: 2 }, 'removeScene');
  assert.deepEqual(causes(await as('admin', LAMP)), CAUSES);
  assert.deepEqual(causes(await as('guest', LAMP)).slice(3, 6), [
    { by: 'scene', user: 'guest' },
    { by: 'scene' },
    { by: 'scene' },
  ]);
});

test('what is hidden has no more of a past than what does not exist', async () => {
  const { as, questions } = await open();
  for (const input of [
    { ...LAMP, cid: 'C2' },
    { ...LAMP, cid: 'C9' },
    { ...LAMP, property: 'nothing' },
  ]) {
    assert.deepEqual(await as('guest', input), [400, 112]);
  }
  assert.deepEqual(questions, []);
});

test('who loses sight of a component while its past is looked for learns nothing of it', async () => {
  const house = await open(async () => {
    await house.access.setUser(2, { rooms: { 1: 'Off', 2: 'Off' } });
  });
  assert.deepEqual(await house.as('resident', LAMP), [400, 112]);
});

test('it begins where it is asked to, and is as long as it is asked to be', async () => {
  const { as, questions } = await open();
  await as('admin', LAMP);
  await as('admin', { ...LAMP, since: '2026-06-01T14:00:00+02:00', limit: 1_000 });
  assert.deepEqual(questions, [
    { ...LAMP, since: null, limit: 100 },
    { ...LAMP, since: Date.parse('2026-06-01T12:00:00Z'), limit: 1_000 },
  ]);
  for (const more of [{ limit: 0 }, { limit: 1_001 }, { since: 'yesterday' }, { since: '2026-13-01T00:00:00Z' }]) {
    assert.deepEqual(await as('admin', { ...LAMP, ...more }), [400, 106], JSON.stringify(more));
  }
});

test('nobody has a history whose skill is switched off', async () => {
  const { as } = await open();
  assert.equal(await as('admin', { id: 'history', enabled: false }, 'setSkill'), true);
  assert.deepEqual(await as('admin', LAMP), [400, 117]);
});
