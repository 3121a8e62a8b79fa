import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Check } from '../checks/check.ts';
import { Secrets } from '../clients/secrets.ts';
import { type Exchange, recordingTape, replayingTape, type Tape } from '../clients/tape.ts';
import { Missing, type Surroundings, TooLate } from '../trials/paths.ts';
import { runCheck } from './run-check.ts';

const PATIENT = new AbortController().signal;
const around = {
  target: { base: new URL('http://house') },
  manners: { seed: 1, run: 'run' },
  secrets: new Secrets(),
} as unknown as Surroundings;

/** Holds only from the given time on; `seen` gets the names that it used. */
const checkThatHolds = (from: number, seen: string[] = []): Check => {
  let times = 0;
  return {
    id: 'some.check',
    title: 'it is asked something',
    proves: ['http.path'],
    needs: [],
    async run(trial) {
      const time = await trial.tape.take('http', 'which time is it?', async () => {
        times += 1;
        return times;
      });
      seen.push(trial.name('user'));
      trial.expect('http.path', time >= from, `the time ${time}`);
    },
  };
};

const newTape = (): Tape =>
  recordingTape(
    'some.check',
    new Secrets(),
    () => 0,
    () => {},
  );

const disturbedBy = (reason: string | null) => ({ during: (_: readonly Exchange[]) => reason });

const outcomeOf = (check: Check, reason: string | null, tape = newTape()) =>
  runCheck(check, around, tape, PATIENT, disturbedBy(reason));

describe('bad news', () => {
  test('is believed at once if nothing disturbed the check', async () => {
    const { findings, disturbedBy } = await outcomeOf(checkThatHolds(2), null);

    assert.deepEqual([findings[0]?.verdict, findings[0]?.says, disturbedBy], ['FAIL', 'the time 1', []]);
  });

  test('is not believed if something did and it does not come again, under other names', async () => {
    const names: string[] = [];
    const { findings, disturbedBy } = await outcomeOf(checkThatHolds(2, names), 'somebody else switched C1');

    assert.deepEqual([findings[0]?.verdict, disturbedBy], ['PASS', ['somebody else switched C1']]);
    assert.equal(new Set(names).size, 2);
  });

  test('is believed the third time, whatever disturbs', async () => {
    const { findings, disturbedBy } = await outcomeOf(checkThatHolds(4), 'this machine was busy');

    assert.deepEqual([findings[0]?.verdict, findings[0]?.says, disturbedBy.length], ['FAIL', 'the time 3', 2]);
  });

  test('is judged the same from the transcript', async () => {
    for (const [from, reason] of [[2, 'busy'] as const, [4, 'busy'] as const, [2, null] as const]) {
      const live = newTape();
      const first = await outcomeOf(checkThatHolds(from), reason, live);
      const again = await runCheck(
        checkThatHolds(from),
        around,
        replayingTape(live.exchanges, new Secrets()),
        PATIENT,
        null,
      );

      assert.deepEqual([again.findings, again.disturbedBy], [first.findings, first.disturbedBy]);
    }
  });

  test('is not believed if its answers came too late to say anything, and waits for quiet', async () => {
    const live = newTape();
    let [times, quiets] = [0, 0];
    const late: Check = {
      ...checkThatHolds(1),
      async run(trial) {
        times += 1;
        if (times === 1) throw new TooLate('too slow');
        trial.expect('http.path', true, 'seen');
      },
    };
    const quiet = async () => {
      quiets += 1;
    };
    const { findings, disturbedBy } = await runCheck(late, around, live, PATIENT, { during: () => null }, quiet);

    assert.deepEqual([findings[0]?.verdict, disturbedBy, quiets], ['PASS', ['too slow'], 1]);
    times = 0;
    const again = await runCheck(late, around, replayingTape(live.exchanges, new Secrets()), PATIENT, null);
    assert.deepEqual([again.findings, again.disturbedBy], [findings, disturbedBy]);
  });

  test('of something else that is missing is believed at once', async () => {
    const lacks: Check = {
      ...checkThatHolds(1),
      run: () => Promise.reject(new Missing('no lamp')),
    };
    const { findings, disturbedBy } = await outcomeOf(lacks, null);

    assert.deepEqual([findings[0]?.verdict, disturbedBy], ['INCONCLUSIVE', []]);
  });

  test('good news is believed even if something disturbed the check', async () => {
    const { findings, disturbedBy } = await outcomeOf(checkThatHolds(1), 'this machine was busy');

    assert.deepEqual([findings[0]?.verdict, disturbedBy], ['PASS', []]);
  });
});
