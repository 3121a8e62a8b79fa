import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Agenda } from './agenda.ts';
import { type Instant, RANK, type Rank } from './clock/clock.ts';
import { VirtualClock } from './clock/virtual-clock.ts';

describe('what is to come', () => {
  test('comes by instant, then in the order in which it was added, and what was called off does not come', () => {
    const wanted = fc.array(fc.record({ due: fc.nat(20), off: fc.boolean() }), { maxLength: 60 });
    fc.assert(
      fc.property(wanted, (appointments) => {
        const { agenda, clock, came } = begin();
        const numbers = appointments.map(({ due }, index) => agenda.add(due as Instant, index));
        for (const [index, { off }] of appointments.entries()) if (off) agenda.cancel(numbers[index] ?? 0);

        clock.advanceTo(20 as Instant);

        const expected = appointments.map(({ due, off }, index) => ({ due, off, index })).filter(({ off }) => !off);
        expected.sort((one, other) => one.due - other.due || one.index - other.index);
        assert.deepEqual(
          came,
          expected.map(({ due, index }) => [index, due]),
        );
        assert.equal(agenda.size, 0);
      }),
    );
  });

  test('goes on after a restart as if there had been none, also in the middle of an instant’s appointments', () => {
    const dues = fc.array(fc.nat(20), { maxLength: 40 });
    fc.assert(
      fc.property(dues, dues, fc.nat(20), (before, after, at) => {
        const straight = begin();
        const first = begin();
        for (const { agenda, clock } of [straight, first]) {
          for (const [index, due] of before.entries()) agenda.add(due as Instant, index);
          clock.advanceTo(at as Instant);
        }
        const second = begin(at);
        second.agenda.add(50 as Instant, -1);
        second.agenda.resume(JSON.parse(JSON.stringify(first.agenda.state())));
        for (const { agenda, clock } of [straight, second]) {
          for (const [index, due] of after.entries()) agenda.add((at + due) as Instant, 1_000 + index);
          clock.advanceTo(50 as Instant);
        }

        assert.deepEqual([...first.came, ...second.came], straight.came);
        assert.deepEqual(second.agenda.state(), straight.agenda.state());
      }),
    );
  });

  test('lets a lower rank go first at one instant, also for what is added at that instant', () => {
    const clock = new VirtualClock(0 as Instant);
    const came: string[] = [];
    const hardware = new Agenda<string>(clock, RANK.hardware, (what) => came.push(what));
    const building = new Agenda<string>(clock, RANK.building, (what, due) => {
      came.push(what);
      hardware.add(due, `answer to ${what}`);
    });
    building.add(5 as Instant, 'scene 1');
    building.add(5 as Instant, 'scene 2');
    hardware.add(5 as Instant, 'report');

    clock.advanceTo(5 as Instant);

    assert.deepEqual(came, ['report', 'scene 1', 'answer to scene 1', 'scene 2', 'answer to scene 2']);
  });

  test('still tells what was to come once it is closed, and nothing comes', () => {
    const { agenda, clock, came } = begin();
    agenda.add(5 as Instant, 1);
    agenda.close();
    agenda.add(6 as Instant, 2);
    clock.advanceTo(10 as Instant);

    assert.deepEqual(came, []);
    assert.equal(agenda.state().appointments.length, 2);
    assert.throws(() => agenda.add(Number.NaN as Instant, 3), RangeError);
  });
});

function begin(now = 0, rank: Rank = RANK.twin) {
  const clock = new VirtualClock(now as Instant);
  const came: [number, number][] = [];
  const agenda = new Agenda<number>(clock, rank, (what, due) => {
    assert.equal(due, clock.now());
    came.push([what, due]);
  });
  return { clock, agenda, came };
}
