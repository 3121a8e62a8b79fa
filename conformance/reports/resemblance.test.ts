import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FAULTY } from '../broken/index.ts';
import { REQUIREMENTS } from '../requirements/index.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { knownFaults, resemblanceOf } from './resemblance.ts';

const FAULTS = [
  { id: 'one', spoils: 'one thing', seen: ['a'] },
  { id: 'two', spoils: 'two things', seen: ['a', 'b'] },
  { id: 'wide', spoils: 'much', seen: ['a', 'b', 'c', 'd'] },
];
const found = (verdicts: Readonly<Record<string, Verdict>>) =>
  Object.entries(verdicts).map(([requirement, verdict]) => ({ requirement, verdict }));
const like = (verdicts: Readonly<Record<string, Verdict>>) => resemblanceOf(found(verdicts), FAULTS);

describe('a controller that fails', () => {
  test('resembles the fault that breaks just the same', () => {
    assert.deepEqual(like({ a: 'FAIL', b: 'WARN', c: 'PASS', d: 'PASS' }), {
      id: 'two',
      spoils: 'two things',
      likeness: 1,
      shared: ['a', 'b'],
    });
  });
  test('resembles the fault that breaks the least besides', () => {
    assert.equal(like({ a: 'FAIL', b: 'PASS', c: 'PASS' })?.id, 'one');
    assert.equal(like({ a: 'PASS', b: 'FAIL', c: 'FAIL', d: 'PASS' })?.id, 'wide');
  });
  test('is compared only by what was looked at', () => {
    assert.equal(like({ b: 'FAIL', c: 'INCONCLUSIVE' })?.likeness, 1);
  });
  test('is the less alike the more else it breaks', () => {
    assert.equal(like({ a: 'FAIL', x: 'FAIL', y: 'FAIL', b: 'PASS' })?.likeness, 1 / 3);
  });
  test('resembles none if no fault breaks what it breaks, or if it breaks nothing', () => {
    assert.equal(like({ x: 'FAIL' }), null);
    assert.equal(like({ a: 'PASS' }), null);
  });
});

describe('the recorded table of faults', () => {
  test('has every fault as it is now: node --import tsx conformance/prove.ts --record', () => {
    const rows = (faults: readonly { readonly id: string; readonly spoils: string }[]) =>
      faults.map(({ id, spoils }) => `${id}: ${spoils}`).sort();

    assert.deepEqual(rows(knownFaults()), rows(FAULTY));
  });
  test('says of every fault that what it names was seen, and knows all requirements', () => {
    const ids = new Set(REQUIREMENTS.map(({ id }) => id));

    for (const { id, seen } of knownFaults()) {
      const names = FAULTY.find((fault) => fault.id === id)?.caughtBy ?? [];
      for (const name of names) assert.ok(seen.includes(name), `${id} was not seen to break ${name}`);
      for (const name of seen) assert.ok(ids.has(name), name);
    }
  });
  test('each fault resembles itself', () => {
    const faults = knownFaults();
    for (const { seen } of faults) {
      const best = resemblanceOf(
        REQUIREMENTS.map(({ id }) => ({ requirement: id, verdict: seen.includes(id) ? 'FAIL' : 'PASS' })),
        faults,
      );
      assert.equal(best?.likeness, 1);
    }
  });
});
