import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soakShortly } from './short-soak.ts';

test('a soak names each law that was broken on purpose', async (context) => {
  const { broken, record } = await soakShortly(context, {
    ...{ seconds: 14, kills: 2, stops: 0, growth: 0.15, commandWithin: 2 },
    spoil: ['leak', 'files', 'lost', 'stuck', 'slow-stop'],
  });
  for (const law of ['heap', 'memory', 'files', 'lost', 'stuck', 'stop']) assert.ok(broken.has(law), law);
  assert.match(record.lost.join('\n'), /after start \d: \w+ \d+ is (gone|there|\w+ \d+) and /);
  assert.match(record.stuck.join('\n'), /command \d+ \(C2\d state to (true|false)\) had no outcome/);
});

test('a soak names a start that was refused, and ends there', async (context) => {
  const { broken, record } = await soakShortly(context, { seconds: 4, kills: 1, stops: 0, spoil: ['refused'] });
  assert.ok(broken.has('start'));
  assert.match(record.lives.at(-1)?.refusal ?? '', /ended with status \d/);
});
