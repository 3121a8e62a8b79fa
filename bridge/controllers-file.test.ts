import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Home, makeHome } from '../property-tests/bridge/bridge-process.ts';
import { ROOT } from '../property-tests/fixtures.ts';
import { ControllersFile } from './controllers-file.ts';
import { jsonFault } from './json-fault.ts';

const HOME = { name: 'home', address: 'http://192.168.1.20/mcp', token: 'one' };
const OFFICE = { name: 'office', address: 'https://192.168.1.21/mcp', token: 'two', fingerprint: 'ab'.repeat(32) };

const inHome = async (content: unknown, act: (file: ControllersFile, home: Home) => unknown): Promise<void> => {
  const home = makeHome(content);
  try {
    await act(new ControllersFile(home.file), home);
  } finally {
    home.remove();
  }
};

const rename = (file: ControllersFile, name: string) =>
  file.change((draft) => {
    const [first] = draft.controllers;
    if (first !== undefined) first.name = name;
  });

describe('the file of controllers', () => {
  test('no file is an empty list, and the first change makes one that nobody else can read', () =>
    inHome(undefined, async (file, home) => {
      assert.deepEqual(file.read(), { selected: undefined, all: [] });

      await file.change((draft) => draft.controllers.push({ ...HOME }));

      assert.deepEqual(home.json(), { controllers: [HOME] });
      assert.equal(statSync(home.file).mode & 0o777, 0o600);
      assert.equal(statSync(dirname(home.file)).mode & 0o777, 0o700);
      assert.deepEqual(readdirSync(dirname(home.file)), ['controllers.json']);
    }));

  test('a file that others could read is theirs no more after a change', () =>
    inHome(undefined, async (file, home) => {
      home.write({ controllers: [HOME] });
      writeFileSync(home.file, home.text(), { mode: 0o644 });
      await rename(file, 'house');
      assert.equal(statSync(home.file).mode & 0o777, 0o600);
    }));

  test('the first controller is selected unless another one is named that is there', () =>
    inHome({ controllers: [HOME, OFFICE] }, async (file, home) => {
      assert.equal(file.read().selected?.name, 'home');
      home.write({ selected: 'office', controllers: [HOME, OFFICE] });
      assert.equal(file.read().selected?.name, 'office');
      home.write({ selected: 'shed', controllers: [HOME, OFFICE] });
      assert.equal(file.read().selected?.name, 'home');
    }));

  test('whatever the bridge does not know of stays, on every level', () =>
    inHome(
      { $schema: 'x', controllers: [{ note: { deep: [1] }, ...HOME }, OFFICE], later: { a: null } },
      async (file, home) => {
        await rename(file, 'house');
        assert.deepEqual(home.json(), {
          $schema: 'x',
          controllers: [{ note: { deep: [1] }, ...HOME, name: 'house' }, OFFICE],
          later: { a: null },
        });
      },
    ));

  for (const [content, says] of [
    ['{"controllers": [}', /line 1, column 18: a value is expected here/],
    ['{\n  "controllers": [],\n}', /line 3, column 1: a name in double quotes is expected here/],
    ['', /line 1, column 1: the file ends too early/],
    ['{"controllers": [] "selected": "a"}', /column 20: a comma or "}" is missing here/],
    ['[]', /it has to be an object/],
    ['{"controllers": {}}', /"controllers" has to be a list/],
    ['{"controllers": [{"name": "a"}]}', /controllers\[0\] needs an address/],
    [{ controllers: [{ ...HOME, token: 'a\nb' }] }, /controllers\[0\] has a token with blanks/],
    [{ controllers: [{ ...HOME, address: 'ftp://a/mcp' }] }, /neither http nor https/],
    [{ controllers: [{ ...HOME, address: 'http://u:p@a/mcp' }] }, /user name or a password/],
    [{ controllers: [HOME, HOME] }, /controllers\[1\] has the name of another one/],
    [{ controllers: [{ ...OFFICE, fingerprint: 'AB:CD' }] }, /not a SHA-256 one/],
  ] as const) {
    test(`a file that is broken is told of in one line and left alone: ${JSON.stringify(content)}`, () =>
      inHome(content, async (file, home) => {
        const before = home.text();

        assert.throws(() => file.read(), says);
        await assert.rejects(rename(file, 'house'), says);

        assert.equal(home.text(), before);
        assert.deepEqual(readdirSync(dirname(home.file)), ['controllers.json']);
        assert.throws(
          () => file.read(),
          (error: Error) => !error.message.includes('\n') && error.message.includes(home.file),
        );
      }));
  }

  test('a link to a file elsewhere stays one', () =>
    inHome({ controllers: [HOME] }, async (file, home) => {
      const elsewhere = join(home.path, 'kept.json');
      renameSync(home.file, elsewhere);
      symlinkSync(elsewhere, home.file);
      await rename(file, 'house');
      assert.ok(lstatSync(home.file).isSymbolicLink());
      assert.equal(file.read().all[0]?.name, 'house');
    }));

  test('what an editor has written in the very moment of a change is not lost', () =>
    inHome({ controllers: [HOME] }, async (file, home) => {
      let times = 0;
      await file.change((draft) => {
        times += 1;
        if (times === 1) home.write({ controllers: [HOME, OFFICE] });
        draft.selected = 'home';
      });
      assert.deepEqual(home.json(), { selected: 'home', controllers: [HOME, OFFICE] });
    }));

  test('whoever has the lock is waited for', () =>
    inHome({ controllers: [HOME] }, async (file, home) => {
      writeFileSync(`${home.file}.lock`, '1\n');
      const renamed = rename(file, 'house');
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(file.read().all[0]?.name, 'home');

      rmSync(`${home.file}.lock`);
      await renamed;
      assert.equal(file.read().all[0]?.name, 'house');
    }));

  test('a lock that was left behind is no lock', () =>
    inHome({ controllers: [HOME] }, async (file, home) => {
      writeFileSync(`${home.file}.lock`, '1\n');
      const longAgo = Date.now() / 1_000 - 60;
      utimesSync(`${home.file}.lock`, longAgo, longAgo);
      await rename(file, 'house');
      assert.equal(file.read().all[0]?.name, 'house');
    }));

  test('several programs that add at the same time lose nothing of one another', () =>
    inHome({ controllers: [] }, async (_, home) => {
      const program = `
        import { ControllersFile } from './bridge/controllers-file.ts';
        const file = new ControllersFile(process.argv[1]);
        for (let round = 0; round < 10; round += 1) {
          await file.change((draft) => draft.controllers.push({ name: process.argv[2] + round, address: 'http://a/mcp', token: 't' }));
        }`;
      const writers = ['a', 'b', 'c'].map((name) =>
        spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, home.file, name], {
          cwd: ROOT,
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      );
      for (const ended of await Promise.all(writers.map((writer) => once(writer, 'exit'))))
        assert.deepEqual(ended, [0, null]);
      assert.equal(home.json().controllers.length, 30);
    }));
});

describe('the place of a fault', () => {
  const unbroken = fc.json();

  test('no text that is JSON has one', () => {
    fc.assert(fc.property(unbroken, (text) => jsonFault(text) === undefined));
  });

  test('every text that is not JSON has one, at a place that exists', () => {
    const broken = fc
      .tuple(unbroken, fc.nat(), fc.constantFrom('', '}', ',', '"', '\n', '\u0001', 'x'))
      .map(
        ([text, at, put]) =>
          `${text.slice(0, at % (text.length + 1))}${put}${text.slice((at % (text.length + 1)) + 1)}`,
      );
    fc.assert(
      fc.property(broken, (text) => {
        const fault = jsonFault(text);
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        assert.equal(fault === undefined, valid);
        if (fault === undefined) return;
        const line = text.split('\n')[fault.line - 1];
        assert.ok(line !== undefined && fault.column >= 1 && fault.column <= line.length + 1);
        assert.match(fault.says, /here/);
      }),
      { numRuns: 2_000 },
    );
  });
});
