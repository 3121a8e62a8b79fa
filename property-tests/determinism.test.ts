import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type RunningSandbox, startSandbox, temporaryFolder } from './fixtures.ts';
import { advance, as, call, control, now, send } from './http-client.ts';

// Later than any present: a restart goes on from where it stopped.
const START = '2100-03-01T06:00:00.000Z';
const ARGUMENTS = ['--scenario', 'family-home', '--seed', '7', '--start', START];
const END = 4 * 3_600;

/** Something from outside, at a time in seconds after the start. */
interface Input {
  readonly at: number;
  readonly put: (base: string) => Promise<unknown>;
}

const command = (at: number, cid: string, property: string, value: unknown): Input => ({
  at,
  put: (base) => call(base, 'componentUpdate', { cid, property, value }, { headers: as('resident') }),
});
const press = (at: number, cid: string, content: number): Input => ({
  at,
  put: (base) => control(base, '/devices', { cid, property: 'state', content }),
});
const scene = (at: number, id: number): Input => ({
  at,
  // It answers when the scene is over, which is later.
  put: async (base) => {
    const asked = call(base, 'executeScene', { id }, { headers: as('resident') }).catch(() => undefined);
    await lines(base, (all) => all.some((line) => line.includes('"kind":"scene"') && line.includes(`"scene":${id}`)));
    void asked;
  },
});

const INPUTS: readonly Input[] = [
  command(10, 'C10', 'position', 100),
  command(10, 'C7', 'brightness', 80),
  command(12.5, 'C10', 'position', 20),
  press(60, 'C1', 1),
  scene(600, 6),
  command(3_600, 'C13', 'mode', 'comfort'),
  press(3_600, 'C92', 1),
  command(7_200.123, 'C89', 'position', 55),
];

/** Times of inputs that a restart follows at once: a blind is on its way, a scene waits, a command has just been taken. */
const RESTARTS: ReadonlySet<number> = new Set([12.5, 600, 7_200.123]);

const text = async (base: string): Promise<string> => (await send(`${base}/sandbox/v1/journal`)).text;

async function lines(base: string, good: (all: readonly string[]) => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (good((await text(base)).split('\n'))) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail('it does not stand in the journal');
}

/** Goes to the second, in the given steps. */
async function goTo(base: string, second: number, step: (from: number) => number): Promise<void> {
  const start = Date.parse(START);
  for (;;) {
    const from = Math.round((await now(base)) - start);
    const target = Math.round(second * 1_000);
    if (from >= target) return;
    await advance(base, Math.min(target - from, Math.max(1, Math.round(step(from / 1_000) * 1_000))) / 1_000);
  }
}

/** Everything from the inputs until the end; `between` may replace the sandbox by one that went on. */
async function live(
  sandbox: RunningSandbox,
  inputs: readonly Input[],
  step: (from: number) => number,
  between: (at: number, sandbox: RunningSandbox) => Promise<RunningSandbox> = async (_, same) => same,
): Promise<{ readonly journal: string; readonly sandbox: RunningSandbox }> {
  let present = sandbox;
  for (const input of inputs) {
    await goTo(present.http, input.at, step);
    await input.put(present.http);
    present = await between(input.at, present);
  }
  await goTo(present.http, END, step);
  return { journal: await text(present.http), sandbox: present };
}

const whole = () => Number.POSITIVE_INFINITY;

/** The first line that differs, so that a failure can be read. */
function assertSame(actual: string, expected: string): void {
  if (actual === expected) return;
  const [one, other] = [actual.split('\n'), expected.split('\n')];
  const at = one.findIndex((line, index) => line !== other[index]);
  assert.fail(`line ${at + 1} of ${one.length} and ${other.length}:\n  ${one[at]}\n  ${other[at]}`);
}

