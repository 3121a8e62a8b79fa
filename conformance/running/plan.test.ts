import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Need } from '../checks/check.ts';
import type { House } from '../discovery/house.ts';
import type { Manners, Target } from '../trials/target.ts';
import { planOf } from './plan.ts';
import { leftOut } from './run-check.ts';

const checkWith = (...needs: Need[]) => ({
  id: 'some.check',
  title: 'it is asked something',
  proves: ['mcp.initialize'],
  needs,
  run: async () => {},
});

/** The verdict and its reason on a check that needs `need`; `null` if it is run. */
const verdictOn = (need: Need, target: Partial<Target>, house: Partial<House>, manners: Partial<Manners> = {}) => {
  const given = {
    target: { mcpToken: null, remote: null, remoteToken: null, https: null, bridge: null, ...target } as Target,
    manners: { readOnly: false, ...manners } as Manners,
    house: { mcpStatus: 401, ...house } as House,
    lamps: [],
  };
  const [planned] = planOf([checkWith(need)], given, []);
  if (planned === undefined || planned.leftOut === null) return null;
  const [finding] = leftOut(planned.check, planned.leftOut, planned.applies);
  return [finding?.verdict, finding?.hindrance, finding?.says];
};

describe('a part that the controller does not have', () => {
  test('is not applicable if it says so itself', () => {
    const verdict = verdictOn('mcp', {}, { mcpStatus: 404 });

    assert.deepEqual(verdict, ['NOT APPLICABLE', undefined, 'the controller says that it has no /mcp (404)']);
  });
  test('is looked at all the same if somebody gave a token for it', () => {
    assert.equal(verdictOn('mcp', { mcpToken: 'token' }, { mcpStatus: 404 }), null);
  });
  test('is only not looked at if nobody declared it absent', () => {
    assert.deepEqual(verdictOn('mcp', {}, {}), ['INCONCLUSIVE', 'left out', 'no --mcp-token was given']);
    assert.equal(verdictOn('remote', {}, {})?.[0], 'INCONCLUSIVE');
    assert.equal(verdictOn('https', {}, {})?.[0], 'INCONCLUSIVE');
  });
  test('is not applicable if it was declared absent', () => {
    for (const part of ['remote', 'https', 'bridge'] as const) {
      const verdict = verdictOn(part, {}, {}, { without: [part] });

      assert.deepEqual(verdict, ['NOT APPLICABLE', undefined, `declared with --without ${part}`]);
    }
    assert.equal(verdictOn('mcp', {}, { mcpStatus: 404 }, { without: ['mcp'] })?.[0], 'NOT APPLICABLE');
  });
  test('is not believed to be absent if it answers', () => {
    const verdict = verdictOn('mcp', {}, { mcpStatus: 401 }, { without: ['mcp'] });

    assert.deepEqual(verdict, ['INCONCLUSIVE', 'left out', '--without mcp was given, but /mcp is there (401)']);
  });
});
