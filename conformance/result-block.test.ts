import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REQUIREMENTS } from './requirements/index.ts';
import { resultBlock, resultBlockIn, withResultBlock } from './testing/result-block.ts';

const row = (counts: Readonly<Record<string, number>>) =>
  resultBlock([{ mode: 'sandbox', report: { counts, requirements: REQUIREMENTS } }]);

describe('the result in the README', () => {
  const block = resultBlockIn(readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8'));
  const rows = [...(block ?? '').matchAll(/^\| `twinhaus (\w+)` \| ([\d |]+) \|$/gm)].map(
    ([, mode, numbers = '']) => [mode, numbers.split(' | ').map(Number)] as const,
  );

  test('is about both ways in which the controller runs', () => {
    assert.deepEqual(
      rows.map(([mode]) => mode),
      ['sandbox', 'serve'],
    );
  });

  test('is about as many requirements as there are, each of them told once: node --import tsx conformance/every-build.ts --write', () => {
    const hidden = REQUIREMENTS.filter(({ unseen }) => unseen !== null).length;

    for (const [mode, [requirements, ...verdicts]] of rows) {
      assert.equal(requirements, REQUIREMENTS.length, mode);
      assert.equal(verdicts.at(-1), hidden, mode);
      assert.equal(
        verdicts.reduce((sum, count) => sum + count, 0),
        REQUIREMENTS.length,
        mode,
      );
    }
  });

  test('tells of no failure', () => {
    for (const [mode, [, , fail, warn]] of rows) assert.deepEqual([fail, warn], [0, 0], mode);
  });
});

describe('a result', () => {
  test('takes the place of the one before, and of nothing else', () => {
    const text = `before\n\n${row({ PASS: 1 })}\n\nafter`;

    assert.equal(withResultBlock(text, row({ PASS: 2, FAIL: 3 })), `before\n\n${row({ PASS: 2, FAIL: 3 })}\n\nafter`);
    assert.match(row({ PASS: 2, FAIL: 3 }), /\| 2 \| 3 \| 0 \| 0 \| 0 \|/);
  });

  test('is not written where there is no place for it', () => {
    assert.throws(() => withResultBlock('a page', row({})), /no place for the result/);
  });
});
