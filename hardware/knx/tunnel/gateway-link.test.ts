import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goodGateway, ScriptedGateway } from '../../../property-tests/scripted-gateway.ts';
import { type Instant, VirtualClock, type WriteOutcome } from '../../../twin/index.ts';
import { GatewayLink } from './gateway-link.ts';

/** A link to gateways by name, each of which a test switches on and off. */
const life = (...names: readonly string[]) => {
  const clock = new VirtualClock(0 as Instant);
  const gateways = new Map(names.map((name) => [name, new ScriptedGateway()]));
  const on = (name: string) => {
    const gateway = gateways.get(name);
    if (gateway !== undefined) gateway.answer = goodGateway();
  };
  const off = (name: string) => {
    const gateway = gateways.get(name);
    if (gateway !== undefined) gateway.answer = () => {};
  };
  const said: string[] = [];
  const links: string[] = [];
  const link = new GatewayLink({
    gateways: names.map((host) => ({ host, port: 3_671 })),
    open: (gateway, events) => {
      const wire = gateways.get(gateway.host)?.open(gateway, events) ?? assert.fail('no such gateway');
      // As with a socket, it is open a moment later.
      clock.after(1 as never).subscribe(() => {
        if (!(wire as unknown as { isClosed: boolean }).isClosed) events.opened();
      });
      return wire;
    },
    clock,
    up: () => links.push('up'),
    down: () => links.push('down'),
    telegram: () => {},
    say: (line) => said.push(line),
  });
  const pass = (seconds: number) => clock.advanceTo((clock.now() + seconds * 1_000) as Instant);
  return { clock, gateways, on, off, said, links, link, pass };
};

describe('the link to gateways', () => {
  for (const count of [1, 2]) {
    test(`is up within five seconds of one of ${count} coming back, at whatever moment that is`, () => {
      const names = ['main', 'spare'].slice(0, count);
      for (let moment = 20; moment < 30; moment += 0.1) {
        const { on, off, links, pass } = life(...names);
        for (const name of names) on(name);
        pass(1);
        for (const name of names) off(name);
        pass(moment);
        assert.deepEqual(links, ['up', 'down']);
        on('main');
        pass(5);
        assert.deepEqual(links, ['up', 'down', 'up'], `back after ${moment} s`);
      }
    });
  }

  test('goes to the spare one if the main one does not answer, and says so once', () => {
    const { on, off, said, pass } = life('main', 'spare');
    on('spare');
    pass(5);
    assert.deepEqual(said, ['cannot reach main:3671: the gateway does not answer', 'linked to spare:3671 as 1.1.5']);
    off('spare');
    on('main');
    pass(20);

    assert.deepEqual(said.slice(2), [
      'lost spare:3671: the gateway does not answer any more',
      'linked to main:3671 as 1.1.5',
    ]);
  });

  test('does not fill the log while nobody answers, nor keep what it gave up', () => {
    const { gateways, said, pass } = life('main');
    pass(3_600);

    assert.equal(said.length, 1);
    const wires = gateways.get('main')?.wires ?? [];
    assert.ok(wires.length > 1_000);
    assert.ok(wires.filter(({ isClosed }) => !isClosed).length <= 6);
  });

  test('fails what is sent while it is down, at once', () => {
    const { link, pass } = life('main');
    pass(5);
    const outcomes: WriteOutcome[] = [];
    link.send({ service: 'read', group: 1 }, (outcome) => outcomes.push(outcome));

    assert.deepEqual(outcomes, [{ ok: false, reason: 'there is no link to a gateway' }]);
  });

  test('tries nothing any more once it was closed', async () => {
    const { gateways, on, link, pass } = life('main');
    pass(2);
    const closed = link.close();
    pass(1);
    await closed;
    on('main');
    const before = gateways.get('main')?.wires.length;
    pass(60);

    assert.equal(gateways.get('main')?.wires.length, before);
    assert.ok(gateways.get('main')?.wires.every(({ isClosed }) => isClosed));
  });
});
