import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Secrets } from './clients/secrets.ts';
import { NotRecorded, recordingTape, replayingTape } from './clients/tape.ts';
import { type Heading, reportOf } from './reports/report.ts';
import { Bench } from './verdicts/bench.ts';
import { BadExpectation, expectationsOf } from './verdicts/expected.ts';
import { type Finding, type Verdict, worst } from './verdicts/verdict.ts';

const CHECK = { id: 'some.check', proves: ['http.path', 'http.json-answers'] };
const tape = () =>
  recordingTape(
    'some.check',
    new Secrets(),
    () => 0,
    () => {},
  );
const verdictsOf = (bench: Bench) => bench.findings().map(({ verdict }) => verdict);

const finding = (verdict: Verdict, more: Partial<Finding> = {}): Finding => ({
  check: 'some.check',
  requirement: 'http.path',
  verdict,
  says: '',
  evidence: [],
  ...more,
});

const report = (findings: readonly Finding[], heading: Partial<Heading> = {}) =>
  reportOf({ findings, exchanges: new Map(), leftBehind: [], repeated: [], interrupted: false, ms: 1 }, new Map(), {
    target: 'http://house',
    at: '2030-01-01T00:00:00.000Z',
    seed: 1,
    again: 'twinhaus conformance http://house',
    strict: false,
    expectations: [],
    ...heading,
  });

describe('a verdict', () => {
  test('is FAIL for a MUST and WARN for a SHOULD that does not hold', () => {
    const bench = new Bench(CHECK, tape());
    bench.expect('http.path', false, 'no');
    bench.expect('http.json-answers', false, 'no');

    assert.deepEqual(verdictsOf(bench), ['FAIL', 'WARN']);
  });

  test('stays bad, whatever holds afterwards', () => {
    const bench = new Bench(CHECK, tape());
    bench.expect('http.path', false, 'the first time');
    bench.expect('http.path', true, 'the second time');

    assert.equal(bench.findings()[0]?.verdict, 'FAIL');
    assert.equal(bench.findings()[0]?.says, 'the first time');
  });

  test('becomes bad as soon as something does not hold', () => {
    const bench = new Bench(CHECK, tape());
    bench.expect('http.path', true, 'the first time');
    bench.expect('http.path', false, 'the second time');

    assert.equal(bench.findings()[0]?.verdict, 'FAIL');
  });

  test('is INCONCLUSIVE where a check did not get to, and that is trouble', () => {
    const bench = new Bench(CHECK, tape());
    bench.expect('http.path', true, 'yes');

    assert.deepEqual(verdictsOf(bench), ['PASS', 'INCONCLUSIVE']);
    assert.equal(bench.findings()[1]?.hindrance, 'trouble');
  });

  test('of several checks is the worst, and half a look is no PASS', () => {
    assert.equal(worst(['PASS', 'FAIL', 'INCONCLUSIVE']), 'FAIL');
    assert.equal(worst(['PASS', 'INCONCLUSIVE']), 'INCONCLUSIVE');
    assert.equal(worst(['NOT APPLICABLE', 'PASS']), 'PASS');
    assert.equal(worst([]), 'INCONCLUSIVE');
  });

  test('cannot be given on what the check does not name', () => {
    assert.throws(() => new Bench(CHECK, tape()).expect('http.form-body', true, ''), /which it does not name/);
  });
});

describe('the exit status', () => {
  test('is 0 if something was looked at and nothing found', () => {
    assert.equal(report([finding('PASS'), finding('WARN', { requirement: 'http.json-answers' })]).status, 0);
  });
  test('is 1 for a failure', () => {
    assert.equal(report([finding('PASS'), finding('FAIL')]).status, 1);
  });
  test('is 1 for trouble on the way', () => {
    assert.equal(report([finding('PASS'), finding('INCONCLUSIVE', { hindrance: 'trouble' })]).status, 1);
  });
  test('is 1 if nothing at all could be looked at', () => {
    assert.equal(report([]).status, 1);
    assert.equal(report([finding('INCONCLUSIVE', { hindrance: 'left out' })]).status, 1);
    assert.equal(report([finding('NOT APPLICABLE')]).status, 1);
  });
  test('is 1 for what was left out only if one is strict', () => {
    const findings = [finding('PASS'), finding('INCONCLUSIVE', { hindrance: 'left out' })];

    assert.equal(report(findings).status, 0);
    assert.equal(report(findings, { strict: true }).status, 1);
  });
  test('is 0 for a failure that was expected, and 1 for one that was expected and did not come', () => {
    const expectations = expectationsOf('some.check http.path # known', ['some.check']);

    assert.equal(report([finding('FAIL')], { expectations }).status, 0);
    assert.equal(report([finding('PASS')], { expectations }).status, 1);
    assert.equal(report([finding('FAIL', { requirement: 'http.form-body' })], { expectations }).status, 1);
  });
  test('what was not looked at is no reason to strike an expectation', () => {
    const expectations = expectationsOf('some.check', ['some.check']);
    const open = finding('INCONCLUSIVE', { hindrance: 'left out' });

    assert.deepEqual(report([open], { expectations }).unexpectedlyFine, []);
  });
  test('a line of expectations that says too much is refused', () => {
    assert.throws(() => expectationsOf('a b c', ['a']), BadExpectation);
  });
});

describe('a tape', () => {
  test('gives again what it recorded, in order, and without the secrets', async () => {
    const secrets = new Secrets();
    secrets.hide('very-secret', 'password');
    const live = recordingTape(
      'some.check',
      secrets,
      () => 0,
      () => {},
    );
    await live.take('http', { say: 'very-secret' }, async () => ({ sessionID: 'abcdef', count: 1 }));
    await live.take('http', { say: 'very-secret' }, async () => ({ sessionID: 'abcdef', count: 2 }));
    assert.doesNotMatch(JSON.stringify(live.exchanges), /very-secret|abcdef/);

    const again = replayingTape(live.exchanges, new Secrets());
    const take = () =>
      again.take<{ count: number }>('http', { say: '--password--' }, () => assert.fail('asked the outside'));

    assert.equal((await take()).count, 1);
    assert.equal((await take()).count, 2);
    await assert.rejects(take, NotRecorded);
  });

  test('writes down no secret in any of the forms that it takes on the way', async () => {
    const secrets = new Secrets();
    secrets.hide('pa"ss wört&', 'password');
    const live = recordingTape(
      'some.check',
      secrets,
      () => 0,
      () => {},
    );
    const sent = [
      'pa"ss wört&',
      JSON.stringify({ password: 'pa"ss wört&' }),
      `/auth?${new URLSearchParams({ password: 'pa"ss wört&' })}`,
      encodeURIComponent('pa"ss wört&'),
    ];
    await live.take('http', sent, async () => null);

    assert.deepEqual(live.exchanges[0]?.sent, [
      '--password--',
      '{"password":"--password--"}',
      '/auth?password=--password--',
      '--password--',
    ]);
  });

  test('gives failures again as failures', async () => {
    const live = recordingTape(
      'some.check',
      new Secrets(),
      () => 0,
      () => {},
    );
    const broken = () => Promise.reject(new Error('hung up'));
    await assert.rejects(live.take('http', 1, broken), /hung up/);

    await assert.rejects(replayingTape(live.exchanges, new Secrets()).take('http', 1, broken), /hung up/);
  });
});
