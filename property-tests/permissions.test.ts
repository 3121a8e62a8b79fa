import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CALLS, NOT_IN_THE_GROUP } from '../docs/spec/index.ts';
import { pause, type RunningSandbox, startSandbox, temporaryFolder, until } from './fixtures.ts';
import { advance, call, control, credentials, type ListedComponent, withSession } from './http-client.ts';
import { commands, mayCall, sceneRefusal, sees, seesRoom, seesScene } from './models/permissions.ts';
import { everybody, type Resident, ROOMS, SCENES, SWITCHES, scenario } from './permission-house.ts';
import { SAMPLES } from './samples.ts';
import { readyWith, type SocketClient } from './socket-client.ts';

const PEOPLE = everybody();

/** The same question over one of the transports; refusals are answers too. */
type Ask = (call: string, input?: object) => Promise<unknown>;

describe('what somebody may do is the same on every path', () => {
  const folder = temporaryFolder();
  const sockets = new Map<Resident, SocketClient>();
  const sessions = new Map<Resident, string>();
  let sandbox: RunningSandbox;

  before(async () => {
    const file = join(folder.path, 'permissions.yaml');
    writeFileSync(file, scenario(PEOPLE));
    sandbox = await startSandbox(['--scenario', file]);
    for (const person of PEOPLE) {
      const login = await call(sandbox.http, 'auth', undefined, {
        headers: credentials(person.username, person.password),
      });
      assert.equal(login.status, 200, login.text);
      const id = login.as<{ sessionID: string }>().sessionID;
      sessions.set(person, id);
      sockets.set(person, await readyWith(sandbox.http, id));
    }
  });
  after(async () => {
    for (const socket of sockets.values()) socket.close();
    await sandbox.stop();
    folder.remove();
  });

  const paths = (person: Resident): Readonly<Record<string, Ask>> => ({
    HTTP: async (name, input) =>
      (await call(sandbox.http, name, input ?? {}, { headers: withSession(sessions.get(person) ?? '') })).body,
    'Socket.io': async (name, input) => sockets.get(person)?.ask(name, input ?? {}),
  });
  const told = (answer: unknown) => (answer as { errorCode?: number }).errorCode ?? answer;

  /** Asks for everybody over every path; answers how often. */
  const everywhere = async (look: (person: Resident, ask: Ask, where: string) => Promise<void>): Promise<number> => {
    let looked = 0;
    for (const person of PEOPLE) {
      for (const [path, ask] of Object.entries(paths(person))) {
        await look(
          person,
          ask,
          `${person.username} ${JSON.stringify(person.rooms)} ${JSON.stringify(person.scenes)} over ${path}`,
        );
        looked += 1;
      }
    }
    return looked;
  };

  test('the house has everybody in it', () => {
    assert.equal(PEOPLE.length, 65);
    assert.equal(sockets.size, 65);
  });

  test('every call is open to exactly the groups of its row', async () => {
    const admin = PEOPLE[0];
    const user = PEOPLE[1];
    assert.ok(admin && user);
    const tried = CALLS.filter(
      ({ who, name }) => who !== 'anybody' && !['logout', 'setPassword', 'executeScene'].includes(name),
    ).map(({ name }) => name);
    let refusals = 0;
    for (const person of [admin, user]) {
      for (const name of tried) {
        for (const [path, ask] of Object.entries(paths(person))) {
          const answer = told(await ask(name, SAMPLES[name]));
          if (mayCall(person, name))
            assert.notEqual(answer, NOT_IN_THE_GROUP.code, `${name} for ${person.group} over ${path}`);
          else {
            assert.equal(answer, NOT_IN_THE_GROUP.code, `${name} for ${person.group} over ${path}`);
            refusals += 1;
          }
        }
      }
    }
    assert.ok(refusals >= 2);
    const overHttp = await call(sandbox.http, 'getUsers', {}, { headers: withSession(sessions.get(user) ?? '') });
    assert.equal(overHttp.status, NOT_IN_THE_GROUP.status);
  });

  test('lists hold what may be seen, and nothing else', async () => {
    const looked = await everywhere(async (person, ask, where) => {
      const listed = (await ask('getAllComponents')) as readonly ListedComponent[];
      const rooms = (await ask('getRooms')) as readonly { id: number }[];
      const scenes = (await ask('getScenes')) as readonly { id: number; steps?: unknown }[];

      assert.deepEqual(
        listed.map(({ cid }) => cid).toSorted(),
        SWITCHES.filter((one) => sees(person, one.rooms)).map(({ cid }) => cid),
        where,
      );
      assert.deepEqual(
        rooms.map(({ id }) => id).toSorted(),
        ROOMS.filter((id) => seesRoom(person, id)),
        where,
      );
      assert.deepEqual(
        scenes.map(({ id }) => id).toSorted(),
        SCENES.filter(({ id }) => seesScene(person, id)).map(({ id }) => id),
        where,
      );
      for (const scene of scenes) assert.equal(scene.steps !== undefined, person.group === 'admin', `steps: ${where}`);
    });
    assert.equal(looked, 130);
  });

  test('a component is read by those who see it; for the others it is exactly like one that does not exist', async () => {
    let hidden = 0;
    await everywhere(async (person, ask, where) => {
      const missing = await ask('getComponentData', { cid: 'C999', property: 'state' });
      assert.equal(told(missing), 112);
      for (const { cid, rooms } of SWITCHES) {
        const answer = await ask('getComponentData', { cid, property: 'state' });
        if (sees(person, rooms)) assert.equal(typeof told(answer), 'object', `${cid}: ${where}`);
        else {
          assert.deepEqual(answer, missing, `${cid}: ${where}`);
          hidden += 1;
        }
      }
    });
    assert.ok(hidden > 50, `${hidden} hidden`);
  });

  test('a component is commanded by those whose rooms allow it; for the others the answer is false and nothing moves', async () => {
    let refused = 0;
    await everywhere(async (person, ask, where) => {
      for (const { cid, rooms } of SWITCHES) {
        const allowed = commands(person, rooms);
        const answer = await ask('componentUpdate', { cid, property: 'state', value: true });
        assert.deepEqual(answer, { [cid]: allowed }, `${cid}: ${where}`);
        if (!allowed) refused += 1;
      }
    });
    assert.ok(refused > 100, `${refused} refused`);

    await advance(sandbox.http, 5);
    const shut = PEOPLE.find((person) => !SWITCHES.some(({ rooms }) => commands(person, rooms)));
    assert.ok(shut, 'somebody may command nothing');
    const before = await journal(sandbox.http);
    for (const { cid } of SWITCHES)
      await paths(shut).HTTP?.('componentUpdate', { cid, property: 'state', value: false });
    await advance(sandbox.http, 5);
    const since = (await journal(sandbox.http)).slice(before.length);
    assert.equal(since.filter((line) => /"kind":"command"|"property":"state"/.test(line)).length, 0, since.join('\n'));
  });

  test('impossible values and missing parameters do not tell what is hidden', async () => {
    let hidden = 0;
    await everywhere(async (person, ask, where) => {
      for (const { cid, rooms } of SWITCHES.filter((one) => !sees(person, one.rooms))) {
        const answers = [
          [
            { property: 'state', value: 'purple' },
            { property: 'nothing', value: 1 },
          ],
          [{ property: 'state' }, { property: 'state', value: null }],
        ].flat();
        for (const rest of answers) {
          const answer = await ask('componentUpdate', { cid, ...rest });
          const missing = await ask('componentUpdate', { cid: 'C999', ...rest });
          assert.deepEqual(
            JSON.parse(JSON.stringify(answer).replaceAll(cid, 'C999')),
            missing,
            `${cid} ${JSON.stringify(rest)}: ${where} (${rooms})`,
          );
          hidden += 1;
        }
      }
    });
    assert.ok(hidden > 100);
  });

  test('a scene runs for those who may run it, whatever rooms it touches', async () => {
    const outcomes = new Set<unknown>();
    await everywhere(async (person, ask, where) => {
      for (const { id } of SCENES) {
        let done = false;
        const asked = ask('executeScene', { id }).finally(() => {
          done = true;
        });
        for (let tries = 0; tries < 50 && !done; tries += 1) {
          await advance(sandbox.http, 0.1);
          await pause(0);
        }
        const answer = told(await asked);
        assert.equal(answer, sceneRefusal(person, id) ?? true, `scene ${id}: ${where}`);
        outcomes.add(answer);
      }
      assert.equal(told(await ask('executeScene', { id: 999 })), 112, where);
    });
    assert.deepEqual(outcomes, new Set([true, 117]));
  });

  test('a change is told to those who see the component, and to nobody else', async () => {
    await advance(sandbox.http, 60);
    await pause(100);
    for (const socket of sockets.values()) socket.batches.length = 0;

    for (const { cid } of SWITCHES) {
      for (const content of [1, 0])
        assert.equal((await control(sandbox.http, '/devices', { cid, property: 'state', content })).status, 200);
    }
    const owner = PEOPLE[0] && sockets.get(PEOPLE[0]);
    await until(() => owner?.updates().length === SWITCHES.length * 2, 'the admin has heard of everything');
    await pause(100);

    for (const person of PEOPLE) {
      const heard = new Set(
        sockets
          .get(person)
          ?.updates()
          .map(({ cid }) => cid),
      );
      assert.deepEqual(
        [...heard].toSorted(),
        SWITCHES.filter((one) => sees(person, one.rooms)).map(({ cid }) => cid),
        `${person.username} ${JSON.stringify(person.rooms)}`,
      );
    }
  });
});

const journal = async (base: string): Promise<readonly string[]> =>
  (await (await fetch(`${base}/sandbox/v1/journal`)).text()).trim().split('\n');
