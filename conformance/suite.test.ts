import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Report } from './reports/report.ts';
import { belongingsOf, lightsOf } from './testing/belongings.ts';
import { everythingFor, type GoodController, type Ran, typeConformance } from './testing/good-controller.ts';
import { startSandbox } from './testing/sandbox.ts';

/** One run of everything against the sandbox, looked at from all sides. */
describe('a controller that does everything right', () => {
  let good: GoodController;
  let folder = '';
  let found: readonly unknown[];
  let ran: Ran;
  let report: Report;
  const file = (name: string) => readFileSync(join(folder, name), 'utf8');

  before(async () => {
    good = await startSandbox();
    folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    found = await belongingsOf(good);
    const files = ['json', 'junit', 'html', 'transcript'].flatMap((name) => [`--${name}`, join(folder, name)]);
    ran = await typeConformance([...everythingFor(good), ...files]);
    report = JSON.parse(file('json'));
  });
  after(async () => {
    await good.stop();
    rmSync(folder, { recursive: true });
  });

  test('passes', () => {
    const findings = report.requirements
      .flatMap((row) => row.findings)
      .filter(({ hindrance }) => hindrance !== 'left out');
    const bad = findings.filter(({ verdict }) => verdict !== 'PASS');

    assert.deepEqual(
      bad.map(({ verdict, check, requirement, says }) => ({ verdict, check, requirement, says })),
      [],
    );
    assert.equal(ran.status, 0, ran.output + ran.errors);
    assert.ok(findings.length > 200, `${findings.length} findings`);
  });

  test('keeps no user, scene, webhook or token of the suite', async () => {
    assert.deepEqual(await belongingsOf(good), found);
  });

  test('what was left out is named with its reason and never called good', () => {
    const leftOut = report.requirements
      .flatMap((row) => row.findings)
      .filter(({ hindrance }) => hindrance === 'left out');

    for (const { verdict, says } of leftOut) {
      assert.equal(verdict, 'INCONCLUSIVE');
      assert.match(says, /\w/);
    }
    assert.match(ran.output, /left out, takes long: see --slow: sessions\.two-years/);
    assert.match(ran.output, /no finding, but \d+ requirements were not looked at/);
  });

  test('no report and no transcript holds a secret', () => {
    for (const name of ['json', 'junit', 'html', 'transcript']) {
      const text = file(name);
      for (const secret of [good.login.password, good.mcpToken, good.remoteToken, 'Aa1-']) {
        assert.ok(secret === null || !text.includes(secret), `${name} holds ${secret}`);
      }
    }
  });

  test('no finding tells a session in its own words', () => {
    const told = report.requirements.flatMap((row) => row.findings).map(({ says }) => says);

    for (const says of told) assert.doesNotMatch(says, /"sessionID":"(?!--)[^"]+"/);
  });

  test('every report says what was looked at, when, by what and with which seed', () => {
    for (const name of ['json', 'junit', 'html']) {
      const text = file(name);
      for (const what of [good.http, report.at, report.suite, report.interfaceVersion])
        assert.ok(text.includes(what), name);
      assert.match(text, /seed\W+1\b/, name);
    }
    assert.doesNotMatch(file('html'), /(?:src|href)="(?!#)/, 'the page needs nothing else');
    assert.ok(!ran.output.includes('\u001b'), 'no colours in a file');
  });

  test('the transcript is judged the same without the controller', async () => {
    const json = join(folder, 'again');
    const again = await typeConformance(['verify', join(folder, 'transcript'), '--json', json]);
    const verdicts = ({ requirements }: Report) => requirements.map(({ id, verdict }) => `${id} ${verdict}`);

    assert.equal(again.status, ran.status, again.output + again.errors);
    assert.deepEqual(verdicts(JSON.parse(readFileSync(json, 'utf8'))), verdicts(report));
  });

  test('a dry run asks for nothing to be changed and says what each check would do', async () => {
    const { status, output } = await typeConformance([...everythingFor(good), '--dry-run']);

    assert.equal(status, 0);
    assert.match(output, /components\.command: .*\[switches\]/);
    assert.match(output, /lockout\.sixth: .*\[writes, locks out, waits\]/);
  });

  test('a run that only reads leaves out everything that changes anything', async () => {
    const { output } = await typeConformance([...everythingFor(good), '--read-only', '--only', 'components']);

    assert.match(output, /left out, changes something, and --read-only was given: .*components\.command/);
    assert.match(output, /PASS\s+components\.shape/);
  });

  test('what the house was left with is read from the transcript as well, and not known where that ends too early', async () => {
    const lines = file('transcript').trimEnd().split('\n');
    const [first = '{}'] = lines;
    const { run } = JSON.parse(first).manners as { run: string };
    const told = async (changed: readonly string[]): Promise<readonly [number | null, Report]> => {
      const [path, json] = [join(folder, 'changed'), join(folder, 'changed.json')];
      writeFileSync(path, `${changed.join('\n')}\n`);
      const { status } = await typeConformance(['verify', path, '--json', json]);
      return [status, JSON.parse(readFileSync(json, 'utf8'))];
    };
    const kept = `[{"id":99,"username":"conformance-${run}-somebody"}`;
    const sweeping = (line: string) => line.includes('"check":"sweep"') && line.includes('/getUsers"');

    const [whole, cut, dirty] = [
      await told(lines),
      await told(lines.slice(0, -1)),
      await told(lines.map((line) => (sweeping(line) ? line.replace('"body":[', `"body":${kept},`) : line))),
    ];

    assert.deepEqual([whole[0], whole[1].leftBehind, whole[1].interrupted], [0, [], false]);
    assert.deepEqual([cut[0], cut[1].leftBehind, cut[1].interrupted], [1, null, true]);
    assert.equal(dirty[0], 1);
    assert.equal(dirty[1].leftBehind?.length, 1);
  });

  test('whoever interrupts it finds everything as it was', async () => {
    const lights = await lightsOf(good);
    const path = join(folder, 'interrupted');
    const args = [...everythingFor(good), '--only', 'permissions', '--transcript', path];
    const { status, output } = await typeConformance(args, (child) => {
      child.stdout?.on('data', (chunk) => {
        if (String(chunk).includes('permissions.admin')) child.kill('SIGINT');
      });
    });

    assert.equal(status, 1);
    assert.match(output, /stopping: everything is put back first/);
    assert.match(output, /interrupted/);
    assert.deepEqual([await belongingsOf(good), await lightsOf(good)], [found, lights]);
    const again = await typeConformance(['verify', path]);
    const counts = (text: string) => /^\d+ .* requirements$/m.exec(text)?.[0];
    assert.deepEqual([again.status, counts(again.output)], [1, counts(output)]);
    assert.doesNotMatch(again.output, /put back/);
  });

  test('whoever cannot wait for that is told what may be left', async () => {
    const { status, output } = await typeConformance([...everythingFor(good), '--only', 'lockout.sixth'], (child) => {
      child.stdout?.once('data', () => child.kill('SIGINT'));
      child.stdout?.on('data', (chunk) => {
        if (String(chunk).includes('stopping')) child.kill('SIGINT');
      });
    });

    assert.equal(status, 1);
    assert.match(output, /not cleaned up: .*conformance-[0-9a-f]{6}-/);
  });
});
