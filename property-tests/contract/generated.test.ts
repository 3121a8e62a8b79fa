import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import { advance, as, call, components, control, send } from '../http-client.ts';

const START = '2030-06-01T05:00:00.000Z';

describe('a generated house', () => {
  const live = async <T>(args: readonly string[], look: (sandbox: RunningSandbox) => Promise<T>): Promise<T> => {
    const sandbox = await startSandbox(['--start', START, ...args]);
    try {
      return await look(sandbox);
    } finally {
      await sandbox.stop();
    }
  };
  const whole = (sandbox: RunningSandbox) => send(`${sandbox.http}/api/v1/getAllComponents`, { headers: as('admin') });

  test('has as many components and rooms as it was asked for, and lives', async () => {
    await live(['--scenario', 'generated:components=137,rooms=9'], async ({ http }) => {
      const state = (await send(`${http}/sandbox/v1`)).as<{ scenario: string; components: number }>();
      const rooms = (await call(http, 'getRooms', {}, { headers: as('admin') })).as<readonly unknown[]>();
      const all = await components(http, as('admin'));
      const before = (await send(`${http}/sandbox/v1/journal`)).text.length;
      await advance(http, 7_200);

      assert.deepEqual([state.scenario, state.components], ['generated:components=137,rooms=9', 137]);
      assert.deepEqual([rooms.length, all.length, new Set(all.map(({ cid }) => cid)).size], [9, 137, 137]);
      assert.ok(new Set(all.map(({ type }) => type)).size >= 10, 'of many kinds');
      assert.ok((await send(`${http}/sandbox/v1/journal`)).text.length > before + 1_000);
    });
  });

  test('is the same for the same seed, and another for another', async () => {
    const [one, same, other] = [
      await live(['--scenario', 'generated:components=60', '--seed', '4'], whole),
      await live(['--scenario', 'generated:components=60', '--seed', '4'], whole),
      await live(['--scenario', 'generated:components=60', '--seed', '5'], whole),
    ];

    assert.deepEqual(same.body, one.body);
    assert.notDeepEqual(other.body, one.body);
  });

  test('may have fifty thousand components', async () => {
    await live(['--scenario', 'generated:components=50000'], async ({ http }) => {
      const answer = await send(`${http}/api/v1/getAllComponents`, { headers: as('resident') });
      const pressed = await control(http, '/devices', { cid: 'C1', property: 'reachable', content: 1 });

      assert.equal(answer.as<readonly unknown[]>().length, 50_000);
      assert.ok(pressed.status < 500);
    });
  });
});
