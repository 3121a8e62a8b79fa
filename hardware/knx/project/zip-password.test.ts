import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { projectFile, projectFiles } from '../../../property-tests/ets-project.ts';
import { faultOf, PLAN } from '../../../property-tests/planned-house.ts';
import { readProjectFile } from './read-project-file.ts';
import { ets6Password } from './zip-password.ts';

describe('a password', () => {
  // As Python's hashlib makes them of the same recipe.
  for (const [password, made] of [
    ['a', '+FAwP4iI7/Pu4WB3HdIHbbFmteLahPAVkjJShKeozAA='],
    ['test', '2+IIP7ErCPPKxFjJXc59GFx2+w/1VTLHjJ2duc04CYQ='],
    ['Penn¥w1se 🤡', 'ZjlYlh+eTtoHvFadU7+EKvF4jOdEm7WkP49uanOMMk0='],
  ] as const) {
    test(`"${password}" of ETS 6 opens its archive as ${made.slice(0, 6)}…`, async () => {
      assert.equal(await ets6Password(password), made);
    });
  }

  for (const schema of [11, 20, 22]) {
    test(`that is missing or wrong is asked for, in format ${schema}`, async () => {
      const bytes = await projectFile(PLAN, schema, 'right');

      const missing = await faultOf(bytes);
      assert.deepEqual([missing.message, missing.asksForPassword], ['is protected by a password', true]);
      for (let guess = 0; guess < (schema < 21 ? 400 : 3); guess += 1) {
        const wrong = await faultOf(bytes, `wrong ${guess}`);
        assert.deepEqual([wrong.message, wrong.asksForPassword], ['is protected by another password', true]);
      }
    });
  }

  const sevenZip = ['7z', '7zz'].find((name) => !spawnSync(name, ['i']).error);
  const no7z = sevenZip === undefined ? 'needs 7z (apt-get install 7zip)' : false;
  for (const [schema, method] of [
    [11, 'ZipCrypto'],
    [20, 'ZipCrypto'],
    [22, 'AES256'],
  ] as const) {
    test(`opens what 7z encrypted with ${method}, as in format ${schema}`, { skip: no7z }, async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'project-'));
      context.after(() => rmSync(folder, { recursive: true }));
      for (const [name, content] of projectFiles(PLAN, schema)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      const key = schema < 21 ? 'geheim' : await ets6Password('geheim');
      const pack = (cwd: string, ...args: readonly string[]) => {
        const { status, stderr } = spawnSync(sevenZip ?? '', ['a', '-tzip', ...args], { cwd, encoding: 'utf8' });
        assert.equal(status, 0, stderr);
      };
      pack(join(folder, 'P-0AB1'), `-p${key}`, `-mem=${method}`, '../P-0AB1.zip', '.');
      pack(folder, 'house.knxproj', 'P-0AB1.zip', 'knx_master.xml', 'M-0002');
      const bytes = readFileSync(join(folder, 'house.knxproj'));

      assert.equal((await readProjectFile(bytes, 'geheim')).addresses.length, 4);
      assert.equal((await faultOf(bytes, 'falsch')).asksForPassword, true);
    });
  }
});
