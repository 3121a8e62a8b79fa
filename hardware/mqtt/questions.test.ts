import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Cid, type Instant, kindOf, later, seconds, VirtualClock } from '../../twin/index.ts';
import type { Ask } from './address.ts';
import type { MappedPoint } from './mapping.ts';
import { Questions } from './questions.ts';

const state = kindOf('switch')?.properties.state;
const point = (cid: Cid, ask?: Ask): MappedPoint => {
  assert.ok(state);
  return { cid, property: 'state', kind: state, address: { topic: cid, ...(ask !== undefined && { ask }) } };
};

const open = (away: readonly Cid[] = []) => {
  const clock = new VirtualClock(0 as Instant);
  const sent: string[] = [];
  const questions = new Questions({
    clock,
    broker: {
      publish: (topic, payload, retain) => {
        assert.equal(retain, false);
        sent.push(`${topic} ${payload}`);
      },
    },
    presence: { isThere: (cid) => !away.includes(cid) },
  });
  const pass = (count: number) => clock.advanceTo(later(clock.now(), seconds(count)));
  return { questions, sent, pass };
};

describe('questions to devices', () => {
  test('go one after the other, however many devices there are', () => {
    const { questions, sent, pass } = open();
    questions.ask(Array.from({ length: 300 }, (_, at) => point(`C${at}`, { topic: `${at}/get`, path: 'state' })));
    assert.equal(sent.length, 0);
    pass(1);
    assert.equal(sent.length, 5);
    pass(60);
    assert.equal(sent.length, 300);
  });

  test('wait up to a limit', () => {
    const { questions, sent, pass } = open();
    questions.ask(Array.from({ length: 3_000 }, (_, at) => point(`C${at}`, { topic: `${at}/get`, path: 'state' })));
    pass(1_000);
    assert.equal(sent.length, 2_000);
  });

  test('are one for all that a device is asked', () => {
    const { questions, sent, pass } = open();
    const get = (path: string): Ask => ({ topic: 'lamp/get', path });
    questions.ask([point('C1', get('state')), point('C2'), point('C1', get('color.x')), point('C1', get('color.y'))]);
    questions.ask([point('C3', { topic: 'plug', payload: 'x' }), point('C4', { topic: 'plug', payload: 'x' })]);
    pass(10);
    assert.deepEqual(sent, ['lamp/get {"state":"","color":{"x":"","y":""}}', 'plug x']);
  });

  test('are not asked where nobody is', () => {
    const { questions, sent, pass } = open(['C1']);
    questions.ask([point('C1', { topic: 'a', payload: '' }), point('C2', { topic: 'b', payload: '' })]);
    pass(10);
    assert.deepEqual(sent, ['b ']);
  });

  test('are not repeated at once to a device that says again and again that it is there, and on a new connection they are', () => {
    const { questions, sent, pass } = open();
    const again = [point('C1', { topic: 'a', payload: '' })];
    for (let at = 0; at < 20; at += 1) {
      questions.ask(again);
      pass(1);
    }
    assert.equal(sent.length, 2);
    questions.ask(again);
    questions.forget();
    pass(20);
    assert.equal(sent.length, 2);
    questions.ask(again);
    pass(1);
    assert.equal(sent.length, 3);
  });
});
