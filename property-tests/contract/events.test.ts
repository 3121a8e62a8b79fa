import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { COMPONENT_UPDATE } from '../../docs/spec/index.ts';
import { deafListener } from '../deaf-listener.ts';
import { pause, type RunningSandbox, startSandbox, until } from '../fixtures.ts';
import { advance, as, call, control, send, sessionOf } from '../http-client.ts';
import { assertShape } from '../shape.ts';
import { readyWith, type SocketClient } from '../socket-client.ts';

const WAYS = [
  { generation: 4, transport: 'websocket' },
  { generation: 4, transport: 'polling' },
  { generation: 2, transport: 'websocket' },
  { generation: 2, transport: 'polling' },
] as const;

interface Entry {
  readonly kind: string;
  readonly cid: string;
  readonly property: string;
  readonly value: unknown;
  readonly content: unknown;
}

describe('changes are told as they happen', () => {
  let sandbox: RunningSandbox;
  const press = (cid: string, content: number) =>
    control(sandbox.http, '/devices', { cid, property: 'state', content });
  const entries = async (): Promise<readonly Entry[]> =>
    (await send(`${sandbox.http}/sandbox/v1/journal`)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry)
      .filter(({ kind }) => kind === 'entry');
  /** Weeks go by in some of the tests. */
  const lasting = () => sessionOf(sandbox.http, 'resident', { headers: { 'auth-persistent': 'true' } });
  const everybody = async (username: 'resident' | 'guest' = 'resident'): Promise<readonly SocketClient[]> => {
    const sockets: SocketClient[] = [];
    for (const way of WAYS) sockets.push(await readyWith(sandbox.http, await sessionOf(sandbox.http, username), way));
    return sockets;
  };

  before(async () => {
    sandbox = await startSandbox();
  });
  beforeEach(() => control(sandbox.http, '/reset', {}));
  after(() => sandbox.stop());

  test('a command is told when the device has done it, on every generation and transport', async () => {
    const sockets = await everybody();
    await call(
      sandbox.http,
      'componentUpdate',
      { cid: 'C7', property: 'brightness', value: 60 },
      { headers: as('resident') },
    );
    await pause(100);
    for (const socket of sockets)
      assert.deepEqual(socket.updates(), [], 'nothing has happened as long as time stands still');

    await advance(sandbox.http, 10);

    for (const socket of sockets) {
      await until(
        () =>
          socket
            .updates()
            .some(({ cid, property, value }) => cid === 'C7' && property === 'brightness' && value === 60),
        'the lamp at 60',
      );
      for (const update of socket.updates()) assertShape(update, COMPONENT_UPDATE);
      assert.equal(socket.updates().find(({ property }) => property === 'brightness')?.unit, '%');
      socket.close();
    }
  });

  test('everything that the journal has as an entry is told once, in that order, and nothing else', async () => {
    const sockets = await everybody();
    const before = (await entries()).length;
    await call(
      sandbox.http,
      'componentUpdate',
      { cid: 'C10', property: 'position', value: 70 },
      { headers: as('resident') },
    );
    for (const step of [0.5, 30, 600, 3_600]) {
      await advance(sandbox.http, step);
      await press('C1', 1);
      await press('C1', 0);
    }
    const expected = (await entries())
      .slice(before)
      .map(({ cid, property, value, content }) => ({ cid, property, value, content }));
    assert.ok(expected.length > 60, `${expected.length} entries`);

    for (const socket of sockets) {
      await until(
        () => socket.updates().length >= expected.length,
        `${expected.length} updates, ${socket.updates().length} so far`,
      );
      await pause(50);
      assert.deepEqual(
        socket.updates().map(({ cid, property, value, content }) => ({ cid, property, value, content })),
        expected,
      );
      socket.close();
    }
  });

  test('one frame is one update, even if the device says the same again', async () => {
    const [socket] = await everybody();
    assert.ok(socket);
    for (let time = 0; time < 3; time += 1) await press('C1', 1);

    await until(() => socket.updates().length === 3, 'three updates');
    socket.close();
  });

  test('what happens at one instant comes in one array', async () => {
    const [socket] = await everybody();
    assert.ok(socket);
    await advance(sandbox.http, 3_600);
    await until(() => socket.updates().length > 20, 'an hour of living');
    await pause(50);

    assert.ok(
      socket.batches.length < socket.updates().length / 2,
      `${socket.batches.length} arrays for ${socket.updates().length} updates`,
    );
    for (const batch of socket.batches) assert.ok(Array.isArray(batch) && batch.length > 0);
    socket.close();
  });

  test('a listener hears only of what it may see', async () => {
    const guests = await everybody('guest');
    const visible = new Set(
      (await call(sandbox.http, 'getAllComponents', {}, { headers: as('guest') }))
        .as<readonly { cid: string }[]>()
        .map(({ cid }) => cid),
    );
    const before = (await entries()).length;
    await press('C57', 1);
    await press('C1', 1);
    await advance(sandbox.http, 7_200);
    const since = (await entries()).slice(before);
    const expected = since
      .filter(({ cid }) => visible.has(cid))
      .map(({ cid, property, content }) => ({ cid, property, content }));
    assert.ok(since.length > expected.length, 'something happened that a guest may not see');

    for (const guest of guests) {
      await until(() => guest.updates().length >= expected.length, 'all that may be seen');
      await pause(50);
      assert.deepEqual(
        guest.updates().map(({ cid, property, content }) => ({ cid, property, content })),
        expected,
      );
      guest.close();
    }
  });

  test('the value is processed and the content is raw', async () => {
    const [socket] = await everybody();
    assert.ok(socket);
    await press('C1', 1);
    await control(sandbox.http, '/devices', { cid: 'C3', property: 'state', content: 1 });
    await advance(sandbox.http, 3_600);
    await until(() => socket.updates().length > 20, 'an hour of living');

    for (const { value, content } of socket.updates()) {
      assert.notEqual(typeof content, 'boolean');
      if (typeof value === 'boolean') assert.ok(content === 0 || content === 1, JSON.stringify({ value, content }));
    }
    assert.ok(
      socket.updates().some(({ value, content }) => typeof value === 'number' && value !== content),
      'some are scaled',
    );
    socket.close();
  });

  test('a listener that does not read is cut off, and the others notice nothing', async () => {
    const { deaf, cut } = await deafListener(sandbox.http, await lasting());
    const socket = await readyWith(sandbox.http, await lasting());
    const before = (await entries()).length;

    // The network in between holds a good deal by itself.
    const began = Date.now();
    while (!cut()) {
      await advance(sandbox.http, 2 * 86_400);
      assert.ok(Date.now() - began < 15_000, 'time goes on as slowly as the one that does not read');
    }
    const expected = (await entries()).length - before;
    await until(() => socket.updates().length >= expected, `the other has heard of all ${expected}`, 10_000);

    assert.equal(socket.updates().length, expected);
    deaf.destroy();
    socket.close();
  });
});
