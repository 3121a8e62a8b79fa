import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { contest, ratios } from './contest.ts';
import { EXPERIMENTS } from './experiments/index.ts';
import { type Readings, type Row, verdict } from './row.ts';
import { median, percentile } from './statistics.ts';
import { tableOf } from './table.ts';

const ROWS = EXPERIMENTS.flatMap(({ rows }) => rows);

test('a row that misses its aim says by how much, and what it would take', () => {
  const row: Row = { id: 'a', what: 'a call', unit: '', aim: { atLeast: 0.5 }, takes: 'a faster parser' };
  const most: Row = { id: 'b', what: 'memory', unit: 'MB', aim: { atMost: 60 } };

  assert.equal(verdict(row, { samples: [0.5, 0.6] }), 'met');
  assert.equal(verdict(row, { samples: [0.4] }), 'missed by 20 %: a faster parser');
  assert.equal(verdict(row, { samples: [0.4999] }), 'missed by 1 %: a faster parser');
  assert.equal(verdict(most, { samples: [60] }), 'met');
  assert.equal(verdict(most, { samples: [90] }), 'missed by 50 %');
  assert.equal(verdict({ ...most, aim: { atMost: 0 } }, { samples: [1] }), 'missed');
  assert.equal(verdict({ ...row, aim: null }, { samples: [0] }), '');
});

test('the middle of the rounds counts, and all that was measured is shown', () => {
  const row: Row = { id: 'a', what: 'a call', unit: '', aim: { atLeast: 0.7 } };

  const table = tableOf([row], {
    a: { samples: [0.9, 0.71, 0.5], bare: { value: 12.3456, unit: 'µs' }, fastify: 0.8 },
  });

  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(percentile([0, 10], 0.99), 9.9);
  const [head, rule, line, ...rest] = table.split('\n');
  assert.deepEqual(rest, []);
  assert.equal(new Set([head, rule, line].map((text) => text?.length)).size, 1, 'the columns are aligned');
  assert.deepEqual(
    line?.split('|').map((cell) => cell.trim()),
    ['', 'a call', '12.3 µs', '', '0.71 (0.50–0.90)', '≥ 0.70', 'met', '0.80', ''],
  );
});

test('contestants take turns forth and back, and each round weighs what it did', async () => {
  const turns: string[] = [];

  const costs = await contest(['a', 'b'], { rounds: 2, slot: 0, warm: 0, quick: true }, async (name) => {
    turns.push(name);
    return name === 'a' ? { operations: 10, cpu: 20_000 } : { operations: turns.length, cpu: 4_000 * turns.length };
  });

  assert.equal(turns.join(''), 'abbabaab');
  assert.deepEqual(costs, { a: [2, 2], b: [4, 4] });
  assert.deepEqual(ratios(costs.a, costs.b), [0.5, 0.5]);
});

test('every row has a name of its own', () => {
  assert.ok(ROWS.length > 20);
  assert.equal(new Set(ROWS.map(({ id }) => id)).size, ROWS.length);
});

const skip = process.platform === 'linux' ? false : 'needs Linux: the bench reads /proc';

test('every row yields a number', { skip, timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'twinhaus-bench-'));
  try {
    const json = join(folder, 'bench.json');

    const { status, stdout } = await bench(['--quick', '--json', json]);

    assert.equal(status, 0);
    const readings = JSON.parse(readFileSync(json, 'utf8')) as Readings;
    assert.deepEqual(Object.keys(readings).sort(), ROWS.map(({ id }) => id).sort());
    for (const [id, { samples }] of Object.entries(readings)) {
      assert.ok(samples.length > 0 && samples.every(Number.isFinite), `${id}: ${samples}`);
    }
    assert.equal(stdout.trim().split('\n').length, ROWS.length + 2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function bench(args: readonly string[]): Promise<{ readonly status: number; readonly stdout: string }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('main.ts', import.meta.url)), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const [status] = (await once(child, 'close')) as [number];
  return { status, stdout };
}
