import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soakShortly } from './short-soak.ts';

test('a soak of a house that is as it should be finds nothing lost and nothing left behind', async (context) => {
  const { record, days, noted, broken } = await soakShortly(context, {});
  // How fast a stop is, and whether every command ends in time, is for a machine that does nothing else.
  for (const law of ['heap', 'memory', 'files', 'handles', 'lost']) assert.ok(!broken.has(law), law);
  assert.equal(record.lives.length, 3);
  assert.ok(record.acknowledged > 10 && record.commands > 5, `${record.acknowledged}, ${record.commands}`);
  assert.ok(days > 0.02, `${days} days`);
  assert.ok((noted.get('buses') ?? 0) > 0 && (noted.get('look') ?? 0) >= 6);
});
