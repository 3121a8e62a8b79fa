import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Asked, answerTo, HostileLine } from '../../property-tests/peers/hostile-line.ts';
import { at } from '../../property-tests/peers/modbus-house.ts';
import type { Cid, Link } from '../../twin/index.ts';
import { noDrops } from '../bus-queue.ts';
import type { Address } from './address.ts';

/** The points that a hostile line has on a unit. */
const lamp = (unit: number, more: Partial<Address> = {}) =>
  at(`C${unit}0` as Cid, 'switch', 'state', { unit, holding: 5, write: true, poll: 1, ...more });
const meter = (unit: number) =>
  at(`C${unit}1` as Cid, 'energy-meter', 'power', { unit, input: 9, type: 'int16', poll: 1 });
const sensor = (unit: number, holding: number) =>
  at(`C${unit}2` as Cid, 'temperature-sensor', 'temperature', { unit, holding, type: 'int16', scale: 0.1, poll: 1 });

const answer = (line: HostileLine, asked: Asked, value = 0) => line.hear(line.frame(asked, answerTo(asked, value)));

/** Answers whatever is asked, as long as something is. */
const answerAll = (line: HostileLine, value = 0): readonly string[] => {
  const all: string[] = [];
  for (let [asked] = line.questions(); asked !== undefined; [asked] = line.questions()) {
    all.push(textOf(asked));
    answer(line, asked, value);
  }
  return all;
};
/** Lets so much time pass while the devices answer; what they were asked. */
const live = (line: HostileLine, time: number, value = 0): readonly string[] =>
  Array.from({ length: time / 50 }, () => {
    line.pass(50);
    return answerAll(line, value);
  }).flat();
/** Unit, function, address, and how many or what. */
const textOf = ({ unit, code, start, word }: Asked): string => `${unit} ${code} ${start} ${word}`;
const said = (line: HostileLine): readonly string[] =>
  line.reports.splice(0).map(({ cid, property, content }) => `${cid} ${property} ${content}`);

for (const over of ['tcp', 'rtu'] as const) {
  describe(`a Modbus line over ${over} that takes other points`, () => {
    test('keeps its wire: asks at once what is new, in its turn what stays, and no more what is gone', () => {
      const line = new HostileLine(over, [1, 2]);
      answerAll(line);
      said(line);
      line.pass(10);
      line.backend.repoint([lamp(1), lamp(3)]);

      assert.deepEqual(answerAll(line, 1), ['3 3 5 1']);
      assert.deepEqual(said(line), ['C30 state 1']);
      const asked = live(line, 3_000, 1);
      assert.deepEqual([...new Set(asked)].toSorted(), ['1 3 5 1', '3 3 5 1']);
      assert.deepEqual(said(line), ['C10 state 1']);
      assert.equal(line.opens, 1);
      assert.deepEqual(
        line.links.filter(({ cid }) => cid === null).map(({ up }) => up),
        [false, true],
      );
    });

    test('asks nothing while a question is on its way, and takes its answer for what has stayed alone', () => {
      const line = new HostileLine(over, []);
      line.backend.repoint([lamp(1), sensor(1, 6)]);
      const [first, ...others] = line.questions();
      assert.ok(first);
      assert.equal(textOf(first), '1 3 5 2');
      line.backend.repoint([lamp(1), sensor(1, 7)]);
      assert.deepEqual([...others, ...line.questions()], []);
      const both = Buffer.from([3, 4, 0, 1, 0, 200]);
      line.hear(line.frame(first, both));

      assert.deepEqual(said(line), ['C10 state 1']);
      assert.deepEqual(line.questions().map(textOf), ['1 3 5 3']);
    });

    test('asks what was read together with what is gone in its turn as well', () => {
      const line = new HostileLine(over, []);
      line.backend.repoint([lamp(1), sensor(1, 6)]);
      line.hear(line.frame(line.questions()[0] as Asked, Buffer.from([3, 4, 0, 1, 0, 200])));
      line.pass(10);
      line.backend.repoint([lamp(1)]);
      assert.deepEqual(line.questions(), []);

      assert.deepEqual([...new Set(live(line, 2_000))], ['1 3 5 1']);
    });

    test('does not come back to what is gone because its last question was refused', () => {
      const line = new HostileLine(over, []);
      line.backend.repoint([lamp(1), sensor(1, 6)]);
      const [asked] = line.questions();
      line.backend.repoint([meter(1)]);
      line.hear(line.frame(asked as Asked, Buffer.of(0x83, 2)));

      assert.deepEqual([...new Set(live(line, 2_000))], ['1 4 9 1']);
    });

    test('takes back what waits for its turn', () => {
      const line = new HostileLine(over, [1, 2]);
      const [first] = line.questions();
      assert.ok(first);
      line.tell(1, 1);
      line.tell(2, 1);
      line.backend.repoint([lamp(1, { verify: true }), lamp(2)]);
      answer(line, first);

      assert.deepEqual(answerAll(line, 1), ['2 6 5 1', '2 3 5 1', '2 3 5 1', '1 3 5 1']);
      assert.deepEqual(line.outcomes, [
        [{ ok: false, reason: 'unit 1 was not told: its point was changed or taken out' }],
        [{ ok: true }],
      ]);
      assert.deepEqual(line.backend.queue, { waiting: 0, dropped: { ...noDrops(), changed: 1 }, lostByOthers: 0 });
    });

    test('lets a command that is on its way end as it ends', () => {
      const line = new HostileLine(over, [1]);
      answerAll(line);
      said(line);
      line.tell(1, 1);
      const [command] = line.questions();
      assert.ok(command);
      line.backend.repoint([]);
      assert.deepEqual(line.outcomes, [[]]);
      answer(line, command);
      answerAll(line, 1);

      assert.deepEqual(line.outcomes, [[{ ok: true }]]);
      assert.deepEqual(said(line), [], 'of what is gone nothing is said');
      line.tell(1, 0);
      assert.deepEqual(line.outcomes[1], [{ ok: false, reason: 'C10 has no state on line' }]);
    });
  });
}

