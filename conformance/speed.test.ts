import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { typeConformance } from './testing/good-controller.ts';
import { startSandbox } from './testing/sandbox.ts';

/** A block of a second is over in a millisecond. */
const SPEED = 1_000;

describe('a controller whose clock runs at another speed', () => {
  let good: Awaited<ReturnType<typeof startSandbox>>;
  const speed = async (): Promise<unknown> =>
    ((await (await fetch(`${good.http}/sandbox/v1`)).json()) as { speed: unknown }).speed;
  const asked = (...more: readonly string[]) =>
    typeConformance([
      ...[good.http, '--username', good.login.username, '--password', good.login.password],
      ...['--only', 'lockout.sixth,lockout.sockets,scenes.run', ...more],
    ]);
  before(async () => {
    good = await startSandbox({ cheapPasswords: true, more: ['--speed', String(SPEED)] });
  });
  after(() => good?.stop());

  test('is judged as if it ran like ours, and has its speed back afterwards', async () => {
    const { status, output } = await asked();

    assert.equal(status, 0, output);
    assert.match(output, /clock runs at 1000 times .*: for the run it is set to 1/);
    assert.doesNotMatch(output, /INCONCLUSIVE\s+\w+\./);
    assert.equal(await speed(), SPEED);
  });

  test('is not judged by how long something takes if its clock is to be left alone', async () => {
    const { status, output } = await asked('--no-sandbox');

    assert.equal(status, 1, 'nothing was looked at');
    assert.match(output, /left out, its clock runs at 1000 times .*: .*lockout\.sixth/);
    assert.doesNotMatch(output, /FAIL +\w+\./);
  });

  test('is not touched by a dry run', async () => {
    const { output } = await asked('--dry-run');

    assert.match(output, /for the run it is set to 1/);
    assert.equal(await speed(), SPEED);
  });
});
