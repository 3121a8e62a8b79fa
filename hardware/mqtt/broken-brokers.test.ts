import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pause } from '../../property-tests/fixtures.ts';
import { connack, pingresp, ScriptedBroker, suback } from '../../property-tests/scripted-broker.ts';
import {
  type Instant,
  kindOf,
  type Link,
  later,
  SystemClock,
  seconds,
  VirtualClock,
  type WriteOutcome,
} from '../../twin/index.ts';
import type { MqttAddress } from './address.ts';
import { LIMITS } from './limits.ts';
import { MqttBackend } from './mqtt-backend.ts';

const LAMP: MqttAddress = { topic: 'lamp', command: { topic: 'lamp/set' } };

const until = async (what: string, holds: () => boolean, within = 45): Promise<void> => {
  for (let tries = 0; !holds(); tries += 1) {
    assert.ok(tries < within * 50, what);
    await pause(20);
  }
};

const open = (
  context: TestContext,
  url: string,
  clock = new SystemClock() as SystemClock | VirtualClock,
  at = LAMP,
  keepalive = 60,
) => {
  const kind = kindOf('switch')?.properties.state;
  assert.ok(kind);
  const said: string[] = [];
  const links: Link[] = [];
  const backend = new MqttBackend({
    name: 'broker',
    settings: { url, keepalive },
    points: [
      { cid: 'C1', property: 'state', kind, address: at },
      { cid: 'C2', property: 'state', kind, address: { topic: 'forbidden' } },
    ],
    clock,
    secret: () => '',
    say: (line) => said.push(line),
  });
  backend.link.subscribe((link) => links.push(link));
  context.after(() => backend.close());
  const isUp = (cid: string | null) => links.findLast((link) => link.cid === cid)?.up;
  const outcomes: WriteOutcome[][] = [];
  const write = (content = 1) => {
    const each: WriteOutcome[] = [];
    outcomes.push(each);
    backend.write({ cid: 'C1', property: 'state' }, content).subscribe((outcome) => each.push(outcome));
  };
  return { backend, said, links, isUp, outcomes, write };
};

const pass = (clock: VirtualClock, span: number): void => {
  clock.advanceTo(later(clock.now(), seconds(span)));
};

const startBroker = async (context: TestContext, ...script: Parameters<typeof ScriptedBroker.start>) => {
  const broker = await ScriptedBroker.start(...script);
  context.after(() => broker.end());
  return broker;
};

const ordinary = (packet: Parameters<Parameters<typeof ScriptedBroker.start>[0]>[0]): Buffer | undefined => {
  if (packet.type === 'connect') return connack();
  if (packet.type === 'subscribe') return suback(packet, (topic) => (topic === 'forbidden' ? 0x80 : 1));
  return undefined;
};

test('a broker that takes the connection and says nothing is tried again', async (context) => {
  const broker = await startBroker(context, () => {});
  const clock = new VirtualClock(0 as Instant);
  const { said, isUp } = open(context, broker.url, clock);
  await until('it is reached', () => broker.sockets.length === 1);
  pass(clock, LIMITS.connectSeconds.value);
  assert.match(said.join('\n'), /cannot reach .* \(no answer\)/);
  pass(clock, LIMITS.retrySeconds.value);
  await until('it is tried again', () => broker.sockets.length === 2);
  assert.equal(isUp(null), false);
});

test('a broker that never answers the subscriptions is tried again', async (context) => {
  const broker = await startBroker(context, ({ type }, socket) => {
    if (type === 'connect') socket.write(connack());
    if (type === 'pingreq') socket.write(pingresp());
  });
  const clock = new VirtualClock(0 as Instant);
  const { isUp } = open(context, broker.url, clock);
  await until('it is reached', () => broker.sockets.length === 1);
  await until('it is asked', () => (broker.sockets[0]?.bytesRead ?? 0) > 30);
  pass(clock, LIMITS.connectSeconds.value);
  pass(clock, LIMITS.retrySeconds.value);
  await until('it is tried again', () => broker.sockets.length === 2);
  assert.equal(isUp(null), false);
});

for (const [code, what] of [
  [3, 'is not available'],
  [5, 'does not let anybody in'],
] as const) {
  test(`a broker that ${what} is tried again until it does`, async (context) => {
    const broker = await startBroker(context, (packet, socket, connection) => {
      const answer = packet.type === 'connect' && connection < 3 ? connack(code) : ordinary(packet);
      if (answer !== undefined) socket.write(answer);
    });
    const { said, isUp } = open(context, broker.url);
    await until('it is up', () => isUp(null) === true);
    assert.match(said[0] ?? '', /cannot reach .*refused/);
  });
}

test('a broker that hangs up after its yes makes nobody believe that it is there, and fills no log', async (context) => {
  const broker = await startBroker(context, ({ type }, socket) => {
    if (type === 'connect') socket.end(connack());
  });
  const { said, links } = open(context, broker.url);
  await until('it is tried again and again', () => broker.sockets.length >= 3);
  assert.deepEqual(
    links.filter(({ up }) => up),
    [],
  );
  assert.equal(said.length, 1, said.join('\n'));
});