describe('a Modbus line that takes other points', () => {
  test('keeps what it knows of devices that stay, and judges others by the units where they are', () => {
    const line = new HostileLine('rtu', [1, 2, 3]);
    for (let time = 0; time < 60; time += 1) {
      for (const asked of line.questions()) if (asked.unit === 1) answer(line, asked);
      line.pass(250);
    }
    assert.deepEqual(
      ['C10', 'C20', 'C21', 'C30'].map((cid) => line.isUp(cid)),
      [true, false, false, false],
    );
    line.backend.repoint([lamp(1), lamp(2), at('C21', 'energy-meter', 'power', { unit: 1, input: 9 }), sensor(2, 6)]);

    assert.deepEqual(
      ['C10', 'C20', 'C21', 'C22'].map((cid) => line.isUp(cid)),
      [true, false, true, false],
    );
    const now: Link[] = [];
    line.backend.link.subscribe((link) => now.push(link)).unsubscribe();
    assert.ok(!now.some(({ cid }) => cid === 'C30'), 'of what is gone nothing is told');
  });

  test('changes nothing for points that were not checked', () => {
    const line = new HostileLine('tcp', [1]);
    answerAll(line);
    said(line);
    assert.throws(
      () => line.backend.repoint([at('C10', 'switch', 'state', { device: 'nonsense', point: 'state' })]),
      /C10 state: there is no such device/,
    );
    live(line, 2_000, 1);

    assert.deepEqual(said(line), ['C10 state 1', 'C11 power 1']);
  });

  test('takes other points while nobody is connected, and asks for them once somebody is', () => {
    const line = new HostileLine('tcp', [1]);
    answerAll(line);
    line.hangUp();
    line.backend.repoint([meter(1)]);
    assert.deepEqual(line.questions(), []);
    line.pass(1_000);
    line.open();

    assert.deepEqual(line.questions().map(textOf), ['1 4 9 1']);
  });

  test('looks for new points of a SunSpec device, and not for those that are gone', () => {
    const line = new HostileLine('tcp', []);
    const inverter = (cid: 'C1' | 'C2', property: string, unit: number) =>
      at(cid, 'pv-inverter', property, { device: 'sunspec-inverter', point: property, unit, poll: 1 });
    line.backend.repoint([inverter('C1', 'power', 1), inverter('C2', 'power', 2)]);
    line.backend.repoint([inverter('C1', 'power', 1)]);
    assert.deepEqual(asksOf(line, 1), ['40000 2', '40002 2', '40070 2', '40122 2', '40084 2'], 'its models, its power');
    assert.deepEqual(said(line), ['C1 power 3500']);
    line.backend.repoint([inverter('C1', 'power', 1), inverter('C1', 'energy', 1)]);
    const asked = asksOf(line, 1);

    assert.deepEqual(asked.slice(0, 4), ['40000 2', '40002 2', '40070 2', '40122 2']);
    assert.deepEqual(said(line), ['C1 energy 6553600']);
  });
});

/** Answers as an inverter with models 1 and 103 that is unit `unit`, and nobody beside it; what that unit was asked. */
const asksOf = (line: HostileLine, unit: number): readonly string[] => {
  const registers = new Map([
    [40_000, 0x5375],
    [40_001, 0x6e53],
    [40_002, 1],
    [40_003, 66],
    [40_070, 103],
    [40_071, 50],
    [40_084, 350],
    [40_085, 1],
    [40_094, 1],
    [40_096, 2],
    [40_122, 0xffff],
  ]);
  const all: string[] = [];
  for (let [asked] = line.questions(); asked !== undefined; [asked] = line.questions()) {
    if (asked.unit === unit) all.push(`${asked.start} ${asked.word}`);
    const { start, word: count } = asked;
    const data = Buffer.alloc(2 + 2 * count);
    data.set([3, 2 * count]);
    for (let index = 0; index < count; index += 1) data.writeUInt16BE(registers.get(start + index) ?? 0, 2 + 2 * index);
    line.hear(line.frame(asked, asked.unit === unit ? data : Buffer.of(0x83, 2)));
  }
  return all;
};
