import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { pause, type RunningSandbox, run, startSandbox, temporaryFolder } from './fixtures.ts';
import { advance, as, call, control, credentials, sessionOf, withSession } from './http-client.ts';

// Later than any present: a restart goes on from where it stopped.
const ARGUMENTS = ['--scenario', 'one-room', '--start', '2100-03-01T06:00:00.000Z'];
const ENDS = ['SIGTERM', 'SIGKILL'] as const;

describe('what was acknowledged survives', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let sandbox: RunningSandbox;
  const start = async () => {
    sandbox = await startSandbox([...ARGUMENTS, '--data', folder.path]);
  };
  const restart = async (end: (typeof ENDS)[number]) => {
    await (end === 'SIGTERM' ? sandbox.stop() : sandbox.kill());
    await start();
  };
  const login = async (username: string, password: string) =>
    (await call(sandbox.http, 'auth', {}, { headers: credentials(username, password) })).status;
  const change = (session: string, oldPassword: string, newPassword: string) =>
    call(sandbox.http, 'setPassword', { oldPassword, newPassword }, { headers: withSession(session) });
  const version = async (session: string) =>
    (await call(sandbox.http, 'getVersion', {}, { headers: withSession(session) })).status;

  beforeEach(async () => {
    folder = temporaryFolder();
    await start();
  });
  afterEach(async () => {
    await sandbox.stop();
    folder.remove();
  });

  for (const end of ENDS) {
    test(`${end}: values, commands that are under way, and the time`, async () => {
      await call(
        sandbox.http,
        'componentUpdate',
        { cid: 'C3', property: 'position', value: 60 },
        { headers: as('resident') },
      );
      await advance(sandbox.http, 7_200);
      await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });
      await call(
        sandbox.http,
        'componentUpdate',
        { cid: 'C2', property: 'brightness', value: 35 },
        { headers: as('resident') },
      );
      const before = await call(
        sandbox.http,
        'getAllComponents',
        { withProperties: true, withMappings: true },
        { headers: as('admin') },
      );

      await restart(end);
      const after = await call(
        sandbox.http,
        'getAllComponents',
        { withProperties: true, withMappings: true },
        { headers: as('admin') },
      );
      await advance(sandbox.http, 10);
      const dimmer = await call(
        sandbox.http,
        'getComponentData',
        { cid: 'C2', property: 'brightness' },
        { headers: as('admin') },
      );

      assert.deepEqual(after.body, before.body);
      assert.equal(dimmer.as<{ value: unknown }>().value, 35, 'the command of before was carried out after');
    });

    test(`${end}: sessions that live, sessions that were ended, and sessions that nobody had used yet`, async () => {
      const [used, unused, ended] = await Promise.all([
        sessionOf(sandbox.http, 'resident'),
        sessionOf(sandbox.http, 'resident'),
        sessionOf(sandbox.http, 'resident'),
      ]);
      await version(used);
      await version(ended);
      assert.equal((await call(sandbox.http, 'logout', {}, { headers: withSession(ended) })).body, true);

      await restart(end);

      assert.deepEqual([await version(used), await version(unused), await version(ended)], [200, 200, 401]);
    });

    test(`${end}: the last use of a session, to a minute`, async () => {
      const session = await sessionOf(sandbox.http, 'resident');
      for (let hours = 0; hours < 23; hours += 1) {
        await advance(sandbox.http, 3_600);
        await version(session);
      }

      await restart(end);
      await advance(sandbox.http, 86_400 - 61);

      assert.equal(await version(session), 200, 'a day after the last use but for a minute');
      await advance(sandbox.http, 86_400);
      assert.equal(await version(session), 401);
    });

    test(`${end}: a changed password`, async () => {
      const session = await sessionOf(sandbox.http, 'resident');
      assert.equal((await change(session, 'sandbox-resident', 'the second password')).body, true);

      await restart(end);

      assert.deepEqual(
        [await login('resident', 'sandbox-resident'), await login('resident', 'the second password')],
        [401, 200],
      );
    });
  }

  test('SIGKILL at any moment of changing: either the old password or the new one, and the new one once it was said', async () => {
    let [known, next] = ['sandbox-resident', 'password number 0'];
    let said = 0;
    for (let time = 0; time < 5; time += 1) {
      const session = await sessionOf(sandbox.http, 'guest');
      const passwords = await call(sandbox.http, 'auth', {}, { headers: credentials('resident', known) });
      const own = passwords.as<{ sessionID: string }>().sessionID;
      let acknowledged = false;
      const asked = change(own, known, next).then(
        ({ body }) => {
          acknowledged = body === true;
        },
        () => undefined,
      );
      // In the last round it is said before.
      await (time < 4 ? pause(time * 110) : asked);
      await sandbox.kill();
      await asked;
      await start();

      const [old, fresh] = [await login('resident', known), await login('resident', next)];
      if (acknowledged) assert.deepEqual([old, fresh], [401, 200], 'it was said');
      else assert.ok((old === 200) !== (fresh === 200), 'one of the two');
      if (acknowledged) said += 1;
      assert.equal(await version(session), 200);
      if (fresh === 200) known = next;
      next = `password number ${time + 1}`;
      await advance(sandbox.http, 1_000);
    }
    assert.ok(said >= 1, 'at least once it was in time');
  });

  test('a damaged file is refused with one line and left as it is', async () => {
    await version(await sessionOf(sandbox.http, 'resident'));
    await sandbox.stop();
    const images = readdirSync(folder.path).filter((name) => name.endsWith('.sqlite'));
    assert.ok(images.includes('controller.sqlite') && images.includes('twin.sqlite'), String(images));
    for (const image of images) {
      for (const damage of [
        (bytes: Buffer) => bytes.fill(0x5a, 100, bytes.length - 100),
        () => Buffer.from('<html>not a database</html>'),
      ]) {
        const copy = temporaryFolder();
        cpSync(folder.path, copy.path, { recursive: true });
        const file = join(copy.path, image);
        writeFileSync(file, damage(readFileSync(file)));
        const broken = readFileSync(file);

        const { status, stderr } = await run([
          'sandbox',
          '--json',
          '--http-port',
          '0',
          '--https-port',
          '0',
          ...ARGUMENTS,
          '--data',
          copy.path,
        ]);

        assert.equal(status, 2, `${image}: ${stderr}`);
        assert.match(stderr.trimEnd(), /^[^\n]{10,600}$/, image);
        assert.ok(stderr.includes(image), stderr);
        assert.deepEqual(readFileSync(file), broken, 'it was left untouched');
        copy.remove();
      }
    }
    await start();
  });
});
