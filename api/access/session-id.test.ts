import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newKey } from './secrets.ts';
import { SessionIds } from './session-id.ts';

test('identifiers say what they were issued for, and no two are equal', () => {
  const ids = new SessionIds(newKey());
  fc.assert(
    fc.property(
      fc.record({
        user: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
        generation: fc.nat(2 ** 31 - 1),
        created: fc.integer({ min: 0, max: 2 ** 47 }),
        persistent: fc.boolean(),
        remote: fc.boolean(),
      }),
      (facts) => {
        const [one, two] = [ids.issue(facts), ids.issue(facts)];
        assert.notEqual(one, two);
        assert.deepEqual(ids.read(one), { ...facts });
      },
    ),
  );
});
