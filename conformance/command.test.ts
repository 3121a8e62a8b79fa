import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { typeConformance } from './testing/good-controller.ts';

/** Whoever types it wrongly is told in one line what to mend. */
describe('the command line of the suite', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no address', [], /name the controller/],
    [
      'something that is no address',
      ['house', '--username', 'a', '--password', 'b'],
      /no http or https address: house/,
    ],
    ['no user', ['http://127.0.0.1:1'], /--username is missing/],
    ['no password', ['http://127.0.0.1:1', '--username', 'a'], /--password is missing/],
    ['nobody there', ['http://127.0.0.1:1', '--username', 'a', '--password', 'b'], /does not answer: .*ECONNREFUSED/],
    ['an unknown option', ['http://127.0.0.1:1', '--usernam', 'a'], /unknown option --usernam/],
    ['an option without its value', ['http://127.0.0.1:1', '--seed'], /--seed needs a value: --seed N/],
    [
      'a seed that is no number',
      ['http://127.0.0.1:1', '--username', 'a', '--password', 'b', '--seed', 'x'],
      /whole number/,
    ],
    [
      'a report of a dry run',
      ['http://127.0.0.1:1', '--username', 'a', '--password', 'b', '--dry-run', '--html', 'report.html'],
      /--html goes without --dry-run/,
    ],
    [
      'a fingerprint of another length',
      ['http://127.0.0.1:1', '--username', 'a', '--password', 'b', '--fingerprint', 'AB:CD'],
      /--fingerprint needs the 32 bytes of SHA-256, not AB:CD/,
    ],
    ['an unknown check', ['http://127.0.0.1:1', '--only', 'no-such-thing'], /no check or requirement is called that/],
    [
      'two addresses',
      ['http://127.0.0.1:1', 'http://127.0.0.1:2', '--username', 'a', '--password', 'b'],
      /one address/,
    ],
    ['a transcript that is not there', ['verify', 'nowhere.jsonl'], /nowhere\.jsonl cannot be read/],
    ['a file of expectations that is not there', ['http://127.0.0.1:1', '--expected', 'nowhere'], /nowhere/],
  ];
  for (const [what, args, says] of wrong) {
    test(`${what} is told in one line, with status 2`, async () => {
      const { status, output, errors } = await typeConformance(args);

      assert.equal(status, 2, errors);
      assert.match(errors, says);
      assert.match(errors, /^twinhaus-conformance: [^\n]+\n$/);
      assert.equal(output, '');
    });
  }

  test('a transcript of something else is refused', async () => {
    const path = join(folder, 'other.jsonl');
    writeFileSync(path, '{"kind":"something"}\n');

    const { status, errors } = await typeConformance(['verify', path]);

    assert.equal(status, 2);
    assert.match(errors, /not the head of a transcript/);
  });

  test('an expectation of a check that does not exist is refused with its line', async () => {
    const path = join(folder, 'expected');
    writeFileSync(path, '# known\nno.such.check\n');

    const { status, errors } = await typeConformance(['http://127.0.0.1:1', '--expected', path]);

    assert.equal(status, 2);
    assert.match(errors, /line 2: no check is called no\.such\.check/);
  });

  test('--help explains every option', async () => {
    const { status, output } = await typeConformance(['--help']);

    assert.equal(status, 0);
    for (const option of ['mcp-token', 'fingerprint', 'remote-url', 'junit', 'html', 'read-only', 'seed']) {
      assert.match(output, new RegExp(`--${option} .*\\w`));
    }
  });
});
