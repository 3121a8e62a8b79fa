import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listen } from './listening.test.ts';
import { SandboxRefusal } from './sandbox-control.ts';

describe('the sandbox', () => {
  test('does what it is told and answers in JSON', async (context) => {
    const { control, ask } = await listen(context);
    const position = { now: '2026-01-01T00:00:01.000Z', speed: 1 };

    const answers = [
      await ask('GET', ''),
      await ask('POST', '/clock', { advance: 1.5 }),
      await ask('POST', '/clock', { advanceTo: '2027-01-01T01:00:00+01:00' }),
      await ask('POST', '/clock', { speed: 0 }),
      await ask('POST', '/devices', { cid: 'C1', property: 'state', content: 1 }),
      await ask('POST', '/devices', { cid: 'C2', property: 'mode', content: 'auto' }),
      await ask('POST', '/reset', { scenario: 'family-home', seed: 7 }),
      await ask('POST', '/reset', {}),
      await ask('POST', '/reset'),
    ];

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      [
        [200, control.status()],
        ...[1, 2, 3].map(() => [200, position]),
        ...[1, 2].map(() => [200, { ok: true }]),
        ...[1, 2, 3].map(() => [200, { scenario: 'family-home', seed: 7, now: '2026-01-01T00:00:00.000Z' }]),
      ],
    );
    assert.deepEqual(control.told, [
      { clock: { advance: 1.5 } },
      { clock: { advanceTo: '2027-01-01T00:00:00.000Z' } },
      { clock: { speed: 0 } },
      { press: { cid: 'C1', property: 'state', content: 1 } },
      { press: { cid: 'C2', property: 'mode', content: 'auto' } },
      { reset: { scenario: 'family-home', seed: 7 } },
      { reset: {} },
      { reset: {} },
    ]);
  });

  test('says in one sentence why it will not, and does nothing', async (context) => {
    const { control, ask } = await listen(context);
    const bad: readonly (readonly [string, unknown])[] = [
      ...[{}, [], null, 7, 'x', '', '{', '{"advance":1}x', '{"advance":1e999}'].map(
        (body) => ['/clock', body] as const,
      ),
      ...[{ advance: 1, speed: 1 }, { advance: '1' }, { advance: -1 }, { advance: null }, { advance: 1, by: 2 }].map(
        (body) => ['/clock', body] as const,
      ),
      ...['tomorrow', '2027-01-01', '2027-01-01T00:00:00', '2027-13-01T00:00:00Z', 1_800_000_000_000, null].map(
        (advanceTo) => ['/clock', { advanceTo }] as const,
      ),
      ...[-1, '1', null, true].map((speed) => ['/clock', { speed }] as const),
      ['/clock', '{"__proto__":1}'],
      ['/devices', {}],
      ['/devices', { cid: 'C1', property: 'state' }],
      ['/devices', { cid: 1, property: 'state', content: 1 }],
      ['/devices', { cid: 'C1', property: '', content: 1 }],
      ['/devices', { cid: 'C1', property: 'state', content: true }],
      ['/devices', { cid: 'C1', property: 'state', content: { a: 1 } }],
      ['/devices', { cid: 'C1', property: 'state', content: 1, extra: 1 }],
      ['/reset', { seed: 1.5 }],
      ['/reset', { seed: '1' }],
      ['/reset', { scenario: 1 }],
      ['/reset', { start: 'now' }],
      ['/clock', `"${'x'.repeat(2_000_000)}"`],
    ];

    for (const [path, body] of bad) {
      const answer = await ask('POST', path, body);
      assert.equal(answer.status, 400, `${path} ${JSON.stringify(body).slice(0, 60)}`);
      assert.deepEqual(Object.keys(answer.body), ['error']);
      assert.match(answer.body.error, /^\S[^\n]*\.$/);
    }
    assert.deepEqual(control.told, []);
  });

  test('passes on why its control refuses', async (context) => {
    const { control, ask } = await listen(context);
    control.fail = () => {
      throw new SandboxRefusal('There is no C99.');
    };

    const answer = await ask('POST', '/devices', { cid: 'C99', property: 'state', content: 1 });

    assert.deepEqual([answer.status, answer.body], [400, { error: 'There is no C99.' }]);
  });

  test('keeps to itself what failed inside, but not from the operator', async (context) => {
    const { control, problems, ask } = await listen(context);
    control.fail = () => {
      throw new Error('secret');
    };

    const answer = await ask('POST', '/reset', {});

    assert.equal(answer.status, 500);
    assert.doesNotMatch(answer.text, /secret/);
    assert.equal(problems.length, 1);
  });

  test('cannot yet make faults or snapshots, and says so', async (context) => {
    const { ask } = await listen(context);

    for (const [method, path] of [
      ['GET', '/faults'],
      ['POST', '/faults'],
      ['DELETE', '/faults/1'],
      ['POST', '/snapshots'],
      ['POST', '/snapshots/1/restore'],
    ] as const) {
      const answer = await ask(method, path, method === 'POST' ? {} : undefined);
      assert.equal(answer.status, 400, path);
      assert.match(answer.body.error, /^This version cannot .*\.$/);
    }
  });

  test('knows its paths and what may be done on them', async (context) => {
    const { ask } = await listen(context);

    for (const path of ['/nothing', '/clock/now', '/faults/1/2', '/Clock']) {
      const answer = await ask('GET', path);
      assert.equal(answer.status, 404, path);
      assert.deepEqual(Object.keys(answer.body), ['error']);
    }
    for (const [method, path, allowed] of [
      ['GET', '/clock', 'POST'],
      ['POST', '', 'GET'],
      ['PUT', '/faults', 'GET, POST'],
      ['OPTIONS', '/journal', 'GET'],
      ['DELETE', '/reset', 'POST'],
    ] as const) {
      const answer = await ask(method, path);
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allowed], path);
      assert.deepEqual(Object.keys(answer.body), ['error']);
    }
    assert.equal((await ask('HEAD', '/journal')).status, 405);
  });
});