describe('the same seed, scenario, start and inputs give the same journal, byte for byte', () => {
  let expected = '';
  let other: RunningSandbox;

  before(async () => {
    const first = await startSandbox(ARGUMENTS);
    ({ journal: expected } = await live(first, INPUTS, whole));
    await first.stop();
    other = await startSandbox(ARGUMENTS);
  });
  after(() => other.stop());

  test('the journal tells of everything that was put in, and of what came of it', () => {
    const kinds = new Map<string, number>();
    expected
      .trimEnd()
      .split('\n')
      .forEach((line, index) => {
        const { seq, kind } = JSON.parse(line) as { seq: number; kind: string };
        assert.equal(seq, index + 1);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      });

    for (const kind of ['report', 'entry', 'command', 'scene']) assert.ok((kinds.get(kind) ?? 0) > 0, kind);
    assert.ok((kinds.get('entry') ?? 0) > 200, `${kinds.get('entry')} entries in four hours`);
    assert.equal([...expected.matchAll(/"byHand":true/g)].length, 2);
    assert.doesNotMatch(expected, /sandbox-|"password"|sessionID/i);
  });

  test('in another process, in steps of a minute', async () => {
    const { journal } = await live(other, INPUTS, () => 60);

    assertSame(journal, expected);
  });

  test('after a reset, in steps of any size, with reads, logins and failures in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 5, maxLength: 40 }),
        async (steps) => {
          await control(other.http, '/reset', {});
          assert.equal(await now(other.http), Date.parse(START));
          let turn = 0;
          const { journal } = await live(
            other,
            INPUTS,
            () => (steps[turn++ % steps.length] ?? 1) / 1_000,
            async (_, same) => {
              await call(same.http, 'getAllComponents', {}, { headers: as('guest') });
              await call(same.http, 'auth', undefined, { headers: { ...as('guest'), 'auth-password': 'wrong' } });
              await call(
                same.http,
                'componentUpdate',
                { cid: 'C56', property: 'position', value: 3 },
                { headers: as('guest') },
              );
              return same;
            },
          );

          assertSame(journal, expected);
        },
      ),
      { numRuns: 2, seed: 11, endOnFailure: true },
    );
  });

  test('on a clock that runs by itself, as long as nothing is put in', async () => {
    const still = await startSandbox([...ARGUMENTS, '--speed', '0']);
    const running = await startSandbox([...ARGUMENTS, '--speed', '600']);
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await control(running.http, '/clock', { speed: 0 });
      const at = await now(running.http);
      assert.ok(at > Date.parse(START) + 300_000, 'it ran');
      await control(still.http, '/clock', { advanceTo: new Date(at).toISOString() });

      assertSame(await text(running.http), await text(still.http));
    } finally {
      await Promise.all([still.stop(), running.stop()]);
    }
  });

  test('another seed gives another life', async () => {
    const another = await startSandbox([...ARGUMENTS.slice(0, 2), '--seed', '8', '--start', START]);
    try {
      const { journal } = await live(another, INPUTS, whole);
      assert.notEqual(journal, expected);
    } finally {
      await another.stop();
    }
  });

  for (const end of ['SIGTERM', 'SIGKILL'] as const) {
    test(`with restarts by ${end} while devices move and a scene runs`, async () => {
      const folder = temporaryFolder();
      const again = () => startSandbox([...ARGUMENTS, '--data', folder.path]);
      let present = await again();
      try {
        const { journal, sandbox } = await live(
          present,
          INPUTS,
          () => 1_000,
          async (at, running) => {
            present = running;
            if (!RESTARTS.has(at)) return running;
            const stopped = await now(running.http);
            if (end === 'SIGTERM') assert.equal(await running.stop(), 0);
            else await running.kill();
            present = await again();
            assert.equal(await now(present.http), stopped, `after the restart at ${at} s time goes on where it stood`);
            return present;
          },
        );
        present = sandbox;

        assertSame(journal, expected);
      } finally {
        await present.stop();
        folder.remove();
      }
    });
  }

  test('with the process killed in the middle of going on', async () => {
    const folder = temporaryFolder();
    const again = () => startSandbox([...ARGUMENTS, '--data', folder.path]);
    let present = await again();
    try {
      for (const afterMs of [3, 15, 40]) {
        const going = advance(present.http, END / 3).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        await present.kill();
        await going;
        present = await again();
      }
      await goTo(present.http, END, whole);
      const journal = await text(present.http);
      const quiet = await startSandbox(ARGUMENTS);
      const undisturbed = await live(quiet, [], whole).finally(() => quiet.stop());

      assertSame(journal, undisturbed.journal);
    } finally {
      await present.stop();
      folder.remove();
    }
  });
});
