import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { KNXClient } from 'knxultimate';
import { Knxd, noKnxd } from '../../../property-tests/knxd.ts';
import { fromBus, goodGateway, letIn, type ScriptedWire } from '../../../property-tests/scripted-gateway.ts';
import { SystemClock, type WriteOutcome } from '../../../twin/index.ts';
import { decodeFrame, encodeFrame, type Frame } from '../frame/frame.ts';
import type { Telegram } from '../frame/telegram.ts';
import { GatewayLink } from './gateway-link.ts';
import { openTcpWire } from './tcp-wire.ts';
import { openUdpWire } from './udp-wire.ts';
import type { Gateway, OpenWire } from './wire.ts';

/** Milliseconds for what has to happen, but not within a time that anybody promises. */
const PATIENCE = 60_000;

const switched = (value: number): Telegram => ({
  service: 'write',
  group: 0x0901,
  payload: { short: true, data: Uint8Array.of(value) },
});

const linkTo = (
  context: TestContext,
  gateways: readonly Gateway[],
  open: OpenWire = openUdpWire({ routeBack: false }),
) => {
  const events: string[] = [];
  const link = new GatewayLink({
    gateways,
    open,
    clock: new SystemClock(),
    up: () => events.push('up'),
    down: () => events.push('down'),
    telegram: ({ telegram }) => {
      const data = telegram.service === 'read' ? '' : Buffer.from(telegram.payload.data).toString('hex');
      events.push(`${telegram.service} ${telegram.group} ${data}`);
    },
    say: () => {},
  });
  context.after(() => link.close());
  const send = (telegram: Telegram) => new Promise<WriteOutcome>((resolve) => link.send(telegram, resolve));
  const happens = async (event: string, within: number, times = 1): Promise<number> => {
    const began = performance.now();
    while (events.filter((each) => each === event).length < times) {
      const waited = performance.now() - began;
      assert.ok(waited < within, `no ${event} within ${within} ms, but ${events}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return performance.now() - began;
  };
  return { link, events, send, happens };
};

describe('a link to knxd', { skip: noKnxd, concurrency: true }, () => {
  for (const routeBack of [false, true]) {
    test(`is confirmed by the bus, ${routeBack ? 'with answers to where frames come from' : 'with answers to an address'}`, async (context) => {
      const knxd = await Knxd.start();
      context.after(() => knxd.end());
      const { send, happens } = linkTo(context, [{ host: '127.0.0.1', port: knxd.port }], openUdpWire({ routeBack }));
      await happens('up', PATIENCE);
      const thing = await knxd.thing();

      for (let number = 0; number < 300; number += 1) assert.deepEqual(await send(switched(number & 1)), { ok: true });
      for (let tries = 0; tries < 3_000 && thing.heard.length < 300; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.deepEqual(
        thing.heard.map(({ data }) => data),
        Array.from({ length: 300 }, (_, number) => (number & 1 ? '01' : '00')),
      );
    });
  }

  test('is up again within five seconds after the gateway was killed and started again', async (context) => {
    const knxd = await Knxd.start();
    context.after(() => knxd.end());
    const { send, happens } = linkTo(context, [{ host: '127.0.0.1', port: knxd.port }]);
    await happens('up', PATIENCE);
    await knxd.kill();
    const { ok } = await send(switched(1));
    assert.equal(ok, false);
    await happens('down', 15_000);
    await knxd.begin();
    const took = await happens('up', 5_000, 2);
    assert.deepEqual(await send(switched(1)), { ok: true });
    context.diagnostic(`up again after ${Math.round(took)} ms`);
  });

  test('notices a frozen gateway within 15 seconds, and is up again within five after it thaws', async (context) => {
    const knxd = await Knxd.start();
    context.after(() => knxd.end());
    const { happens } = linkTo(context, [{ host: '127.0.0.1', port: knxd.port }]);
    await happens('up', PATIENCE);
    knxd.freeze();
    const noticed = await happens('down', 15_000);
    knxd.thaw();
    const back = await happens('up', 5_000, 2);
    context.diagnostic(`noticed after ${Math.round(noticed)} ms, up again after ${Math.round(back)} ms`);
  });

  test('leaves its place to others when it ends: 40 links one after the other find one of eight', async (context) => {
    const knxd = await Knxd.start();
    context.after(() => knxd.end());
    for (let round = 0; round < 40; round += 1) {
      const { link, happens } = linkTo(context, [{ host: '127.0.0.1', port: knxd.port }]);
      await happens('up', PATIENCE);
      await link.close();
    }
  });

  test('goes to the spare gateway if the main one is not there', async (context) => {
    const knxd = await Knxd.start();
    context.after(() => knxd.end());
    const nobody = { host: '127.0.0.1', port: 9 };
    const { send, happens } = linkTo(context, [nobody, { host: '127.0.0.1', port: knxd.port }]);
    await happens('up', PATIENCE);
    assert.deepEqual(await send(switched(1)), { ok: true });
  });

  test('and another client of the same gateway understand each other', async (context) => {
    const knxd = await Knxd.start();
    context.after(() => knxd.end());
    const { send, happens } = linkTo(context, [{ host: '127.0.0.1', port: knxd.port }]);
    const other = new KNXClient({
      ipAddr: '127.0.0.1',
      ipPort: knxd.port,
      hostProtocol: 'TunnelUDP',
      loglevel: 'disable',
      localIPAddress: '127.0.0.1',
    });
    const heard: string[] = [];
    other.on('indication', ({ cEMIMessage }, echoed) => {
      if (!echoed) heard.push(`${cEMIMessage.dstAddress} ${cEMIMessage.npdu.dataValue.toString('hex')}`);
    });
    other.on('error', () => {});
    const connected = new Promise((resolve) => other.once('connected', resolve));
    other.Connect();
    await Promise.all([connected, happens('up', PATIENCE)]);
    context.after(() => other.Disconnect());

    other.write('1/1/5', 21, '9.001');
    await happens('write 2309 0c1a', PATIENCE);
    other.write('1/1/5', -30, '9.001');
    await happens('write 2309 8a24', PATIENCE);
    assert.deepEqual(await send(switched(1)), { ok: true });
    for (let tries = 0; tries < 3_000 && heard.length < 1; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(heard, ['1/1/1 01']);
  });
});

describe('a link over TCP', () => {
  /** A gateway on a stream, which cuts its answers into pieces. */
  const streaming = async (context: TestContext, answer: (frame: Frame, wire: ScriptedWire) => void) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      let rest = Buffer.alloc(0);
      const say = (frame: Frame): void => {
        const bytes = encodeFrame(frame);
        socket.write(bytes.subarray(0, 3));
        socket.write(bytes.subarray(3));
      };
      socket.on('data', (data) => {
        rest = Buffer.concat([rest, data]);
        while (rest.length >= 6 && rest.length >= rest.readUInt16BE(4)) {
          const frame = decodeFrame(rest.subarray(0, rest.readUInt16BE(4)));
          rest = rest.subarray(rest.readUInt16BE(4));
          if (frame !== null) answer(frame, { say, socket } as unknown as ScriptedWire);
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    context.after(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return { gateway: { host: '127.0.0.1', port: (server.address() as { port: number }).port }, sockets };
  };

  test('is confirmed, hears telegrams, and is up again after it was cut', async (context) => {
    const good = goodGateway();
    const seen: Frame[] = [];
    const { gateway, sockets } = await streaming(context, (frame, wire) => {
      seen.push(frame);
      good(frame, wire);
      if (frame.is === 'tunnelling-request') wire.say(fromBus(5, switched(1)));
    });
    const { send, happens } = linkTo(context, [gateway], openTcpWire);
    await happens('up', PATIENCE);
    assert.deepEqual(await send(switched(1)), { ok: true });
    await happens('write 2305 01', PATIENCE);
    for (const socket of sockets) socket.destroy();
    await happens('down', PATIENCE);
    await happens('up', 5_000, 2);
    assert.ok(!seen.some(({ is }) => is === 'tunnelling-ack'));
    assert.deepEqual(seen[0], {
      is: 'connect-request',
      control: { protocol: 'tcp', host: '0.0.0.0', port: 0 },
      data: { protocol: 'tcp', host: '0.0.0.0', port: 0 },
    });
  });

  test('ends a stream of nonsense instead of keeping it', async (context) => {
    const { gateway } = await streaming(context, (frame, wire) => {
      if (frame.is !== 'connect-request') return;
      wire.say(letIn());
      (wire as unknown as { socket: Socket }).socket.write(Buffer.alloc(2_000, 0x55));
    });
    const { happens } = linkTo(context, [gateway], openTcpWire);
    await happens('up', PATIENCE);
    await happens('down', PATIENCE);
  });
});
