import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { describe, type TestContext, test } from 'node:test';
import { noOtherMachine, OtherMachine } from '../../../property-tests/other-machine.ts';
import { RoutingVoice } from '../../../property-tests/routing-voice.ts';
import type { Frame } from '../frame/frame.ts';
import { type Backbone, openMulticastWire } from './multicast-wire.ts';

/** One that nobody else on this machine takes. */
const OURS = `239.254.${(process.pid >> 8) & 255}.${process.pid & 255}`;
const lost = (count: number): Frame => ({ is: 'routing-lost-message', state: 0, lost: count });

/** A wire that notes what it tells. */
const join = async (context: TestContext, backbone: Omit<Backbone, 'port'>) => {
  const told: string[] = [];
  const wire = openMulticastWire(
    { ...backbone, port: 3_671 },
    {
      joined: (name, address) => told.push(`joined ${name} ${address}`),
      frame: (frame, from) => told.push(`${frame.is === 'routing-lost-message' ? frame.lost : frame.is} ${from}`),
      failed: (reason) => told.push(`failed: ${reason}`),
    },
  );
  context.after(() => wire.close());
  await until(() => told.length > 0);
  const send = (frame: Frame) => new Promise<string | null>((resolve) => wire.send(frame, resolve));
  return { wire, told, send };
};

describe('a multicast address', () => {
  test('is joined by name or by address, and whoever is there hears everybody', async (context) => {
    const one = await join(context, { multicast: OURS, interface: 'lo' });
    const other = await join(context, { multicast: OURS, interface: '127.0.0.1' });
    assert.equal(await one.send(lost(1)), null);
    await until(() => one.told.length + other.told.length === 4);
    assert.equal(await other.send(lost(2)), null);
    await until(() => one.told.length + other.told.length === 6);

    for (const { told, wire } of [one, other]) {
      assert.deepEqual(told, ['joined lo 127.0.0.1', '1 127.0.0.1', '2 127.0.0.1']);
      wire.look();
      assert.equal(told.length, 3);
    }
  });

  test('with nonsense on it is as good as without', async (context) => {
    const { told } = await join(context, { multicast: OURS, interface: 'lo' });
    const voice = await RoutingVoice.join(OURS, '127.0.0.1');
    context.after(() => voice.leave());
    for (const hex of ['', '00', '0610', '0610 0530 0006', '0610 0531 000a 05 00 0001', 'ff'.repeat(600)])
      voice.say(hex);
    voice.lost(7);
    await until(() => told.includes('7 127.0.0.1'));

    assert.deepEqual(told, ['joined lo 127.0.0.1', '7 127.0.0.1']);
  });

  test('is not mixed with what is sent to this machine alone', async (context) => {
    const { told } = await join(context, { multicast: OURS, interface: 'lo' });
    const socket = createSocket('udp4');
    context.after(() => socket.close());
    const bytes = Buffer.from('06100531000a04000005', 'hex');
    await new Promise<void>((resolve) => socket.send(bytes, 3_671, '127.0.0.1', () => resolve()));
    const voice = await RoutingVoice.join(OURS, '127.0.0.1');
    context.after(() => voice.leave());
    voice.lost(7);
    await until(() => told.includes('7 127.0.0.1'));

    assert.deepEqual(told, ['joined lo 127.0.0.1', '7 127.0.0.1']);
  });

  test('on an interface that is not there is not joined, and nothing is sent', async (context) => {
    const { told, send } = await join(context, { multicast: OURS, interface: 'nowhere0' });

    assert.match(told[0] ?? '', /^failed: there is no interface nowhere0 that is up; there are: \S+/);
    assert.equal(await send(lost(1)), 'the network was left');
  });

  describe('in a network that comes and goes', { skip: noOtherMachine }, () => {
    test('is lost when the interface is gone, and when it was away for a moment', async (context) => {
      const machine = new OtherMachine();
      context.after(() => machine.end());
      const { multicast, cableHere, here } = machine;
      for (const [away, says] of [
        [false, `${cableHere} was taken away for a moment`],
        [true, `${cableHere} (${here}) is gone`],
      ] as const) {
        const { wire, told } = await join(context, { multicast, interface: cableHere });
        wire.look();
        assert.deepEqual(told, [`joined ${cableHere} ${here}`]);
        machine.takeAway();
        if (!away) machine.plugIn();
        wire.look();
        wire.look();
        assert.deepEqual(told.slice(1), [`failed: ${says}`]);
      }
      machine.plugIn();
      assert.deepEqual((await join(context, { multicast, interface: cableHere })).told, [
        `joined ${cableHere} ${here}`,
      ]);
    });

    test('is not mixed with the same address in another network of this machine', async (context) => {
      const [ours, other] = [new OtherMachine(), new OtherMachine()];
      context.after(() => {
        ours.end();
        other.end();
      });
      const { multicast } = ours;
      const here = await join(context, { multicast, interface: ours.cableHere });
      const there = await join(context, { multicast, interface: other.cableHere });
      const own = await RoutingVoice.join(multicast, ours.here);
      const foreign = await RoutingVoice.join(multicast, other.here);
      context.after(() => {
        own.leave();
        foreign.leave();
      });
      // The machine gives all of them everything.
      foreign.lost(1);
      await until(() => own.heard.length > 0);
      own.lost(2);
      await until(() => here.told.length > 1 && there.told.length > 1);

      assert.deepEqual([here.told[1], there.told[1]], [`2 ${ours.here}`, `1 ${other.here}`]);
      assert.equal(here.told.length + there.told.length, 4);
    });
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_500; tries += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('it did not happen within 30 seconds');
}
