import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hours, type Instant, later, minutes, VirtualClock } from '../twin/index.ts';
import { FailedCommands } from './failed-commands.ts';

const stage = () => {
  const clock = new VirtualClock(0 as Instant);
  const said: string[] = [];
  const failed = new FailedCommands(clock, { say: (line, part) => said.push(`${part}: ${line}`) });
  const pass = (time: ReturnType<typeof minutes>) => clock.advanceTo(later(clock.now(), time));
  return { failed, said, pass };
};

test('why a command failed is said once an hour of each point and reason', () => {
  const { failed, said, pass } = stage();
  for (let time = 0; time < 3; time += 1) failed.heard('knx', { cid: 'C1', property: 'state' }, 'there is no link');
  failed.heard('knx', { cid: 'C1', property: 'state' }, 'nobody acknowledged it');
  failed.heard('knx', { cid: 'C1', property: 'brightness' }, 'there is no link');
  failed.heard('line', { cid: 'C1', property: 'state' }, 'there is no link');
  pass(hours(1));
  failed.heard('knx', { cid: 'C1', property: 'state' }, 'there is no link');
  pass(minutes(1));
  failed.heard('knx', { cid: 'C1', property: 'state' }, 'there is no link');

  assert.deepEqual(said, [
    'knx: C1 state: a command failed: there is no link',
    'knx: C1 state: a command failed: nobody acknowledged it',
    'knx: C1 brightness: a command failed: there is no link',
    'line: C1 state: a command failed: there is no link',
    'knx: C1 state: a command failed: there is no link',
  ]);
});

test('a bus that is gone with hundreds of devices fills no log, and hides no other bus', () => {
  const { failed, said } = stage();
  for (let device = 1; device <= 500; device += 1) {
    failed.heard('knx', { cid: `C${device}`, property: 'state' }, 'there is no link');
  }
  failed.heard('line', { cid: 'C501', property: 'state' }, 'x'.repeat(10_000));

  assert.equal(said.length, 22);
  assert.equal(said[20], 'knx: more commands failed; of them nothing is said for an hour');
  assert.equal(said[21], `line: C501 state: a command failed: ${'x'.repeat(256)}`);
});
