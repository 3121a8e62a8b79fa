import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type Instant, later, seconds } from '../clock/clock.ts';
import { VirtualClock } from '../clock/virtual-clock.ts';
import type { Cause } from '../data-entry.ts';
import { LIMITS } from '../limits.ts';
import type { SceneRecord, SceneStep } from './house.ts';
import { type SceneResult, SceneRuns } from './scene-runs.ts';

const USER: Cause = { by: 'user', user: 'resident', call: 'executeScene' };
const set = (value: number): SceneStep => ({ cid: 'C1', property: 'brightness', value });
const scene = (...steps: SceneStep[]): SceneRecord => ({ id: 3, name: 'Evening', rooms: [], steps });

let clock: VirtualClock;
let runs: SceneRuns;
let story: string[];
let answers: ((taken: boolean) => void)[];

/** A house where 13 is refused, 14 fails, and 15 is answered by the test. */
const begin = () => {
  clock = new VirtualClock((clock?.standsAt ?? 0) as Instant);
  answers = [];
  runs = new SceneRuns({
    clock,
    command: (step, cause, at) => {
      const answered = (taken: boolean) => runs.answered(at, taken);
      if (step.value === 13) return false;
      story.push(`${clock.now()} ${step.value} ${cause.by}`);
      if (step.value === 15) answers.push(answered);
      else answered(step.value !== 14);
      return true;
    },
    began: (id, { by }) => story.push(`${clock.now()} began ${id} ${by}`),
    ended: ({ scene, failed }) => story.push(`${clock.now()} ended ${scene} [${failed}]`),
  });
};
const pass = (count: number) => clock.advanceTo(later(clock.standsAt, seconds(count)));

beforeEach(() => {
  clock = new VirtualClock(0 as Instant);
  story = [];
  begin();
});

describe('a scene', () => {
  test('is carried out step by step, and is over when the last one is', () => {
    const heard: (SceneResult | string)[] = [];
    const result = runs.run(scene(set(1), { wait: 2 }, set(2), { wait: 0 }, set(3), { wait: 0.5 }), USER).result;
    result.subscribe({ next: (end) => heard.push(end), complete: () => heard.push('end') });
    pass(2.499);
    assert.equal(heard.length, 0);
    pass(1);

    assert.deepEqual(story, ['0 began 3 user', '0 1 scene', '2000 2 scene', '2000 3 scene', '2500 ended 3 []']);
    result.subscribe((end) => heard.push(end));
    assert.deepEqual(heard, [
      { failed: [], refused: false, stopped: false },
      'end',
      { failed: [], refused: false, stopped: false },
    ]);
  });

  test('goes on after a step that cannot be carried out, and says which', () => {
    const results: SceneResult[] = [];
    const steps = [set(13), set(1), { wait: Number.NaN }, set(14), set(13)];
    runs.run(scene(...steps), USER).result.subscribe((end) => results.push(end));

    assert.deepEqual(results, [{ failed: [0, 2, 3, 4], refused: false, stopped: false }]);
  });

  test('is not over before every device has taken its step', () => {
    const results: SceneResult[] = [];
    runs.run(scene(set(15), set(15), set(15), { wait: 1 }), USER).result.subscribe((end) => results.push(end));
    pass(5);
    answers[1]?.(false);
    answers[2]?.(true);
    answers[2]?.(false);
    assert.equal(results.length, 0);
    answers[0]?.(false);

    assert.deepEqual(results, [{ failed: [0, 1], refused: false, stopped: false }]);
  });

  test('runs beside others and beside itself, up to a limit', () => {
    const results: SceneResult[] = [];
    for (let count = 0; count < LIMITS.sceneRuns.value; count += 1) {
      runs.run(scene({ wait: 1 + count / 1_000 }), USER).result.subscribe((end) => results.push(end));
    }
    const before = story.length;
    runs.run(scene(set(1), set(2)), USER).result.subscribe((end) => results.push(end));
    assert.deepEqual(results.at(-1), { failed: [0, 1], refused: true, stopped: false });
    assert.equal(story.length, before);

    pass(2);
    assert.equal(results.length, LIMITS.sceneRuns.value + 1);
    runs.run(scene(set(1)), USER).result.subscribe((end) => results.push(end));
    assert.deepEqual(results.at(-1), { failed: [], refused: false, stopped: false });
  });

  test('goes on after a restart, also one that waited for a device that answers no more', () => {
    runs.run(scene(set(1), { wait: 2 }, set(2), { wait: 2 }, set(14)), USER);
    runs.run(scene(set(15)), USER);
    pass(3);
    runs.close();
    const kept = JSON.parse(JSON.stringify(runs.state()));
    pass(10);
    const before = story.length;
    clock = new VirtualClock(3_000 as Instant);
    begin();
    runs.resume(kept, clock.now());
    pass(10);

    assert.deepEqual(story.slice(before), ['3000 ended 3 []', '4000 14 scene', '4000 ended 3 [4]']);
  });
});
