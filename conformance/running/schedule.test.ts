import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Check, Need } from '../checks/check.ts';
import { inOrder } from './schedule.ts';

const check = (id: string, needs: readonly Need[] = []): Check => ({
  id,
  title: id,
  proves: ['http.path'],
  needs,
  async run() {},
});

const TOGETHER = { oneAddress: false, driven: true };

describe('the order of checks', () => {
  test('what waits for quiet goes on when nothing runs beside it, and does not keep others from their turn', async () => {
    const [told, running] = [[] as string[], new Set<string>()];
    const disturbed = Array.from({ length: 10 }, (_, index) => check(`disturbed-${index}`));
    await inOrder(
      [...disturbed, check('late', ['waits']), check('last', ['alone'])],
      TOGETHER,
      async ({ id }, quiet) => {
        running.add(id);
        await new Promise((resolve) => setImmediate(resolve));
        if (id.startsWith('disturbed')) {
          running.delete(id);
          // The second time comes at once: nothing runs beside it any more.
          for (let time = 1; time <= 2; time += 1) {
            await quiet();
            assert.deepEqual([...running], []);
          }
        }
        told.push(id);
        running.delete(id);
      },
      () => true,
    );

    assert.deepEqual(told, ['late', 'last', ...disturbed.map(({ id }) => id)]);
  });

  test('what waits for quiet is let go on when nothing may begin any more', async () => {
    let over = false;
    const told: string[] = [];
    await inOrder(
      [check('disturbed'), check('last', ['alone'])],
      TOGETHER,
      async ({ id }, quiet) => {
        over = true;
        await quiet();
        told.push(id);
      },
      () => !over,
    );

    assert.deepEqual(told, ['disturbed']);
  });

  test('a fault of the suite behind the wait is not swallowed', async () => {
    const run = async (_: Check, quiet: () => Promise<void>) => {
      await quiet();
      throw new Error('the suite is broken');
    };

    await assert.rejects(
      inOrder([check('disturbed')], TOGETHER, run, () => true),
      /the suite is broken/,
    );
  });
});
