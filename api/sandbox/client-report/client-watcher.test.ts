import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PASSWORD, type Played, stage } from './stage.test.ts';

describe('a client that is watched', () => {
  test('is not seen at first, and every observation says how to make it seen', () => {
    const { watcher } = stage();
    const { observations, forgotten } = watcher.report({});
    assert.equal(observations.length, 7);
    for (const { verdict, evidence, how, means } of observations) {
      assert.deepEqual([verdict, evidence], ['not seen', []]);
      assert.match(String(how), /\.$/);
      assert.match(means, /^\S.*\.$/);
    }
    assert.equal(forgotten, 0);
  });

  test('waits for stateChange, or loses what it says before', () => {
    const { verdict, socket } = stage();
    const good = socket();
    assert.equal(good.asked()(), 1);
    good.call('auth', { input: { username: 'resident', password: 'x' } });
    assert.equal(verdict('waits-for-state-change').verdict, 'good');

    const bad = socket();
    bad.lose('auth');
    bad.asked();
    bad.call('auth', { input: { username: 'resident', password: 'x' } });
    const seen = verdict('waits-for-state-change');
    assert.equal(seen.verdict, 'bad');
    assert.match(String(seen.evidence[0]?.what), /^auth came before/);
    assert.match(String(seen.evidence[0]?.client), /^Socket.io connection 2 from 127.0.0.1/);
  });

  test('may be let wait for stateChange', () => {
    const { order, socket, pass } = stage();
    order({ provoke: 'late-state-change' });
    const asked = socket().asked();
    assert.equal(asked(), 0);
    pass(1);
    assert.equal(asked(), 1);
    assert.equal(socket().asked()(), 1, 'the next one is not late');
  });

  test('waits out a lockout, or tries again too soon', () => {
    for (const [wait, expected] of [
      [0.5, 'bad'],
      [4, 'good'],
    ] as const) {
      const { verdict, http, live } = stage();
      const client = http();
      client.call('getVersion', { ...PASSWORD, code: 109, retryAfter: 4 });
      assert.equal(verdict('waits-out-lockouts').verdict, 'not seen', 'it may wait yet');
      live(wait);
      client.call('getVersion', { ...PASSWORD, code: 110 });
      assert.equal(verdict('waits-out-lockouts').verdict, expected);
      assert.equal(verdict('waits-out-lockouts', 'guest').verdict, 'not seen', 'of somebody else');
    }
  });

  test('comes back after a gap and fetches what it missed, or does not', () => {
    const outcomes = ['fetches', 'comes back only', 'stays away', 'does not log in'].map((what) => {
      const { order, verdict, socket, pass } = stage();
      const first = socket();
      first.call('auth');
      first.call('init');
      order({ provoke: 'gap' });
      assert.equal(first.cuts, 1);
      assert.equal(verdict('returns-after-gap').verdict, 'not seen', 'there is time yet');
      pass(5);
      if (what !== 'stays away') {
        const second = socket();
        if (what !== 'does not log in') {
          second.call('auth');
          second.call('init');
        }
        if (what === 'fetches') second.call('getAllComponents', { answer: [] });
      }
      pass(26);
      const { verdict: seen, evidence } = verdict('returns-after-gap');
      return [what, seen, evidence[0]?.what];
    });
    assert.deepEqual(outcomes, [
      ['fetches', 'good', 'It fetched the state 5.0 s after the gap.'],
      ['comes back only', 'bad', 'It came back, sent init, and never asked for what it had missed.'],
      ['stays away', 'bad', 'It did not come back in 30.0 s.'],
      ['does not log in', 'bad', 'It connected again, but did not log in and send init.'],
    ]);
  });

  test('keeps its session, opens one for each call, or goes on with one that has ended', () => {
    const verdictOf = (calls: readonly Played[]) => {
      const { verdict, http } = stage();
      const client = http();
      for (const call of calls) client.call('getVersion', call);
      return verdict('keeps-its-session').verdict;
    };
    const opening = { ...PASSWORD, opened: 's' } as Played;
    assert.equal(verdictOf([opening, {}, {}]), 'not seen');
    assert.equal(verdictOf([opening, {}, {}, {}]), 'good');
    assert.equal(verdictOf([opening, opening, opening, {}]), 'bad');
    assert.equal(verdictOf([opening, { code: 106 }, opening, {}, {}, {}]), 'good');
    assert.equal(verdictOf([opening, {}, {}, {}, { code: 106 }, { code: 106 }, { code: 106 }]), 'bad');
  });

  test('gives up after 15 seconds, too early, or never', async () => {
    const outcomes = [];
    for (const [gone, again] of [
      [15, undefined],
      [3, undefined],
      [undefined, 2],
      [undefined, 16],
      [undefined, undefined],
    ] as const) {
      const { order, verdict, http, pass } = stage();
      const client = http();
      order({ provoke: 'silence' });
      assert.ok(client.call('auth', PASSWORD).sent, 'a login is answered');
      const { asker, withheld } = client.call('getAllComponents');
      assert.ok(withheld);
      pass(gone ?? again ?? 0);
      if (gone !== undefined) asker.emit('close');
      if (again !== undefined) client.call('getAllComponents');
      pass(33);
      assert.deepEqual((await withheld).ok, false);
      outcomes.push([gone, again, verdict('gives-up-in-time').verdict]);
    }
    assert.deepEqual(outcomes, [
      [15, undefined, 'good'],
      [3, undefined, 'bad'],
      [undefined, 2, 'bad'],
      [undefined, 16, 'good'],
      [undefined, undefined, 'bad'],
    ]);
  });

  test('reads content and value, and commands values', () => {
    const { watcher, verdict, http } = stage();
    const input = { cid: 'C1', property: 'state', value: true };
    http().call('componentUpdate', { input, answer: { C1: false } });
    assert.equal(verdict('reads-content-and-value').verdict, 'not seen', 'whoever may not is not judged');
    http().call('componentUpdate', { input, answer: { C1: true } });
    const is = { value: true, content: 1, lastUpdate: null };
    watcher.report({}, [{ cid: 'C1', property: 'state', told: { value: true, content: 1 }, is }]);
    assert.equal(verdict('reads-content-and-value').verdict, 'good');
    watcher.report({}, [{ cid: 'C1', property: 'state', told: { value: 1 }, is }]);
    http().call('componentUpdate', { input: { ...input, value: 1 }, code: 106 });
    assert.deepEqual(
      verdict('reads-content-and-value').evidence.map(({ what }) => what),
      [
        'It read 1 as the value of C1 state, which is true.',
        'It commanded C1 state 1, which is no value of the property (106).',
      ],
    );
  });

  test('survives fields that it does not know, or is gone', () => {
    for (const survives of [true, false]) {
      const { order, watcher, verdict, socket, http, pass } = stage();
      const client = socket();
      client.call('auth');
      client.call('init');
      order({ provoke: 'unknown-fields' });
      const [update] = watcher.told([{ cid: 'C1' }]) as readonly { readonly [field: string]: unknown }[];
      assert.deepEqual(Object.keys(update ?? {}), ['cid', 'sandboxUnknownField']);
      pass(1);
      if (!survives) client.leave();
      pass(6);
      assert.equal(verdict('survives-unknown-fields').verdict, survives ? 'good' : 'bad');

      const { sent } = http().call('getVersion', { answer: { api: '1' } });
      assert.ok(sent?.ok);
      assert.deepEqual(Object.keys(sent.result as object), ['api', 'sandboxUnknownField']);
      const { sent: keyed } = http().call('componentUpdate', { answer: { C1: true } });
      assert.deepEqual(keyed?.ok && keyed.result, { C1: true });
      pass(60);
      assert.deepEqual(watcher.told([{ cid: 'C1' }]), [{ cid: 'C1' }]);
    }
  });

  test('is remembered within a limit', () => {
    const { watcher, http } = stage();
    const client = http();
    for (let count = 0; count < 10_001; count += 1) client.call('getVersion');
    assert.equal(watcher.report({}).forgotten, 5_000);
    assert.equal(watcher.report({ begin: true }).forgotten, 0);
  });
});
