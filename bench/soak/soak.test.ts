import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { random } from '../../twin/index.ts';
import type { Client, Reply } from './client.ts';
import { CommandWatch } from './command-watch.ts';
import { judge, type LifeRecord, type SoakRecord } from './laws.ts';
import { Ledger } from './ledger.ts';
import { brokenIn, SHORT } from './short-soak.ts';

const temporary = (context: TestContext): string => {
  const path = mkdtempSync(join(tmpdir(), 'soak-test-'));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

describe('the laws of a soak', () => {
  const look = { at: 0, heapUsed: 20e6, rss: 100e6, files: 30, handles: 25 };
  const life: LifeRecord = {
    ...{ number: 1, startedIn: 1, refusal: null, end: 'stop', stoppedIn: 0.5, status: 0 },
    looks: Array(12).fill(look),
  };
  const good: SoakRecord = { lives: [life], lost: [], stuck: [], acknowledged: 10, commands: 10 };
  const flat = { ...SHORT, growth: 0.05 };
  const grown = (more: Partial<typeof look>) => ({
    ...good,
    lives: [{ ...life, looks: [...Array(6).fill(look), ...Array(6).fill({ ...look, ...more })] }],
  });

  test('hold where nothing was wrong', () => {
    assert.deepEqual(brokenIn(judge(good, flat)), []);
    assert.deepEqual(brokenIn(judge(grown({ heapUsed: 20.9e6, rss: 104e6, files: 40, handles: 40 }), flat)), []);
    const burst = {
      ...life,
      looks: life.looks.map((each, index) => (index === 11 ? { ...each, heapUsed: 90e6 } : each)),
    };
    assert.deepEqual(brokenIn(judge({ ...good, lives: [burst] }, flat)), [], 'one look alone says nothing');
  });

  const CASES: readonly [string, readonly string[], SoakRecord][] = [
    ['a heap that grows by 6 %', ['heap'], grown({ heapUsed: 21.2e6 })],
    ['memory that grows by 6 %', ['memory'], grown({ rss: 106e6 })],
    ['files that are left open', ['files'], grown({ files: 60 })],
    ['timers that are left behind', ['handles'], grown({ handles: 60 })],
    ['a change that is gone', ['lost'], { ...good, lost: ['Room 3 is gone'] }],
    ['a command without an end', ['stuck'], { ...good, stuck: ['command 7'] }],
    [
      'a start that is refused',
      ['start'],
      { ...good, lives: [life, { ...life, startedIn: null, stoppedIn: null, refusal: 'no' }] },
    ],
    ['a start that takes too long', ['start'], { ...good, lives: [{ ...life, startedIn: 61 }] }],
    [
      'a house that ends by itself',
      ['start'],
      { ...good, lives: [{ ...life, end: 'died', stoppedIn: null, status: 1 }] },
    ],
    ['a stop that takes too long', ['stop'], { ...good, lives: [{ ...life, stoppedIn: 2.1 }] }],
    ['a stop that fails', ['stop'], { ...good, lives: [{ ...life, status: 1 }] }],
    ['too few looks', ['heap', 'memory', 'files', 'handles'], { ...good, lives: [{ ...life, looks: [look] }] }],
  ];
  for (const [what, laws, record] of CASES) {
    test(`${what} breaks ${laws.join(', ')} and nothing else, with the evidence`, () => {
      const verdicts = judge(record, flat);
      assert.deepEqual(brokenIn(verdicts), laws);
      for (const { holds, evidence } of verdicts) assert.equal(evidence.length > 0, !holds);
    });
  }
});

describe('commands in the journal', () => {
  const command = (seq: number, cid = 'C1') =>
    JSON.stringify({ seq, at: 'x', kind: 'command', cid, property: 'state', value: true });
  const write = (seq: number, of: number, cid = 'C1') =>
    JSON.stringify({ seq, at: 'x', kind: 'write', cid, property: 'state', command: of, taken: true });

  test('are stuck when they have no outcome in time, whatever became of the file that they stand in', (context) => {
    const folder = temporary(context);
    const watch = new CommandWatch(folder, ['C1'], 10);
    const open = join(folder, '1-000000000001.ndjson');
    watch.look(0);
    writeFileSync(open, `${command(1)}\n${command(2)}\n${command(3, 'C9')}\n${write(4, 1)}`);
    watch.look(1_000);
    writeFileSync(open, `${command(1)}\n${command(2)}\n${command(3, 'C9')}\n${write(4, 1)}\n${command(5)}\n`);
    watch.look(2_000);
    rmSync(open);
    writeFileSync(
      `${open}.gz`,
      gzipSync(`${command(1)}\n${command(2)}\n${command(3, 'C9')}\n${write(4, 1)}\n${command(5)}\n${write(6, 5)}\n`),
    );
    writeFileSync(join(folder, '1-000000000007.ndjson'), `${command(7)}\n`);
    watch.look(3_000);
    watch.look(11_500);
    watch.end(12_000);

    assert.deepEqual([watch.commands, watch.cut], [4, 1]);
    assert.deepEqual(watch.stuck, ['command 2 (C1 state to true) had no outcome within 10 s']);
  });
});

describe('what was acknowledged', () => {
  /** A house that keeps rooms and the like in tables, and forgets what the test takes out of them. */
  const house = () => {
    const tables = new Map<string, Map<number, string>>();
    const tableOf = (noun: string) =>
      tables.get(noun) ?? tables.set(noun, new Map()).get(noun) ?? new Map<number, string>();
    let next = 1;
    let isAnswering = true;
    const ask = async (name: string, input: { id?: number; name?: string } = {}): Promise<Reply> => {
      const [, verb = '', noun = ''] = /^(add|set|remove|get)(\w+?)s?$/.exec(name) ?? [];
      const table = tableOf(noun);
      const id = verb === 'add' ? next++ : (input.id ?? 0);
      if (verb === 'remove') table.delete(id);
      else if (verb !== 'get') table.set(id, input.name ?? '');
      if (!isAnswering) return { answered: false, why: 'killed' };
      const body = verb === 'get' ? [...table].map(([id, name]) => ({ id, name })) : { id };
      return { answered: true, status: 200, body };
    };
    const client = { http: ask, socket: ask } as unknown as Client;
    return { tables, client, setAnswering: (is: boolean) => (isAnswering = is) };
  };
  const dice = () => {
    const chance = random(7);
    return (sides: number) => Math.floor(chance.next() * sides);
  };

  test('is compared after a start: what is gone, or back, is lost; what was never answered may be either', async () => {
    const { tables, client, setAnswering } = house();
    const ledger = new Ledger((sentence) => assert.fail(sentence));
    const roll = dice();
    await ledger.begin(client);
    for (let change = 0; change < 300; change += 1) await ledger.change(client, change % 2 ? 'http' : 'socket', roll);
    setAnswering(false);
    for (let change = 0; change < 30; change += 1) await ledger.change(client, 'http', roll);
    setAnswering(true);
    await ledger.compare(client, 'then');
    assert.deepEqual([ledger.lost, ledger.acknowledged], [[], 300]);

    const rooms = tables.get('Room') ?? new Map<number, string>();
    const [gone = 0, other = 0] = rooms.keys();
    rooms.delete(gone);
    rooms.set(other, 'another name');
    await ledger.compare(client, 'later');
    assert.equal(ledger.lost.length, 2);
    assert.match(ledger.lost[0] ?? '', new RegExp(`^later: Room ${gone} is gone and was acknowledged as Room \\d+$`));
    assert.match(ledger.lost[1] ?? '', new RegExp(`^later: Room ${other} is another name and was acknowledged as`));
  });
});

describe('the command line of a soak', () => {
  const command = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('main.ts', import.meta.url)), ...args], {
      encoding: 'utf8',
    });

  test('explains itself, and says what is wrong in what it was told', () => {
    const help = command('--help');
    assert.equal(help.status, 0, help.stderr);
    for (const option of ['--minutes', '--speed', '--spoil', 'slow-stop'])
      assert.ok(help.stdout.includes(option), option);
    const refused: readonly [string[], RegExp][] = [
      [['--minutes', 'soon'], /^soak: --minutes is a number from 0\.1 to 10080, not soon; see --help$/m],
      [['--hours', '1'], /^soak: .*--hours.*see --help$/m],
    ];
    for (const [args, says] of refused) {
      const { status, stdout, stderr } = command(...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, says);
    }
  });
});
