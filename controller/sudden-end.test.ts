import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause, type RunningSandbox, startSandbox, temporaryFolder } from '../property-tests/fixtures.ts';
import { as, call, control, credentials, now, type Reply, send, withSession } from '../property-tests/http-client.ts';
import { random } from '../twin/index.ts';

const ROUNDS = 10;
/** Later than any present, so that time goes on from where it stopped and not from now. */
const START = '2100-01-01T00:00:00.000Z';

/** What the controller has said yes to so far: it is bound by it. */
interface Acknowledged {
  readonly sessions: Set<string>;
  readonly ended: Set<string>;
  /** Passwords of `guest`: the last that was acknowledged, and one that was sent after it and never answered. */
  password: string;
  attempted: string | undefined;
  commands: number;
  presses: number;
  now: number;
  /** As it was read last. */
  journal: string;
}

const ok = (reply: Reply): boolean => reply.status === 200;

/** Uses the sandbox from all sides until it is gone. */
const load = async (
  { http, alive }: RunningSandbox,
  { known, round, session }: { known: Acknowledged; round: number; session: string },
): Promise<void> => {
  let number = 0;
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    try {
      while (alive()) await work();
    } catch (error) {
      assert.ok(isGone(error), String(error));
    }
  };
  await Promise.all([
    repeat(async () => {
      const opened = (
        await call(http, 'auth', undefined, { headers: { ...as('resident'), 'auth-persistent': 'true' } })
      ).as<{
        sessionID: string;
      }>();
      // A session is worth something once it was used; that is when it is stored.
      assert.ok(ok(await call(http, 'getVersion', {}, { headers: withSession(opened.sessionID) })));
      known.sessions.add(opened.sessionID);
    }),
    repeat(async () => {
      const [oldest] = known.sessions;
      if (oldest === undefined || known.sessions.size < 5) return pause(5);
      known.sessions.delete(oldest);
      if (ok(await call(http, 'logout', {}, { headers: withSession(oldest) }))) known.ended.add(oldest);
    }),
    repeat(async () => {
      number += 1;
      const next = `password ${round} ${number}`;
      known.attempted = next;
      const answer = await call(
        http,
        'setPassword',
        { oldPassword: known.password, newPassword: next },
        { headers: credentials('guest', known.password) },
      );
      assert.ok(ok(answer), answer.text);
      known.password = next;
      known.attempted = undefined;
      await pause(50);
    }),
    repeat(async () => {
      number += 1;
      const value = 1 + (number % 99);
      const answer = await call(
        http,
        'componentUpdate',
        { cid: 'C7', property: 'brightness', value },
        { headers: withSession(session) },
      );
      assert.ok(ok(answer), answer.text);
      known.commands += 1;
    }),
    repeat(async () => {
      const answer = await control(http, '/clock', { advance: 0.5 + (number % 7) });
      assert.ok(ok(answer), answer.text);
      known.now = Date.parse(answer.as<{ now: string }>().now);
    }),
    repeat(async () => {
      const answer = await control(http, '/devices', { cid: 'C1', property: 'state', content: number % 2 });
      assert.ok(ok(answer), answer.text);
      known.presses += 1;
      await pause(2);
    }),
    repeat(async () => {
      const { text } = await send(`${http}/sandbox/v1/journal`);
      known.journal = text;
      await pause(100);
    }),
  ]);
};

const isGone = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String((error as NodeJS.ErrnoException).code)) ||
  /hang up|aborted/.test(String(error));

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Everything that was acknowledged is true of the sandbox that came back. */
const compare = async ({ http }: RunningSandbox, known: Acknowledged): Promise<void> => {
  const { text } = await send(`${http}/sandbox/v1/journal`);
  assert.ok(text.startsWith(known.journal), 'the journal goes on from what was read of it');
  assert.ok(count(text, /"kind":"command","user":"resident"/g) >= known.commands, 'every command is in the journal');
  assert.ok(count(text, /"byHand":true/g) >= known.presses, 'every press is in the journal');
  assert.ok((await now(http)) >= known.now, 'time did not go back');
  for (const id of known.sessions) {
    assert.ok(ok(await call(http, 'getVersion', {}, { headers: withSession(id) })), 'a session lives on');
  }
  for (const id of known.ended) {
    const answer = await call(http, 'getVersion', {}, { headers: withSession(id) });
    assert.equal(answer.errorCode, 106, 'a session that was ended stays ended');
  }
  const passwords = [known.password, ...(known.attempted === undefined ? [] : [known.attempted])];
  const logins = [];
  for (const password of passwords) {
    const answer = await call(http, 'auth', undefined, { headers: credentials('guest', password) });
    if (ok(answer)) logins.push(password);
  }
  assert.equal(logins.length, 1, `one of ${passwords.join(', ')} is the password`);
  known.password = logins[0] ?? known.password;
  known.attempted = undefined;
};

test('whatever was acknowledged is true after the process was killed at any moment', async (context) => {
  const folder = temporaryFolder();
  context.after(() => folder.remove());
  const known: Acknowledged = {
    sessions: new Set(),
    ended: new Set(),
    password: 'sandbox-guest',
    attempted: undefined,
    commands: 0,
    presses: 0,
    now: Date.parse(START),
    journal: '',
  };
  const start = () => startSandbox(['--data', folder.path, '--start', START]);
  const chance = random(process.pid);
  context.diagnostic(`seed of the moments: ${process.pid}`);
  let sandbox = await start();
  context.after(() => sandbox.kill());
  for (let round = 1; round <= ROUNDS; round += 1) {
    const moment = chance.integer(100, 800);
    // Passwords are judged one after the other and take their time; commands need not wait for that.
    const login = await call(sandbox.http, 'auth', undefined, { headers: as('resident') });
    const session = login.as<{ sessionID: string }>().sessionID;
    const used = load(sandbox, { known, round, session });
    await pause(moment);
    await sandbox.kill();
    await used;

    sandbox = await start();

    context.diagnostic(`round ${round}: killed after ${moment} ms`);
    await compare(sandbox, known);
  }
  assert.equal(await sandbox.stop(), 0);
  const used = { sessions: known.sessions.size + known.ended.size, commands: known.commands, presses: known.presses };
  context.diagnostic(`acknowledged: ${JSON.stringify(used)}`);
  // A machine that is busy does not get to open a session in every round.
  for (const [what, times] of Object.entries(used)) assert.ok(times >= ROUNDS / 2, `${what}: it was used`);
});
