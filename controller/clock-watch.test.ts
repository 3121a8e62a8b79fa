import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClockState, type Duration, days, hours, type Instant, milliseconds, seconds } from '../twin/index.ts';
import { watchClock } from './clock-watch.ts';

test('an operator is told once of each way in which the house and its machine disagree, and of its end', () => {
  let state: ClockState = { manner: 'follows', ahead: seconds(0) };
  let ring = () => {};
  const clock = {
    now: () => Date.parse('2026-05-01T00:00:00Z') as Instant,
    get state() {
      return state;
    },
    alarm: (look: () => void) => {
      ring = look;
      return { set: () => {}, clear: () => {} };
    },
  };
  const said: string[] = [];
  watchClock(clock, (line) => said.push(line));
  const becomes = (manner: ClockState['manner'], ahead: number): void => {
    state = { manner, ahead: ahead as Duration };
    for (let look = 0; look < 3; look += 1) ring();
  };

  becomes('slower', seconds(9));
  assert.equal(said.length, 0);
  becomes('slower', hours(2));
  becomes('slower', seconds(9));
  becomes('slower', milliseconds(3));
  becomes('apart', days(400));
  becomes('doubts', -days(3));
  becomes('slower', milliseconds(3));
  assert.deepEqual(
    said.map((line) => line.slice(0, 75)),
    [
      'the clock of the machine is 2 hours behind the house, where it is 2026-05-0',
      'the time of the house is that of the machine again',
      'the clock of the machine is 400 days behind the house, where it is 2026-05-',
      'the clock of the machine is 3 days ahead of the house, where it is 2026-05-',
      'the time of the house is that of the machine again',
    ],
  );
});
