import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { startSandbox, temporaryFolder } from '../../property-tests/fixtures.ts';

interface Step {
  readonly id?: string;
  readonly shell?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
const action = parse(readFileSync(join(HERE, 'action.yml'), 'utf8')) as Action;

/** Runs the step as GitHub would, with these inputs. */
const runStep = async (context: TestContext, given: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder();
  context.after(() => folder.remove());
  const inputs = new Map(Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']));
  for (const [name, value] of Object.entries(given)) {
    assert.ok(inputs.has(name), `there is no input ${name}`);
    inputs.set(name, value);
  }
  const filled = (text: string): string =>
    text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
      if (name === 'github.action_path') return HERE;
      const value = inputs.get(name.replace(/^inputs\./, ''));
      assert.ok(name.startsWith('inputs.') && value !== undefined, `nothing is called ${name}`);
      return value;
    });
  const step = action.runs.steps.find(({ run }) => run !== undefined);
  assert.ok(step?.run !== undefined && step.shell === 'bash');
  assert.doesNotMatch(step.run, /\$\{\{/, 'an input within the script could be a script itself');
  const output = join(folder.path, 'output');
  const env = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, filled(text)]));
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: folder.path,
    env: { ...process.env, ...env, GITHUB_OUTPUT: output },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [status] = await once(child, 'close');
  return {
    status,
    said,
    outputs: readFileSync(output, 'utf8'),
    file: (name: string) => readFileSync(join(folder.path, name), 'utf8'),
  };
};

const ONE_CHECK = '--only\ncalls.version\n--read-only';

describe('the action for the conformance suite', { timeout: 300_000 }, () => {
  test('writes both reports and says its status', async (context) => {
    const sandbox = await startSandbox(['--scenario', 'one-room']);
    context.after(() => sandbox.stop());
    const { status, said, outputs, file } = await runStep(context, {
      url: sandbox.http,
      username: 'admin',
      password: 'sandbox-admin',
      'mcp-token': 'sandbox-mcp-token',
      options: ONE_CHECK,
    });

    assert.equal(status, 0, said);
    assert.equal(outputs, 'status=0\n');
    assert.match(file('conformance.xml'), /<testsuite/);
    assert.match(file('conformance.html'), /<html/);
    for (const secret of ['sandbox-admin', 'sandbox-mcp-token']) assert.ok(!said.includes(secret));
  });

  test('fails where there is no controller, and says so', async (context) => {
    const { status, outputs } = await runStep(context, { url: 'http://127.0.0.1:9', username: 'a', password: 'b' });

    assert.equal(status, 2);
    assert.equal(outputs, 'status=2\n');
  });

  test('has the outputs that its steps give', () => {
    assert.equal(action.runs.using, 'composite');
    assert.deepEqual(Object.keys(action.outputs).toSorted(), ['html', 'junit', 'status']);
    for (const name of ['url', 'username', 'password']) assert.equal(action.inputs[name]?.required, true, name);
  });
});
