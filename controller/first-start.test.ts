import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { COMMAND, ROOT, startServe, temporaryFolder, until } from '../property-tests/fixtures.ts';
import { call, credentials } from '../property-tests/http-client.ts';
import { random } from '../twin/index.ts';

/** Of the moments of a first start, how many are tried; `PROPERTY_RUNS` tries that many times as many, and others. */
const MOMENTS = 7 * Number(process.env.PROPERTY_RUNS ?? 1);
const SEED = process.env.PROPERTY_RUNS === undefined ? 4 : process.pid;
/** Moments after the password was shown, in which that is noted down. */
const AFTER = 24;
const GIVEN = 'correct horse battery';

const HOUSE = `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
components: [{ cid: C1, type: switch, name: Light, bus: simulator }]
`;

/**
 * Counts what a process does to files below `KILL_IN`, and what it writes to standard output: each begins a moment and ends one. Ends
 * the process at moment `KILL_AT`, or notes down how many there were, and at which one the password was out.
 */
const COUNTING = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { KILL_IN, KILL_AT, COUNT_FILE } = process.env;
const note = fs.writeFileSync;
let count = 0;
let shown = 0;
const moment = () => {
  count += 1;
  if (count === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
};
const concerns = (what) => typeof what === 'number' || String(what).startsWith(KILL_IN);
const watch = (object, name) => {
  const original = object[name];
  object[name] = function (...args) {
    if (!concerns(args[0])) return original.apply(this, args);
    moment();
    const answer = original.apply(this, args);
    if (answer instanceof Promise) return answer.finally(moment);
    moment();
    return answer;
  };
};
for (const name of ['mkdirSync', 'openSync', 'writeFileSync', 'linkSync', 'renameSync', 'rmSync', 'writeSync', 'fdatasyncSync'])
  watch(fs, name);
for (const name of ['open', 'rename', 'rm']) watch(fs.promises, name);
syncBuiltinESMExports();
const write = process.stdout.write;
process.stdout.write = function (text, ...more) {
  moment();
  const answer = write.call(this, text, ...more);
  moment();
  if (String(text).includes('"ready"') || String(text).includes('"password"')) shown = count;
  return answer;
};
process.on('exit', () => note(COUNT_FILE, JSON.stringify({ count, shown })));
`;

interface Shown {
  readonly username: string;
  readonly password: string;
}

const shownIn = (lines: readonly string[]): Shown | undefined => {
  const parsed = lines.map((line) => JSON.parse(line) as Partial<Shown>);
  return parsed.findLast((line): line is Shown => line.password !== undefined);
};

const begin = (context: TestContext, more: string) => {
  const folder = temporaryFolder();
  context.after(() => folder.remove());
  const file = join(folder.path, 'controller.yaml');
  const script = join(folder.path, 'counting.mjs');
  const countFile = join(folder.path, 'count.json');
  writeFileSync(file, HOUSE + more);
  writeFileSync(join(folder.path, 'password.txt'), GIVEN);
  writeFileSync(script, COUNTING);
  const environment = (killAt: number): NodeJS.ProcessEnv => ({
    NODE_OPTIONS: `--import=${pathToFileURL(script).href}`,
    KILL_IN: join(folder.path, 'data'),
    KILL_AT: String(killAt),
    COUNT_FILE: countFile,
  });
  const counted = () => JSON.parse(readFileSync(countFile, 'utf8')) as { count: number; shown: number };
  return { file, environment, counted };
};

/** The moments of a first start: the one at which it has said all that it has to say, and the last that is worth a try. */
const momentsOf = async (context: TestContext, more: string) => {
  const { file, environment, counted } = begin(context, more);
  const running = await startServe(file, { environment: environment(0) });
  context.after(() => running.kill());
  if (more === '') await until(() => running.lines.length > 0, 'the password is shown', 30_000);
  assert.equal(await running.stop(), 0, running.log());
  const { count, shown } = counted();
  return { shown, last: Math.min(count, shown + AFTER) };
};

/** A first start that ends at a moment; answers the password that it has shown. */
const endAt = async (file: string, environment: NodeJS.ProcessEnv): Promise<Shown | undefined> => {
  const args = ['serve', '--json', '--config', file, '--host', '127.0.0.1', '--http-port', '0', '--https-port', '0'];
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...environment },
  });
  let text = '';
  let late: NodeJS.Timeout | undefined;
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    // A moment that this start does not reach, because it came to its end with fewer of them.
    if (text.includes('"ready"')) late ??= setTimeout(() => child.kill('SIGKILL'), 2_000);
  });
  await once(child, 'close');
  clearTimeout(late);
  return shownIn(text.split('\n').filter((line) => line.endsWith('}')));
};

describe('a first start that is ended at any moment', () => {
  for (const [name, more] of [
    ['makes a password', ''],
    ['is given a password', 'administrator: { username: owner, password: { file: password.txt } }\n'],
  ] as const) {
    test(`and ${name} leaves a folder that starts again, and whose administrator can enter`, async (context) => {
      const { shown, last } = await momentsOf(context, more);
      const chance = random(SEED);
      // The first ones are those around the words that tell the password.
      const tried = [shown - 1, shown, shown + 1];
      while (tried.length < MOMENTS) tried.push(chance.integer(1, last));
      context.diagnostic(`seed ${SEED}; of ${last} moments: ${tried.join(', ')}`);
      for (const moment of tried) {
        const { file, environment } = begin(context, more);
        const before = await endAt(file, environment(moment));
        const running = await startServe(file);
        context.after(() => running.kill());
        await until(
          async () => {
            const { username, password } =
              more === '' ? (shownIn(running.lines) ?? before ?? NOBODY) : { username: 'owner', password: GIVEN };
            const reply = await call(running.http, 'getUsers', {}, { headers: credentials(username, password) });
            return reply.status === 200 && reply.as<unknown[]>().length === 1;
          },
          `somebody can enter after an end at moment ${moment}; shown before: ${before !== undefined}`,
          30_000,
        );
        assert.equal(await running.stop(), 0, running.log());
      }
    });
  }
});

const NOBODY: Shown = { username: 'admin', password: 'none was shown' };
