import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CHECKS } from './checks/index.ts';
import { thawed } from './requirements/frozen.ts';
import { REQUIREMENTS } from './requirements/index.ts';

describe('the requirements and the checks', () => {
  test('every requirement has an id of its own', () => {
    const ids = REQUIREMENTS.map(({ id }) => id);

    assert.deepEqual([...new Set(ids)], ids);
    for (const id of ids) assert.match(id, /^[a-z-]+\.[a-z0-9-]+$/);
  });

  test('none that is frozen for this version of the interface is gone, or means something else', () => {
    assert.deepEqual(thawed(), []);
    const [first, second, ...others] = REQUIREMENTS;
    assert.ok(first && second);
    const changed = thawed([{ ...first, level: 'MAY' }, { ...second, id: 'some.other' }, ...others]);
    assert.equal(changed.length, 3, changed.join('\n'));
  });

  test('what cannot be seen says why, and what can be seen says from where', () => {
    for (const { id, unseen, transports } of REQUIREMENTS) {
      if (unseen === null) assert.notEqual(transports.length, 0, id);
      else assert.match(unseen, /^\S.{20,}/, id);
    }
  });

  test('every check has an id of its own and names requirements that there are', () => {
    const known = new Set(REQUIREMENTS.filter(({ unseen }) => unseen === null).map(({ id }) => id));
    const ids = CHECKS.map(({ id }) => id);

    assert.deepEqual([...new Set(ids)], ids);
    for (const { id, proves } of CHECKS) {
      assert.notEqual(proves.length, 0, id);
      for (const name of proves) assert.ok(known.has(name), `${id} proves ${name}`);
    }
  });

  test('every requirement that can be seen is looked at by a check', () => {
    const looked = new Set(CHECKS.flatMap(({ proves }) => proves));
    const missing = REQUIREMENTS.filter(({ id, unseen }) => unseen === null && !looked.has(id)).map(({ id }) => id);

    assert.deepEqual(missing, []);
  });
});
