import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { LIMITS } from '../../docs/spec/index.ts';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import { control, now, send } from '../http-client.ts';
import { assertSentence } from '../sentence.ts';

const START = '2030-06-01T05:00:00.000Z';
const MORE_THAN_TEN_YEARS = (LIMITS.find(({ limit }) => limit.includes('advance'))?.value ?? 0) + 30 * 86_400;

describe('what the sandbox refuses', () => {
  let sandbox: RunningSandbox;

  before(async () => {
    sandbox = await startSandbox(['--start', START]);
  });
  beforeEach(() => control(sandbox.http, '/reset', {}));
  after(() => sandbox.stop());

  const refusals: readonly (readonly [string, unknown])[] = [
    ['/clock', {}],
    ['/clock', { advance: 1, speed: 1 }],
    ['/clock', { advance: -1 }],
    ['/clock', { advance: '1' }],
    ['/clock', { advance: null }],
    ['/clock', { advance: MORE_THAN_TEN_YEARS }],
    ['/clock', { advanceTo: '2030-06-01T04:59:59.999Z' }],
    ['/clock', { advanceTo: '2041-06-01T05:00:00Z' }],
    ['/clock', { advanceTo: 'tomorrow' }],
    ['/clock', { advanceTo: 5 }],
    ['/clock', { speed: -1 }],
    ['/clock', { speed: '1' }],
    ['/clock', { rewind: 1 }],
    ['/clock', []],
    ['/clock', 'advance'],
    ['/devices', {}],
    ['/devices', { cid: 'C999', property: 'state', content: 1 }],
    ['/devices', { cid: 'C1', property: 'castle', content: 1 }],
    ['/devices', { cid: 'C1', property: '__proto__', content: 1 }],
    ['/devices', { cid: 'C1', property: 'state', content: 7 }],
    ['/devices', { cid: 'C1', property: 'state', content: 'on' }],
    ['/devices', { cid: 'C1', property: 'state', content: true }],
    ['/devices', { cid: 'C1', property: 'state' }],
    ['/devices', { cid: 1, property: 'state', content: 1 }],
    ['/reset', { scenario: 'no-such-house' }],
    ['/reset', { scenario: 5 }],
    ['/reset', { seed: 'x' }],
    ['/reset', { seed: 1.5 }],
  ];
  for (const [path, body] of refusals) {
    test(`POST ${path} ${JSON.stringify(body)} is refused with a sentence, and nothing has changed`, async () => {
      const before = await Promise.all([
        now(sandbox.http),
        send(`${sandbox.http}/sandbox/v1/journal`).then(({ text }) => text),
      ]);

      const answer = await control(sandbox.http, path, body);

      assertSentence(answer, 400, JSON.stringify(body));
      assert.deepEqual(
        await Promise.all([now(sandbox.http), send(`${sandbox.http}/sandbox/v1/journal`).then(({ text }) => text)]),
        before,
      );
    });
  }

  test('a body that is no JSON is refused with a sentence', async () => {
    for (const body of ['{"advance":', 'advance=1', '\u0000', '{"advance":1}}']) {
      const answer = await send(`${sandbox.http}/sandbox/v1/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assertSentence(answer, 400, body);
    }
  });
});
