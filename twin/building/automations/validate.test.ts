import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rehearsalHouse } from './rehearsal-house.test.ts';

const on = { do: 'set', cid: 'C1', property: 'state', value: true } as const;
const motion = { when: 'change', cid: 'C3', property: 'motion' } as const;
const gale = { when: 'threshold', cid: 'C4', property: 'speed' } as const;
const is = { if: 'value', cid: 'C4', property: 'speed' } as const;

const house = rehearsalHouse();
const refused = (automation: object): string => {
  try {
    house.add(automation);
    return 'accepted';
  } catch (error) {
    return String(error);
  }
};

describe('an automation that does not hold together', () => {
  test('errors name the field that is wrong', () => {
    assert.match(
      refused({ actions: [on, { ...on, value: 'yes' }] }),
      /actions\[1\]\.value: "yes" does not fit state; write true or false/,
    );
    assert.match(
      refused({ actions: [{ ...on, cid: 'C3', property: 'motion' }] }),
      /actions\[0\]\.property: motion of C3 cannot be commanded/,
    );
    assert.match(refused({ triggers: [{ when: 'time', at: '25:00' }] }), /triggers\[0\]\.at/);
    assert.match(refused({ triggers: [{ when: 'never' }] }), /triggers\[0\]\.when: one of change, threshold/);
    assert.match(
      refused({ conditions: [{ or: [{ if: 'value', cid: 'C9', property: 'state', is: 1 }] }] }),
      /conditions\[0\]\.or\[0\]: there is no C9/,
    );
    assert.match(
      refused({ actions: [{ do: 'repeat', actions: [{ do: 'scene', scene: 7 }], times: 2 }] }),
      /actions\[0\]\.actions\[0\]\.scene/,
    );
    assert.match(refused({ mode: 'sometimes' }), /mode/);
    assert.match(refused({ actions: [{ do: 'constructor' }] }), /actions\[0\]\.do/);
  });

  test('a trigger that can never come true is refused with the field that keeps it from it', () => {
    for (const [trigger, expected] of [
      [{ ...motion, to: 'abc' }, /triggers\[0\]\.to: "abc" does not fit motion; write true or false/],
      [{ ...motion, to: 1 }, /triggers\[0\]\.to: /],
      [{ ...motion, from: 'abc', to: true }, /triggers\[0\]\.from: /],
      [{ when: 'change', cid: 'C4', property: 'speed', to: 1_001 }, /triggers\[0\]\.to: 1001 does not fit speed/],
      [{ ...gale, cid: 'C3', property: 'motion', above: 1 }, /triggers\[0\]\.above: motion is true or false/],
      [{ ...gale, above: 1_000 }, /triggers\[0\]\.above: speed never rises above 1000/],
      [{ ...gale, below: -1_000 }, /triggers\[0\]\.below: speed never falls below -1000/],
    ] as const) {
      assert.match(refused({ triggers: [trigger] }), expected, JSON.stringify(trigger));
    }
    const possible = [
      ...[motion, { ...motion, to: true }, { ...motion, from: true, to: false }],
      ...[
        { ...gale, above: 999.9 },
        { ...gale, below: -999.9, hysteresis: 5 },
      ],
    ];
    for (const trigger of possible) assert.equal(refused({ triggers: [trigger] }), 'accepted', JSON.stringify(trigger));
  });

  test('a condition that can never hold is refused likewise, however deep it stands', () => {
    for (const [condition, expected] of [
      [{ ...is, is: 'fast' }, /\.is: "fast" does not fit speed; write a number from -1000 to 1000/],
      [{ ...is, above: 1_000 }, /\.above: speed never rises above 1000/],
      [{ ...is, above: 5, below: -1_000 }, /\.below: speed never falls below -1000/],
      [{ if: 'value', cid: 'C3', property: 'motion', below: 1 }, /\.below: motion is true or false/],
    ] as const) {
      assert.match(
        refused({ conditions: [{ not: condition }] }),
        new RegExp(`conditions\\[0\\]\\.not${expected.source}`),
      );
      assert.match(
        refused({ actions: [{ do: 'waitFor', condition, limit: 1 }] }),
        new RegExp(`actions\\[0\\]\\.condition${expected.source}`),
      );
    }
    assert.equal(
      refused({
        conditions: [
          { ...is, is: 5 },
          { ...is, above: -5, below: 5 },
        ],
      }),
      'accepted',
    );
  });

  test('one that is nested too deep is refused where it goes too deep, however deep it goes', () => {
    const nested = (levels: number): object => {
      let condition: object = { if: 'sun', is: 'up' };
      for (let level = 1; level < levels; level += 1) condition = { not: condition };
      return condition;
    };
    assert.equal(refused({ conditions: [nested(12)] }), 'accepted');
    for (const levels of [13, 1_000, 200_000]) {
      assert.match(
        refused({ conditions: [nested(levels)] }),
        /conditions\[0\](\.not){12}: nested deeper than 12 levels/,
      );
    }
  });
});
