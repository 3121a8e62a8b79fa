import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fromBus } from '../../../property-tests/scripted-gateway.ts';
import { ack, linked, write } from '../../../property-tests/scripted-tunnel.ts';
import type { Telegram } from '../frame/telegram.ts';

describe('a telegram through a tunnel', () => {
  test('has sent a telegram when the bus confirms it, not when the gateway takes it', () => {
    const { gateway, outcomes, send, pass } = linked();
    for (let number = 0; number < 600; number += 1) {
      send(write(number & 1));
      const sequence = number & 255;
      assert.equal(gateway.sentAs('tunnelling-request').at(-1)?.sequence, sequence);
      gateway.wire.say(ack(sequence));
      pass(0.001);
      assert.equal(outcomes.length, number);
      gateway.wire.say(fromBus(sequence, write(number & 1), 'confirmation'));
      assert.deepEqual(outcomes[number], { ok: true });
    }
  });

  test('takes a confirmation that overtakes the acknowledgement', () => {
    const { gateway, outcomes, send } = linked();
    send(write(1));
    gateway.wire.say(fromBus(0, write(1), 'confirmation'));
    assert.equal(outcomes.length, 0);
    gateway.wire.say(ack(0));

    assert.deepEqual(outcomes, [{ ok: true }]);
  });

  test('takes nothing for the confirmation that is for another telegram, or for somebody else', () => {
    const { gateway, outcomes, send } = linked();
    send(write(1));
    gateway.wire.say(ack(0));
    gateway.wire.say(fromBus(0, write(0), 'confirmation'));
    gateway.wire.say(fromBus(1, write(1, 0x0902), 'confirmation'));
    gateway.wire.say(fromBus(2, write(1), 'indication'));
    gateway.wire.say(fromBus(3, { ...write(1), service: 'response' } as Telegram, 'confirmation'));
    gateway.wire.say(fromBus(4, write(1), 'confirmation', { channel: 8 }));

    assert.deepEqual(outcomes, []);
  });

  test('has failed if the bus says so, or nothing within three seconds, and goes on', () => {
    const { gateway, heard, outcomes, send, pass } = linked();
    send(write(1));
    gateway.wire.say(ack(0));
    gateway.wire.say(fromBus(0, write(1), 'confirmation', { failed: true }));
    send(write(1));
    gateway.wire.say(ack(1));
    pass(2.9);
    assert.equal(outcomes.length, 1);
    pass(0.2);
    send(write(0));
    gateway.wire.say(ack(2));
    gateway.wire.say(fromBus(1, write(0), 'confirmation'));

    assert.deepEqual(outcomes, [
      { ok: false, reason: 'nobody on the bus acknowledged it' },
      { ok: false, reason: 'the gateway took it, but the bus did not confirm it' },
      { ok: true },
    ]);
    assert.deepEqual(heard, ['up 1105']);
  });

  test('repeats a telegram once with the same number, then leaves', () => {
    const { gateway, heard, outcomes, send, pass } = linked();
    send(write(1));
    gateway.wire.say(ack(1));
    gateway.wire.say(ack(0, 0, 8));
    pass(0.9);
    assert.equal(gateway.sent.length, 1);
    pass(0.2);
    const [first, second] = gateway.sentAs('tunnelling-request');
    assert.deepEqual(first, second);
    pass(1);

    assert.equal(gateway.sentAs('tunnelling-request').length, 2);
    assert.equal(gateway.sent.at(-1)?.is, 'disconnect-request');
    assert.deepEqual(outcomes, [{ ok: false, reason: 'the gateway acknowledges nothing' }]);
    assert.deepEqual(heard.slice(1), ['down: the gateway acknowledges nothing']);
  });

  test('repeats what was acknowledged with an error, and is content with the second try', () => {
    const { gateway, outcomes, send } = linked();
    send(write(1));
    gateway.wire.say(ack(0, 0x29));
    assert.equal(gateway.sentAs('tunnelling-request').length, 2);
    gateway.wire.say(ack(0));
    gateway.wire.say(fromBus(0, write(1), 'confirmation'));

    assert.deepEqual(outcomes, [{ ok: true }]);
  });

  test('takes every telegram once, and acknowledges no number that is out of turn', () => {
    const { gateway, heard } = linked();
    for (const [sequence, group] of [
      [0, 1],
      [0, 1],
      [1, 2],
      [3, 9],
      [255, 9],
      [1, 2],
      [2, 3],
    ] as const) {
      gateway.wire.say(fromBus(sequence, write(1, group)));
    }
    gateway.wire.say(fromBus(3, write(1, 9), 'indication', { channel: 8 }));

    assert.deepEqual(heard.slice(1), ['write 1', 'write 2', 'write 3']);
    assert.deepEqual(
      gateway.sentAs('tunnelling-ack').map(({ sequence }) => sequence),
      [0, 0, 1, 1, 2],
    );
  });

  test('over a stream neither acknowledges nor repeats', () => {
    const { gateway, heard, outcomes, send, pass } = linked({ reliable: true });
    gateway.wire.say(fromBus(0, write(1, 1)));
    send(write(1));
    pass(2);
    gateway.wire.say(fromBus(9, write(1), 'confirmation'));

    assert.deepEqual(
      gateway.sent.map(({ is }) => is),
      ['tunnelling-request'],
    );
    assert.deepEqual([heard.slice(1), outcomes], [['write 1'], [{ ok: true }]]);
  });
});
