import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { ROOT, run } from '../property-tests/fixtures.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/install.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

describe('the guide to an installation', () => {
  test('names files that are there', () => {
    const named = [...GUIDE.matchAll(/packaging\/[\w./-]*\w/g)].map(([path]) => path);

    assert.ok(named.length >= 4, named.join(' '));
    for (const path of named) assert.ok(existsSync(join(ROOT, path)), path);
  });

  test('gives the action inputs that it has', () => {
    const action = parse(readFileSync(join(ROOT, 'packaging/conformance/action.yml'), 'utf8')) as { inputs: object };
    const [steps] = blocks('yaml').map((text) => parse(text) as { with: object }[]);

    assert.deepEqual(Object.keys(steps?.[0]?.with ?? {}), Object.keys(action.inputs));
  });

  test('gives the suite options that it has', async () => {
    const { stdout } = await run(['conformance', '--help']);
    const line = blocks('').find((text) => text.includes('twinhaus-conformance http')) ?? '';
    const options = line.slice(line.indexOf('http')).match(/--[\w-]+/g) ?? [];

    assert.ok(options.length >= 2);
    for (const option of options) assert.ok(stdout.includes(` ${option} `), option);
  });

  for (const path of ['packaging/debian/controller.yaml', 'packaging/container/controller.yaml']) {
    test(`${path} is found good`, async () => {
      const { status, stdout, stderr } = await run(['check', join(ROOT, path)]);

      assert.equal(status, 0, stderr);
      assert.match(stdout, /good/);
    });
  }
});
