import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Need } from '../checks/check.ts';
import type { House } from '../discovery/house.ts';
import type { Manners, Target } from '../trials/target.ts';
import { type Given, planOf } from './plan.ts';
import { leftOut } from './run-check.ts';

const checkWith = (...needs: Need[]) => ({
  id: 'some.check',
  title: 'it is asked something',
  proves: ['mcp.initialize'],
  needs,
  run: async () => {},
});

const GIVEN: Given = {
  target: { mcpToken: null, remote: null, remoteToken: null, https: null, bridge: null } as Target,
  manners: { readOnly: false } as Manners,
  house: { mcpStatus: 401, driven: true, speed: 1 } as House,
  lamps: [],
};

/** The verdict and its reason on a check that needs `need`; `null` if it is run. */
const verdictOn = (need: Need, target: Partial<Target>, house: Partial<House>, manners: Partial<Manners> = {}) => {
  const given = {
    ...GIVEN,
    target: { ...GIVEN.target, ...target },
    manners: { ...GIVEN.manners, ...manners },
    house: { ...GIVEN.house, ...house },
  };
  const [planned] = planOf([checkWith(need)], given, []);
  if (planned === undefined || planned.leftOut === null) return null;
  const [finding] = leftOut(planned.check, planned.leftOut, planned.applies);
  return [finding?.verdict, finding?.hindrance, finding?.says];
};

describe('what takes hours', () => {
  test('is looked at where the clock can be driven, and else only if somebody has the time', () => {
    assert.equal(verdictOn('hours', {}, { driven: true }), null);
    assert.equal(verdictOn('hours', {}, { driven: false }, { slow: true }), null);
    assert.match(String(verdictOn('hours', {}, { driven: false })?.[2]), /see --slow/);
  });
  test('says how long it takes', () => {
    const given = { ...GIVEN, house: { ...GIVEN.house, driven: false } as House };

    assert.deepEqual(planOf([{ ...checkWith('hours'), minutes: 48 }], given, [])[0]?.deeds, ['takes 48 minutes']);
    assert.deepEqual(planOf([checkWith('hours')], GIVEN, [])[0]?.deeds, ['drives the clock']);
  });
});

describe('a clock that runs at another speed', () => {
  test('and is left alone says nothing of how long something takes', () => {
    for (const speed of [0, 60]) {
      const verdict = verdictOn('locks-out', {}, { driven: false, speed });

      assert.equal(verdict?.[0], 'INCONCLUSIVE');
      assert.match(String(verdict?.[2]), new RegExp(`runs at ${speed} times`));
      assert.equal(verdictOn('bridge', { bridge: 'bridge' }, { driven: false, speed }), null);
    }
  });
  test('does not matter if it may be driven, or is as fast as ours', () => {
    assert.equal(verdictOn('locks-out', {}, { driven: true, speed: 60 }), null);
    assert.equal(verdictOn('locks-out', {}, { driven: false, speed: 1 }), null);
    assert.equal(verdictOn('locks-out', {}, { driven: false, speed: null }), null);
  });
});

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
