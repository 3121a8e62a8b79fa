import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import fc from 'fast-check';
import { until } from '../../property-tests/fixtures.ts';
import { passwordOf, readyWith } from '../../property-tests/socket-client.ts';
import { type SocketHouse, socketHouse } from '../../property-tests/socket-house.ts';
import { asFrame, joinedWire, openWire } from '../../property-tests/socket-wire.ts';
import { type Instant, later, seconds, VirtualClock } from '../../twin/index.ts';
import { SOCKET_LIMITS } from './limits.ts';

let house: SocketHouse;
before(async () => {
  house = await socketHouse();
});
after(async () => {
  await house.close();
  assert.deepEqual(house.problems, []);
});

const AUTH = asFrame(1, 'auth', passwordOf('resident'));
const QUIET = 60;

for (const generation of [4, 2] as const) {
  describe(`on the wire of a Socket.io ${generation} client`, () => {
    test('an auth that is sent before the question for a login is lost, and the line survives', async (t) => {
      const wire = await openWire(house.local, generation);
      t.after(wire.close);

      wire.send('40/api/v1,', AUTH, asFrame(2, 'getVersion'));
      await wire.hear('42/api/v1,["stateChange"');
      await new Promise((passed) => setTimeout(passed, QUIET));
      const early = wire.heard.filter((text) => text.startsWith('43'));
      wire.send(asFrame(3, 'auth', passwordOf('resident')));
      await wire.hear('43/api/v1,3[{"sessionID":null');

      assert.deepEqual(early, []);
    });

    test('calls for a namespace that was not joined are lost, and the line survives', async (t) => {
      const wire = await openWire(house.local, generation);
      t.after(wire.close);

      wire.send(AUTH, '42["auth",{}]', '421["getVersion"]', '42/other,1["getVersion"]', '41/api/v1,', '43/api/v1,1[1]');
      wire.send('40/api/v1,');
      await wire.hear('42/api/v1,["stateChange"');
      wire.send(AUTH);

      await wire.hear('43/api/v1,1[{');
    });

    test('a call in the same breath as a handshake with a session is lost too', async (t) => {
      const wire = await openWire(house.local, generation, `&x-service-sid=${await house.session('resident')}`);
      t.after(wire.close);

      wire.send('40/api/v1,', asFrame(1, 'getVersion'));
      await wire.hear('40/api/v1');
      wire.send(asFrame(2, 'getVersion'));
      await wire.hear('43/api/v1,2[{');

      assert.equal(
        wire.heard.some((text) => text.startsWith('43/api/v1,1')),
        false,
      );
    });

    test('whoever connects twice is connected once', async (t) => {
      const wire = await openWire(house.local, generation);
      t.after(wire.close);

      wire.send('40/api/v1,', '40/api/v1,', '40/api/v1,');
      await wire.hear('42/api/v1,["stateChange"');
      wire.send('40/api/v1,', AUTH);
      await wire.hear('43/api/v1,1[{');

      assert.equal(wire.heard.filter((text) => text.startsWith('40/api/v1')).length, 1);
      assert.equal(wire.heard.filter((text) => text.includes('stateChange')).length, 1);
    });

    test('a client that leaves the namespace may join it again, and starts anew', async (t) => {
      const wire = await joinedWire(house.local, generation);
      t.after(wire.close);
      wire.send(AUTH);
      await wire.hear('43/api/v1,1[{');

      wire.send('41/api/v1,');
      await new Promise((passed) => setTimeout(passed, QUIET));
      wire.send('40/api/v1,');
      await until(() => wire.heard.filter((text) => text.includes('stateChange')).length === 2, 'a second stateChange');
      wire.send(asFrame(2, 'getVersion'), asFrame(3, 'auth', {}));
      await wire.hear('43/api/v1,3[{"errorCode":106');

      assert.equal(
        wire.heard.some((text) => text.startsWith('43/api/v1,2')),
        false,
      );
      wire.send('41/api/v1,', '40/api/v1,');
      await until(wire.closed, 'the end of a line that leaves and joins in one breath');
    });

    test('the answer to a logout comes before the question for a login, and whatever follows is lost', async (t) => {
      const wire = await joinedWire(house.local, generation, `&x-service-sid=${await house.session('resident')}`);
      t.after(wire.close);

      wire.send(asFrame(1, 'logout'));
      await wire.hear('42/api/v1,["stateChange"');
      wire.send(asFrame(2, 'getVersion'), asFrame(3, 'auth', {}));
      await wire.hear('43/api/v1,3');

      const order = wire.heard.filter((text) => /^4[23]/.test(text)).map((text) => text.slice(0, 13));
      assert.deepEqual(order, ['43/api/v1,1[t', '42/api/v1,["s', '43/api/v1,3[{']);
    });

    test('bytes for parameters are told 106, and no attachment is waited for', async (t) => {
      const wire = await joinedWire(house.local, generation, `&x-service-sid=${await house.session('resident')}`);
      t.after(wire.close);
      const placeholder = { _placeholder: true, num: 0 };
      const bytes = Buffer.from(generation === 4 ? 'bytes' : '\u0004bytes');

      wire.send(`452-/api/v1,1${JSON.stringify(['getVersion', placeholder])}`, bytes);
      await wire.hear('43/api/v1,1[{"errorCode":106');
      wire.send(bytes, asFrame(2, 'getVersion'));

      await wire.hear('43/api/v1,2[{"api"');
    });

    test('a call without a callback is carried out', async (t) => {
      const wire = await joinedWire(house.local, generation, `&x-service-sid=${await house.session('resident')}`);
      t.after(wire.close);
      house.report('C3', 0);

      wire.send('42/api/v1,["componentUpdate",{"cid":"C3","property":"state","value":true}]');
      wire.send('42/api/v1,["nothing of the kind"]', '42/api/v1,[7,{}]');
      wire.send(asFrame(1, 'getVersion', {}, {}), asFrame(2, 'getVersion'));
      await wire.hear('43/api/v1,2');

      assert.equal(house.twin.components.get('C3')?.entry('state')?.content, 1);
      assert.equal(wire.heard.filter((text) => text.startsWith('43')).length, 2);
      await wire.hear('43/api/v1,1[{"errorCode":106');
    });

    test('what is no Socket.io ends the line and nothing else', async (t) => {
      const [session] = await Promise.all([house.session('resident')]);
      const witness = await readyWith(house.local, session);
      t.after(witness.close);
      const frames = [
        ...['4', '49', '4a', '42', '42/api/v1,', '42/api/v1,{', '42/api/v1,{}', '42/api/v1,[]', '42/api/v1,[null]'],
        ...['42/api/v1,["disconnect"]', '42/api/v1,["newListener"]', '40/api/v1,[]', '41/api/v1,{}', '44/api/v1,{}'],
        ...['45-["a"]', '450["a"]', '45x-["a"]', '459999-["a"]', '42/api/v1,1e9', '42/api/v1,"auth"'],
        ...[Buffer.from('\u0004bytes that belong to nothing'), `40/${'x'.repeat(5_000)}`, '\u0000'],
        ...[`42/api/v1,${'['.repeat(200_000)}`, 'x'.repeat(SOCKET_LIMITS.packetBytes.value + 1)],
      ];

      for (const frame of frames) {
        const wire = await joinedWire(house.local, generation, `&x-service-sid=${session}`);
        wire.send(frame);
        await until(wire.closed, `the end of a line after ${String(frame).slice(0, 40)}`);
      }

      assert.ok(await witness.ask('getVersion'));
      assert.deepEqual(witness.states, []);
    });

    test('parameters of any shape and depth are answered', async (t) => {
      const wire = await joinedWire(house.local, generation, `&x-service-sid=${await house.session('admin')}`);
      t.after(wire.close);
      let id = 1;

      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      wire.send(`42/api/v1,1["getComponentData",${deep}]`);
      await wire.hear('43/api/v1,1[');
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('getVersion', 'getComponentData', 'componentUpdate', 'executeScene', 'init', 'auth', 'x'),
          fc.array(fc.jsonValue(), { maxLength: 3 }),
          async (call, parameters) => {
            id += 1;
            wire.send(asFrame(id, call, ...parameters));
            await wire.hear(`43/api/v1,${id}[`);
          },
        ),
        { numRuns: 200 },
      );

      assert.equal(wire.closed(), false);
    });
  });
}

