import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fromBus, goodGateway, letIn } from '../../../property-tests/scripted-gateway.ts';
import { ack, life, linked, write } from '../../../property-tests/scripted-tunnel.ts';
import type { Frame } from '../frame/frame.ts';

describe('a tunnel', () => {
  test('asks to be let in, and sends where it is told to', () => {
    const { gateway, heard } = life();
    assert.deepEqual(gateway.sent, []);
    gateway.wire.events.opened();
    assert.deepEqual(gateway.sent, [{ is: 'connect-request', control: gateway.wire.own, data: gateway.wire.own }]);
    gateway.wire.say(letIn());

    assert.deepEqual([heard, gateway.wire.port], [['up 1105'], 4_000]);
  });

  test('gives up a gateway that does not answer, and tells it so if it answers late', () => {
    const { gateway, heard, pass } = life();
    gateway.wire.events.opened();
    pass(1.4);
    assert.deepEqual(heard, []);
    pass(0.2);
    assert.deepEqual(heard, ['down: the gateway does not answer']);
    gateway.wire.say(letIn(9));

    assert.deepEqual(gateway.sent.at(-1), { is: 'disconnect-request', channel: 9, control: gateway.wire.own });
    assert.ok(gateway.wire.isClosed);
    assert.equal(heard.length, 1);
  });

  test('says why it was not let in', () => {
    const { gateway, heard } = life();
    gateway.wire.events.opened();
    gateway.wire.say({ is: 'connect-response', channel: 0, status: 0x24, tunnel: null });

    assert.deepEqual(heard, ['down: all tunnels of the gateway are taken']);
    assert.ok(gateway.wire.isClosed);
  });

  test('notices within 15 seconds at any moment that the gateway does not answer any more', () => {
    for (let moment = 0; moment < 12; moment += 0.25) {
      const { gateway, heard, pass } = linked();
      pass(moment);
      gateway.answer = () => {};
      pass(15);
      assert.deepEqual(heard.slice(1), ['down: the gateway does not answer any more'], `frozen after ${moment} s`);
      assert.equal(gateway.sent.at(-1)?.is, 'disconnect-request');
    }
  });

  test('bears with a gateway that misses some questions, and not with one that forgot the tunnel', () => {
    const { gateway, heard, pass } = linked();
    let asked = 0;
    gateway.answer = (frame) => {
      if (frame.is !== 'connection-state-request') return;
      asked += 1;
      if (asked % 4 === 0) gateway.wire.say({ is: 'connection-state-response', channel: 7, status: 0 });
      else gateway.wire.say({ is: 'connection-state-response', channel: asked % 2 === 0 ? 7 : 8, status: 0x27 });
    };
    pass(600);
    assert.deepEqual(heard, ['up 1105']);
    gateway.answer = () => gateway.wire.say({ is: 'connection-state-response', channel: 7, status: 0x21 });
    pass(8);

    assert.deepEqual(heard.slice(1), ['down: the gateway does not know the connection any more']);
  });

  test('leaves a gateway that has nothing but trouble with its bus', () => {
    const { gateway, heard, pass } = linked();
    gateway.answer = (frame) => {
      if (frame.is !== 'connection-state-request') return;
      gateway.wire.say({ is: 'connection-state-response', channel: 7, status: 0x27 });
    };
    pass(15);

    assert.deepEqual(heard.slice(1), ['down: the gateway does not answer any more']);
  });

  test('ends when the gateway wants it, politely', () => {
    const { gateway, heard, outcomes, send } = linked();
    send(write(1));
    gateway.wire.say({ is: 'disconnect-request', channel: 7, control: gateway.wire.own });

    assert.deepEqual(gateway.sent.at(-1), { is: 'disconnect-response', channel: 7, status: 0 });
    assert.deepEqual([heard.length, outcomes.length, gateway.wire.isClosed], [2, 1, true]);
  });

  test('says goodbye, and waits no longer than a moment to hear it back', async () => {
    for (const answers of [true, false]) {
      const { gateway, heard, tunnel, pass } = linked();
      const closed = tunnel.close();
      assert.equal(gateway.sent.at(-1)?.is, 'disconnect-request');
      if (answers) gateway.wire.say({ is: 'disconnect-response', channel: 7, status: 0 });
      else pass(0.3);
      await closed;
      assert.ok(gateway.wire.isClosed);
      assert.deepEqual(heard, ['up 1105']);
    }
  });

  test('survives a gateway that says anything at any time, and every telegram has one outcome', () => {
    const small = fc.nat(9);
    const lies: fc.Arbitrary<Frame> = fc.oneof(
      small.map((channel) => letIn(channel)),
      small.map((status): Frame => ({ is: 'connect-response', channel: 0, status: status + 1, tunnel: null })),
      fc.tuple(small, small, small).map(([channel, sequence, status]) => ack(sequence, status >> 2, channel)),
      fc
        .tuple(small, fc.constantFrom('indication' as const, 'confirmation' as const))
        .map(([sequence, message]) => fromBus(sequence, write(1), message)),
      small.map(
        (channel): Frame => ({
          is: 'disconnect-request',
          channel,
          control: { protocol: 'udp', host: '1.2.3.4', port: 1 },
        }),
      ),
      small.map((channel): Frame => ({ is: 'disconnect-response', channel, status: 0 })),
      fc.tuple(small, small).map(([channel, status]): Frame => ({ is: 'connection-state-response', channel, status })),
      small.map((sequence): Frame => ({ is: 'tunnelling-request', channel: 7, sequence, cemi: new Uint8Array(12) })),
    );
    const steps = fc.array(fc.oneof(lies, fc.constant('send' as const), fc.constant('pass' as const)), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, fc.boolean(), (script, good) => {
        const { gateway, heard, outcomes, send, pass } = linked();
        if (good) gateway.answer = goodGateway();
        let asked = 0;
        for (const step of script) {
          if (step === 'pass') pass(0.7);
          else if (step === 'send') {
            send(write(1));
            asked += 1;
          } else gateway.wire.say(step);
        }
        gateway.answer = () => {};
        pass(60);
        assert.equal(outcomes.length, asked);
        assert.equal(heard.filter((line) => line.startsWith('down')).length, 1);
        assert.ok(gateway.wire.isClosed);
      }),
      { numRuns: 3_000 },
    );
  });
});
