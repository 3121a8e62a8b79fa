import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rehearsalHouse } from './rehearsal-house.test.ts';

const on = { do: 'set', cid: 'C1', property: 'state', value: true } as const;

describe('an automation that does not hold together', () => {
  test('errors name the field that is wrong', () => {
    const house = rehearsalHouse();
    const refused = (automation: object) => {
      try {
        house.add(automation);
        return 'accepted';
      } catch (error) {
        return String(error);
      }
    };

    assert.match(
      refused({ actions: [on, { ...on, value: 'yes' }] }),
      /actions\[1\]\.value: state of C1 cannot be set to this/,
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
});
