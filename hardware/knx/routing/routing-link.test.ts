import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amongRouters } from '../../../property-tests/scripted-backbone.ts';
import type { WriteOutcome } from '../../../twin/index.ts';
import { encodeCemi } from '../frame/cemi.ts';
import type { Frame } from '../frame/frame.ts';
import type { LinkTelegram, Telegram } from '../frame/telegram.ts';

const write = (value: number, group = 0x0901): Telegram => ({
  service: 'write',
  group,
  payload: { short: true, data: Uint8Array.of(value) },
});
const passedOn = (
  telegram: Telegram,
  source = 0x1105,
  message: LinkTelegram['message'] = 'indication',
): Extract<Frame, { readonly is: 'routing-indication' }> => ({
  is: 'routing-indication',
  cemi: encodeCemi({ message, source, telegram, failed: false }),
});
const busy = (wait: number, mask = 0): Frame => ({ is: 'routing-busy', state: 0, wait, mask });
const lost = (count: number): Frame => ({ is: 'routing-lost-message', state: 0, lost: count });
const ROUTER = '10.0.0.9';
const OURSELVES = '10.0.0.3';

describe('a link among routers', () => {
  test('is up once the network was joined, and says as whom', () => {
    const { heard, said, pass } = amongRouters();
    assert.deepEqual(heard, []);
    pass(0.1);

    assert.deepEqual(heard, ['up']);
    assert.deepEqual(said, ['joined 224.0.23.12 on eth0 (10.0.0.3) as 1.1.250']);
  });

  test('says once why it cannot join, tries again for as long as it takes, and is up soon after', () => {
    const { backbone, heard, said, pass } = amongRouters();
    backbone.trouble = 'there is no interface eth0';
    pass(3_600);
    assert.deepEqual(heard, []);
    assert.deepEqual(said, ['cannot join 224.0.23.12: there is no interface eth0']);
    assert.equal(backbone.wires.filter(({ isClosed }) => !isClosed).length, 0);
    backbone.trouble = null;
    pass(2);

    assert.deepEqual(heard, ['up']);
  });

  test('goes down with the network, comes back with it, and everything that is sent meanwhile fails at once', () => {
    const { backbone, heard, said, link, pass } = amongRouters();
    pass(60);
    backbone.trouble = 'eth0 is gone';
    pass(2);
    assert.deepEqual(heard, ['up', 'down']);
    const outcomes: WriteOutcome[] = [];
    link.send(write(1), (outcome) => outcomes.push(outcome));
    assert.deepEqual(outcomes, [{ ok: false, reason: 'there is no link to the routers' }]);
    backbone.trouble = null;
    pass(2);

    assert.deepEqual(heard, ['up', 'down', 'up']);
    assert.equal(said[1], 'lost 224.0.23.12: eth0 is gone');
  });

  test('notices a lost network at once when something is sent', () => {
    const { backbone, heard, link, pass } = amongRouters();
    pass(0.1);
    backbone.trouble = 'the network is down';
    const outcomes: WriteOutcome[] = [];
    link.send(write(1), (outcome) => outcomes.push(outcome));

    assert.deepEqual(outcomes, [{ ok: false, reason: 'the network did not take it: the network is down' }]);
    assert.deepEqual(heard, ['up', 'down']);
  });

  test('sends telegrams as its own individual address, each as an indication', () => {
    const { backbone, link, pass } = amongRouters();
    pass(0.1);
    link.send(write(1), () => {});
    link.send({ service: 'read', group: 0x0902 }, () => {});

    assert.deepEqual(backbone.sent, [
      { is: 'routing-indication', cemi: Uint8Array.from(Buffer.from('2900bce011fa0901010081', 'hex')) },
      { is: 'routing-indication', cemi: Uint8Array.from(Buffer.from('2900bce011fa0902010000', 'hex')) },
    ]);
  });

  test('hears what routers pass on, not what it said itself, and nothing that is no indication', () => {
    const { backbone, heard, pass } = amongRouters();
    pass(0.1);
    const say = backbone.wire.events.frame;
    say(passedOn(write(1)), ROUTER);
    say(passedOn(write(1), 0x11fa), OURSELVES);
    say(passedOn(write(2), 0x1105, 'request'), ROUTER);
    say(passedOn(write(3), 0x1105, 'confirmation'), ROUTER);
    say({ is: 'routing-indication', cemi: new Uint8Array(11) }, ROUTER);
    say({ is: 'tunnelling-request', channel: 0, sequence: 0, cemi: passedOn(write(4)).cemi }, ROUTER);
    say(passedOn({ service: 'read', group: 7 }), OURSELVES);

    assert.deepEqual(heard, ['up', 'write 2305 01', 'read 7']);
  });

  test('tells of a device with the same individual address, seldom, and still hears what it says', () => {
    const { backbone, heard, said, pass } = amongRouters();
    pass(0.1);
    for (let times = 0; times < 100; times += 1) backbone.wire.events.frame(passedOn(write(1), 0x11fa), '10.0.0.7');

    assert.deepEqual(heard, ['up', ...Array.from({ length: 100 }, () => 'write 2305 01')]);
    assert.deepEqual(said.slice(1), ['10.0.0.7 sends as 1.1.250, which is our address: give one of both another']);
  });

  test('is silent for as long as a router asks everybody for, and not where somebody else is asked', () => {
    const { backbone, link, pass, clock } = amongRouters();
    pass(1);
    backbone.wire.events.frame(busy(100, 0x8000), ROUTER);
    assert.ok(link.silentUntil() <= clock.elapsed());
    backbone.wire.events.frame(busy(100), ROUTER);

    assert.equal(link.silentUntil(), clock.elapsed() + 100);
  });

  test('counts what routers have lost, and tells it at once and then once a minute', () => {
    const { backbone, link, said, pass } = amongRouters();
    pass(0.1);
    assert.equal(link.lostByOthers, 0);
    for (let second = 0; second < 121; second += 1) {
      backbone.wire.events.frame(lost(3), ROUTER);
      pass(1);
    }

    assert.deepEqual(
      said.slice(1).map((line) => /(\d+) telegrams/.exec(line)?.[1]),
      ['3', '183', '363'],
    );
    assert.equal(link.lostByOthers, 363);
  });

  test('does nothing any more once it was closed', async () => {
    const { backbone, heard, said, link, pass } = amongRouters();
    pass(0.1);
    await link.close();
    backbone.wire.events.frame(passedOn(write(1)), ROUTER);
    backbone.trouble = 'gone';
    pass(60);

    assert.deepEqual([heard, said.length, backbone.wires.length], [['up'], 1, 1]);
    assert.ok(backbone.wire.isClosed);
  });
});
