import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../property-tests/fixtures.ts';

/** Runs one file of tests as `npm test -- --again` does, in a project of its own: the exit status and what is shown. */
async function runAgain(text: string): Promise<{ status: number; shown: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'twinhaus-again-'));
  try {
    await mkdir(join(folder, 'twin'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'twin', 'tried.test.ts'), text);
    const tests = pathToFileURL(join(ROOT, 'scripts', 'tests.js')).href;
    const script = `process.exitCode = await (await import('${tests}')).runTests('${folder}', ['--again'])`;
    // A run of tests within a run of tests would report to the outer one.
    const { NODE_TEST_CONTEXT: _, TWINHAUS_SEED: __, ...env } = process.env;
    return await new Promise((done) => {
      const options = { cwd: folder, env };
      const child = execFile(process.execPath, ['--input-type=module', '-e', script], options, (_error, out, err) =>
        done({ status: child.exitCode ?? -1, shown: out + err }),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether this is the first run of the file: the second one finds the mark of the first. */
const FIRST = `
import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
const first = !existsSync('mark');
writeFileSync('mark', '');
`;

describe('what failed is run once more', () => {
  test('an accident does not count, and is named', async () => {
    const { status, shown } = await runAgain(`${FIRST}
      test('stands still now and then', () => { if (first) throw new Error('too late'); });`);

    assert.equal(status, 0, shown);
    assert.match(shown, /^Unsteady, failed once and then held: twin\/tried\.test\.ts$/m);
  });

  test('what a property found is looked for in the same place, though chance would now look elsewhere', async () => {
    const { status, shown } = await runAgain(`${FIRST}
      import fc from 'fast-check';
      const told = fc.readConfigureGlobal();
      fc.configureGlobal({ ...told, seed: told.seed ?? (first ? 7 : 8) });
      test('holds with most seeds', () => {
        fc.assert(fc.property(fc.nat(), () => fc.readConfigureGlobal().seed !== 7));
      });`);

    assert.equal(status, 1, shown);
    assert.match(shown, /^test: twin\/tried\.test\.ts with the seed 7$/m);
    assert.doesNotMatch(shown, /^Unsteady/m);
  });

  test('what fails twice fails', async () => {
    const { status, shown } = await runAgain(
      `import { test } from 'node:test'; test('is wrong', () => { throw new Error('always'); });`,
    );

    assert.equal(status, 1, shown);
  });
});
