import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LineBench, rtu, tcp } from '../../property-tests/peers/line-bench.ts';
import { seconds } from '../../twin/index.ts';
import { noDrops } from '../bus-queue.ts';
import type { Answer } from './answer.ts';

const value = (answer: Answer | undefined) => (answer?.ok ? answer.values[0] : answer);
const SILENCE = { ok: false, why: 'silence' };

describe('a line', () => {
  test('asks one question at a time, and commands before readings', () => {
    const bench = new LineBench().opened();
    bench.read('first', 1);
    bench.read('second', 2);
    bench.tell('command', 3, 9);
    assert.equal(bench.sent.length, 1);
    bench.hear(rtu(11));
    bench.hear(bench.sent[1] as Buffer);
    bench.hear(rtu(22));

    assert.deepEqual(
      bench.sent.map((bytes) => bytes[1]),
      [3, 6, 3],
    );
    assert.deepEqual([value(bench.outcomes.first), value(bench.outcomes.second)], [11, 22]);
    assert.deepEqual(bench.outcomes.command, { ok: true, values: [] });
  });

  test('never takes a late answer of a serial line for the answer to the next question', () => {
    const bench = new LineBench().opened();
    bench.read('first', 1);
    bench.read('second', 2);
    bench.pass(500);
    assert.deepEqual(bench.outcomes.first, SILENCE);
    bench.pass(400);
    bench.hear(rtu(11));
    assert.equal(bench.sent.length, 1, 'nothing was asked in the meantime');
    bench.pass(499);
    assert.equal(bench.sent.length, 1, 'it has to be quiet for as long again');
    bench.pass(1);
    assert.equal(bench.sent.length, 2);
    bench.hear(rtu(22));

    assert.equal(value(bench.outcomes.second), 22);
  });

  test('over TCP, a late answer is known by its number, and delays nobody', () => {
    const bench = new LineBench('tcp').opened();
    bench.read('first', 1);
    bench.read('second', 2);
    bench.pass(500);
    bench.hear(tcp(1, 11));
    assert.equal(bench.outcomes.second, undefined);
    bench.hear(tcp(2, 22));

    assert.deepEqual([bench.outcomes.first, value(bench.outcomes.second)], [SILENCE, 22]);
  });

  test('a question is repeated as often as the line says, and its late answer is as good', () => {
    const bench = new LineBench('rtu', 2).opened();
    bench.read('first', 1);
    bench.pass(500);
    bench.pass(500);
    assert.equal(bench.sent.length, 2);
    bench.pass(500);
    bench.pass(500);
    assert.equal(bench.sent.length, 3);
    assert.equal(bench.outcomes.first, undefined);
    bench.pass(500);

    assert.deepEqual(bench.outcomes.first, SILENCE);
  });

  test('of several commands to a register that wait, the newest is sent', () => {
    const bench = new LineBench().opened();
    bench.tell('a', 3, 1);
    bench.tell('b', 3, 2);
    bench.tell('c', 3, 3);
    bench.tell('other', 4, 4);
    assert.deepEqual(bench.outcomes.b, { ok: false, why: 'replaced' });
    for (let turn = 0; turn < 3; turn += 1) bench.hear(bench.sent.at(-1) as Buffer);

    assert.deepEqual(
      bench.sent.map((bytes) => bytes[5]),
      [1, 3, 4],
    );
    assert.deepEqual(bench.outcomes.c, { ok: true, values: [] });
    assert.deepEqual(bench.line.questions.dropped, { ...noDrops(), replaced: 1 });
  });

  test('a command that gets no answer is not repeated once a newer one waits', () => {
    const bench = new LineBench('rtu', 5).opened();
    bench.tell('a', 3, 1);
    bench.tell('b', 3, 2);
    bench.pass(500);
    assert.deepEqual(bench.outcomes.a, { ok: false, why: 'replaced' });
    bench.pass(500);
    bench.hear(bench.sent.at(-1) as Buffer);

    assert.deepEqual([bench.sent.length, bench.outcomes.b], [2, { ok: true, values: [] }]);
  });

  test('takes a limited number of questions, and says so to the next', () => {
    const bench = new LineBench().opened();
    for (let index = 0; index <= 1_001; index += 1) bench.tell(`command ${index}`, index, 0);

    assert.equal(bench.outcomes['command 1000'], undefined);
    assert.deepEqual(bench.outcomes['command 1001'], { ok: false, why: 'busy' });
    assert.deepEqual(bench.line.questions.dropped, { ...noDrops(), full: 1 });
    assert.equal(bench.line.questions.waiting, 1_000);
  });

  test('a question is answered at once while nobody is connected, and when the connection ends', () => {
    const bench = new LineBench();
    bench.read('early', 1);
    assert.deepEqual(bench.outcomes.early, { ok: false, why: 'offline' });
    bench.opened();
    bench.read('under way', 1);
    bench.read('waiting', 2);
    bench.events?.ended('gone');

    assert.deepEqual(bench.outcomes['under way'], { ok: false, why: 'offline' });
    assert.deepEqual(bench.outcomes.waiting, { ok: false, why: 'offline' });
    assert.deepEqual(bench.line.questions.dropped, { ...noDrops(), link: 1 });
    assert.deepEqual([bench.links, bench.said], [[true, false], ['not connected: gone']]);
  });

  test('connects again by itself, ever more slowly but at least every 5 s, and says the same reason once', () => {
    const bench = new LineBench();
    const opens: number[] = [];
    for (let time = 0; time <= 30_000; time += 100) {
      if (bench.opens > opens.length) {
        opens.push(time);
        bench.events?.ended('refused');
      }
      bench.pass(100);
    }

    assert.deepEqual(opens.slice(0, 6), [0, 500, 1_500, 3_500, 7_500, 12_500]);
    assert.deepEqual(bench.said, ['not connected: refused']);
  });

  test('a connection that is not made within 5 s is given up, and what it says later concerns nobody', () => {
    const bench = new LineBench();
    const first = bench.events;
    bench.pass(seconds(5));
    assert.equal(bench.closes, 1);
    first?.opened();
    assert.deepEqual(bench.links, [false]);
    bench.pass(500);

    assert.equal(bench.opens, 2);
  });

  test('over TCP, three questions without an answer mean that the connection is dead; who answers again is up', () => {
    const bench = new LineBench('tcp').opened();
    for (const what of ['a', 'b', 'c', 'd']) bench.read(what, 1);
    bench.pass(1_500);
    assert.deepEqual([bench.outcomes.c, bench.outcomes.d], [SILENCE, { ok: false, why: 'offline' }]);
    assert.deepEqual([bench.closes, bench.links], [1, [true, false]]);
    bench.pass(500);
    bench.opened();
    assert.deepEqual(bench.links, [true, false], 'it takes connections, which it did before');
    bench.read('e', 1);
    bench.hear(tcp(4, 5));

    assert.deepEqual([value(bench.outcomes.e), bench.links], [5, [true, false, true]]);
  });

  test('noise, wrong checksums and answers of others are no answers', () => {
    const bench = new LineBench().opened();
    bench.read('first', 1);
    const wrong = rtu(11);
    wrong[6] = (wrong[6] as number) ^ 1;
    for (const bytes of [wrong, rtu(12, 2), Buffer.alloc(5_000, 0xff)]) bench.hear(bytes);
    assert.equal(bench.outcomes.first, undefined);
    const right = Buffer.concat([Buffer.of(0), rtu(13), Buffer.of(0xff)]);
    for (const byte of right.subarray(0, -1)) bench.hear(Buffer.of(byte));

    assert.equal(value(bench.outcomes.first), 13);
  });

  test('what is no Modbus TCP ends the connection', () => {
    const bench = new LineBench('tcp').opened();
    bench.read('first', 1);
    bench.hear(Buffer.from('HTTP/1.1 400 Bad Request\r\n'));

    assert.deepEqual(bench.outcomes.first, { ok: false, why: 'offline' });
    assert.deepEqual(bench.said, ['not connected: what is received is no Modbus']);
  });

  test('a line that never becomes quiet is opened anew', () => {
    const bench = new LineBench().opened();
    bench.read('first', 1);
    bench.pass(500);
    for (let time = 0; time < 110 && bench.closes === 0; time += 1) {
      bench.hear(Buffer.of(7));
      bench.pass(100);
    }

    assert.deepEqual([bench.closes, bench.said], [1, ['not connected: the line is never quiet']]);
  });

  test('once closed, it ends what waits and is never opened again', () => {
    const bench = new LineBench().opened();
    bench.read('under way', 1);
    bench.read('waiting', 2);
    bench.line.close();
    bench.read('late', 3);
    bench.pass(seconds(60));

    const closed = { ok: false, why: 'closed' };
    assert.deepEqual(bench.outcomes, { 'under way': closed, waiting: closed, late: closed });
    assert.deepEqual([bench.opens, bench.closes], [1, 1]);
  });
});