test('a topic that the broker refuses makes its component unreachable, and no other', async (context) => {
  const broker = await startBroker(context, (packet, socket) => {
    const answer = packet.type === 'pingreq' ? pingresp() : ordinary(packet);
    if (answer !== undefined) socket.write(answer);
  });
  const { said, isUp } = open(context, broker.url);
  await until('it is up', () => isUp(null) === true);
  assert.equal(isUp('C2'), false);
  assert.equal(isUp('C1'), undefined);
  assert.match(said.join('\n'), /forbidden: refused by the broker/);
});

test('a broker that reads and never answers is given up, though commands are sent all the time', async (context) => {
  const broker = await startBroker(context, (packet, socket) => {
    const answer = ordinary(packet);
    if (answer !== undefined) socket.write(answer);
  });
  const { isUp, write, links } = open(context, broker.url, new SystemClock(), LAMP, 2);
  await until('it is up', () => isUp(null) === true);
  const before = links.length;
  await until('it is noticed', () => {
    write();
    return links.slice(before).some(({ cid, up }) => cid === null && !up);
  });
});

test('a controller that is told something all the time gives signs of life all the same', async (context) => {
  const signs: string[] = [];
  const broker = await startBroker(context, (packet, socket) => {
    const answer = packet.type === 'pingreq' ? pingresp() : ordinary(packet);
    if (answer !== undefined) socket.write(answer);
    if (packet.type === 'pingreq') signs.push(packet.type);
  });
  const { isUp } = open(context, broker.url, new SystemClock(), LAMP, 4);
  await until('it is up', () => isUp(null) === true);
  // On the topic "lamp", QoS 0: "1".
  const message = Buffer.from([0x30, 7, 0, 4, ...Buffer.from('lamp1')]);
  await until('it gives a sign', () => {
    broker.sockets.at(-1)?.write(message);
    return signs.length > 0;
  });
});

/** A broker that reads nothing any more once it is asked for topics, and commands that are large enough to feel it. */
const stuck = async (context: TestContext) => {
  const broker = await startBroker(context, (packet, socket) => {
    const answer = ordinary(packet);
    if (answer !== undefined) socket.write(answer);
    if (packet.type === 'subscribe') socket.pause();
  });
  const clock = new VirtualClock(0 as Instant);
  const large = { topic: 'lamp/set', path: 'on', json: { filler: 'x'.repeat(60_000) } };
  const opened = open(context, broker.url, clock, { topic: 'lamp', command: large });
  await until('it is up', () => opened.isUp(null) === true);
  for (let count = 0; count < 600; count += 1) opened.write();
  assert.ok(
    opened.outcomes.some((each) => each.length === 0),
    'some wait for the network',
  );
  return { ...opened, clock, broker };
};

test('commands that the network does not take fail after a while, each once, and are never sent late', async (context) => {
  const { clock, outcomes, links } = await stuck(context);
  pass(clock, LIMITS.commandSeconds.value);
  assert.ok(outcomes.every((each) => each.length === 1));
  const last = outcomes.at(-1)?.[0];
  assert.ok(last?.ok === false && /did not take it/.test(last.reason), JSON.stringify(last));
  assert.equal(links.at(-1)?.up, false, 'the connection that still holds them is given up');
});

test('commands that wait fail when the backend is closed, and closing takes no time', async (context) => {
  const { backend, outcomes } = await stuck(context);
  await backend.close();
  assert.ok(outcomes.every((each) => each.length === 1));
  assert.equal(outcomes.at(-1)?.[0]?.ok, false);
});

test('commands that wait fail when the connection is lost', async (context) => {
  const { broker, backend, outcomes } = await stuck(context);
  const { waiting, dropped } = backend.queue;
  assert.ok(dropped.full > 0 && dropped.link === 0 && waiting > 0, JSON.stringify(backend.queue));
  broker.sockets[0]?.resetAndDestroy();
  await until('all have ended', () => outcomes.every((each) => each.length === 1));
  assert.ok(dropped.link > 0 && dropped.link <= waiting, `${dropped.link} of ${waiting}`);
});

test('a packet that is announced to be larger than anything sensible ends the connection', async (context) => {
  const broker = await startBroker(context, (packet, socket) => {
    const answer = packet.type === 'pingreq' ? pingresp() : ordinary(packet);
    if (answer !== undefined) socket.write(answer);
    if (packet.type === 'subscribe') socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0, 4]));
  });
  const { said } = open(context, broker.url);
  await until('it is given up', () => said.some((line) => line.includes('too large')));
});

test('whatever bytes a broker sends, the next connection is tried', async (context) => {
  let seed = 7;
  const noise = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % 256;
  };
  const broker = await startBroker(context, (packet, socket, connection) => {
    if (packet.type === 'connect') socket.write(connection % 2 === 0 ? connack() : Buffer.from([]));
    socket.write(Buffer.from(Array.from({ length: 400 }, noise)));
  });
  const clock = new VirtualClock(0 as Instant);
  open(context, broker.url, clock);
  // The bytes decide when a connection ends: time passes until it does.
  await until('all twenty are tried', () => {
    pass(clock, 1);
    return broker.sockets.length >= 20;
  });
});