test('calls beyond the limit that wait for their answer are told 116 at once', async (t) => {
  const own = await socketHouse({
    gate: (real) => ({
      handle: (request) => (request.call === 'sleep' ? new Promise(() => undefined) : real.handle(request)),
    }),
  });
  t.after(own.close);
  const wire = await joinedWire(own.local, 4, `&x-service-sid=${await own.session('admin')}`);
  const most = SOCKET_LIMITS.callsInFlight.value;

  for (let id = 1; id <= most + 2; id += 1) wire.send(asFrame(id, 'sleep'));
  await wire.hear(`43/api/v1,${most + 2}[{"errorCode":116`);

  assert.equal(wire.heard.filter((text) => text.startsWith('43')).length, 2);
  assert.equal(own.drops.calls, 2);
  wire.close();
});

test('a client that never joins the namespace is cut off', async (t) => {
  const networkClock = new VirtualClock(0 as Instant);
  const own = await socketHouse({ networkClock });
  t.after(async () => {
    const closed = own.close().then(() => true);
    const goOn = () => new Promise<boolean>((passed) => setImmediate(passed, false));
    while (!(await Promise.race([closed, goOn()]))) pass(1);
  });
  const wires = await Promise.all(([4, 2] as const).map((generation) => openWire(own.local, generation)));
  const joined = await joinedWire(own.local, 4);
  const left = await joinedWire(own.local, 2);
  const pass = (time: number) => networkClock.advanceTo(later(networkClock.now(), seconds(time)));

  left.send('41/api/v1,', '42/api/v1,["nothing"]');
  wires[1]?.send('40/other,');
  await wires[1]?.hear('44/other');
  pass(SOCKET_LIMITS.joinSeconds.value - 1);
  const early = wires.map((wire) => wire.closed());
  pass(1);
  await until(() => [...wires, left].every((wire) => wire.closed()), 'the end of those who are in no namespace');

  assert.deepEqual([early, joined.closed()], [[false, false], false]);
  joined.close();
});
