import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ROOT } from './fixtures.ts';
import * as exceptions from './tidy/exceptions.ts';
import { LAWS } from './tidy/laws.ts';
import { type Finding, readTree, treeOf } from './tidy/tree.ts';

/** Folders that the laws are about; an empty one would make them true of nothing. */
const GUARDED = [
  ...[
    'twin',
    'twin/clock',
    'twin/kinds',
    'twin/stages',
    'twin/building',
    'hardware/simulator',
    'scenarios',
    'controller',
    'controller/store',
  ],
  ...['api', 'api/access', 'api/calls', 'api/languages', 'api/http', 'api/socket', 'api/sandbox'],
  ...['docs/spec', 'property-tests', 'property-tests/tidy', 'bench', 'scripts', 'bin', 'bridge'],
];

const told = (findings: readonly Finding[]): string =>
  findings.map(({ file, line, says }) => `${file}:${line} ${says}`).join('\n');

describe('the project as it stands', () => {
  const tree = readTree(ROOT);

  for (const { law, rule } of LAWS) {
    test(law, () => {
      const findings = rule(tree);

      assert.equal(findings.length, 0, `\n${told(findings)}\n`);
    });
  }

  test('every exception is about a file that exists, and has a reason', () => {
    for (const [path, reason] of Object.values(exceptions).flatMap((list) => Object.entries(list))) {
      assert.ok(tree.texts.has(path), path);
      assert.match(reason, /^\S.{9,}/, path);
    }
  });

  test('there are files in every folder that the laws are about', () => {
    const paths = [...tree.texts.keys()];
    const empty = GUARDED.filter((folder) => !paths.some((path) => path.startsWith(`${folder}/`)));

    assert.deepEqual(empty, []);
    assert.ok(tree.sources.length > 150, `found ${tree.sources.length} source files`);
  });
});

describe('a law catches what it forbids', () => {
  for (const { law, rule, caught } of LAWS) {
    for (const [index, texts] of caught.entries()) {
      const [guilty = ''] = Object.keys(texts);
      test(`${law}: ${index + 1}. ${guilty}`, () => {
        const findings = rule(treeOf(texts));

        assert.ok(findings.length > 0, 'found nothing');
        assert.deepEqual([...new Set(findings.map(({ file }) => file))], [guilty]);
        for (const { says, line } of findings) {
          assert.match(says, /: \S/, 'names the replacement');
          assert.ok(line >= 1 && line <= (texts[guilty] ?? '').split('\n').length + 1, `line ${line}`);
        }
      });
    }
  }

  test('every law is tried, and nothing of what is allowed offends it', () => {
    for (const { law, rule, caught, allowed } of LAWS) {
      assert.ok(caught.length > 0, law);
      for (const texts of allowed) assert.equal(told(rule(treeOf(texts))), '', law);
    }
  });
});
