import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { connectAsync } from 'mqtt';
import { firstValueFrom } from 'rxjs';
import { until } from '../../property-tests/fixtures.ts';
import { brokersRun, noBroker, startBroker } from '../../property-tests/peers/broker.ts';
import { connack, message, ScriptedBroker, suback, topicsIn, unsuback } from '../../property-tests/scripted-broker.ts';
import {
  type Cid,
  type Content,
  type Instant,
  kindOf,
  type Link,
  later,
  SystemClock,
  seconds,
  VirtualClock,
} from '../../twin/index.ts';
import type { BusPoint } from '../bus.ts';
import type { MqttAddress } from './address.ts';
import { LIMITS } from './limits.ts';
import { MqttBackend } from './mqtt-backend.ts';

const WAIT_MS = 60_000;
type Point = BusPoint<MqttAddress>;

const point = (cid: Cid, type: string, property: string, address: MqttAddress): Point => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind, `${type} ${property}`);
  return { cid, property, kind, address };
};
const lamp = (cid: Cid, topic: string): Point =>
  point(cid, 'switch', 'state', { topic, command: { topic: `${topic}/set` } });

/** A backend, with everything that it says. */
const open = (
  context: TestContext,
  url: string,
  points: readonly Point[],
  clock: SystemClock | VirtualClock = new SystemClock(),
) => {
  const links: Link[] = [];
  const told: string[] = [];
  const backend = new MqttBackend({
    name: 'broker',
    settings: { url, status: 'house/status', keepalive: 60 },
    points,
    clock,
    secret: () => '',
    say: () => {},
  });
  context.after(() => backend.close());
  backend.link.subscribe((link) => links.push(link));
  backend.reports.subscribe(({ cid, property, content }) => told.push(`${cid} ${property} ${content}`));
  return {
    ...{ backend, links, told },
    isUp: (cid: Cid | null) => links.findLast((link) => link.cid === cid)?.up,
    write: (cid: Cid, content: Content = 1) => firstValueFrom(backend.write({ cid, property: 'state' }, content)),
  };
};

/** A broker that does as it is asked, and what it was asked for. */
const scripted = async (context: TestContext) => {
  const asked: string[] = [];
  let held: (() => void)[] | null = null;
  const broker = await ScriptedBroker.start((packet, socket) => {
    if (packet.type === 'connect') socket.write(connack());
    if (packet.type !== 'subscribe' && packet.type !== 'unsubscribe') return;
    asked.push(`${packet.type === 'subscribe' ? '+' : '-'} ${topicsIn(packet).join(' ')}`);
    const answer = () =>
      socket.write(
        packet.type === 'unsubscribe'
          ? unsuback(packet)
          : suback(packet, (topic) => (topic === 'forbidden' ? 0x80 : 1)),
      );
    if (held === null) answer();
    else held.push(answer);
  });
  context.after(() => broker.end());
  return {
    ...{ broker, asked },
    say: (topic: string, payload: string, kept = false) =>
      void broker.sockets.at(-1)?.write(message(topic, payload, kept)),
    hesitate: () => {
      held = [];
    },
    goOn: () => {
      for (const answer of held ?? []) answer();
      held = null;
    },
  };
};

describe(`a backend that takes other points at an MQTT broker ${brokersRun}`, { skip: noBroker }, () => {
  test('stays connected: takes what was kept of new topics, and hears no more of those that are gone', async (context) => {
    const broker = await startBroker();
    context.after(() => broker.end());
    const peer = await connectAsync(broker.url);
    context.after(() => peer.endAsync(true));
    const statuses: string[] = [];
    peer.on('message', (_, payload) => statuses.push(payload.toString()));
    await peer.subscribeAsync('house/status');
    const keep = (topic: string, payload: string) => peer.publishAsync(topic, payload, { retain: true, qos: 1 });
    await keep('plug', '{"state":"ON","power":12}');
    await keep('new', 'ON');
    await keep('there', 'offline');
    const plug = point('C1', 'socket', 'state', { topic: 'plug', path: 'state' });
    const away = point('C4', 'switch', 'state', { topic: 'away', availability: { topic: 'there' } });
    const { backend, told, links, isUp, write } = open(context, broker.url, [plug, lamp('C2', 'old'), away]);
    await until(() => told.includes('C1 state 1') && isUp('C4') === false, 'it is known', WAIT_MS);
    await peer.publishAsync('plug', '{"state":"OFF"}', { qos: 1 });
    await until(() => told.includes('C1 state 0'), 'it is switched off', WAIT_MS);
    told.length = 0;

    assert.throws(
      () => backend.repoint([point('C2', 'temperature-sensor', 'temperature', { topic: 'old', scale: 0 })]),
      /0 makes every number equal/,
    );
    await peer.publishAsync('old', 'ON', { qos: 1 });
    await until(() => told.includes('C2 state 1'), 'nothing has changed', WAIT_MS);
    told.length = 0;
    const power = point('C1', 'socket', 'power', { topic: 'plug', path: 'power' });
    backend.repoint([plug, power, lamp('C3', 'new'), away]);
    await until(() => told.includes('C3 state 1') && told.includes('C1 power 120'), 'the new is known', WAIT_MS);
    await peer.publishAsync('old', 'OFF', { qos: 1 });
    await peer.publishAsync('new', 'OFF', { qos: 1 });
    await until(() => told.includes('C3 state 0'), 'the new is heard', WAIT_MS);

    assert.deepEqual(told.toSorted(), ['C1 power 120', 'C3 state 0', 'C3 state 1'], 'what stays is not told again');
    assert.deepEqual(await write('C3'), { ok: true });
    assert.deepEqual(await write('C2'), { ok: false, reason: 'broker has no point C2 state' });
    assert.equal(isUp('C4'), false, 'who was away still is');
    assert.deepEqual(
      links.filter(({ cid }) => cid === null).map(({ up }) => up),
      [false, true],
    );
    assert.deepEqual(statuses, ['online']);
  });
});

test('asks for what is new, and once more for what a changed component had; leaves what nobody needs', async (context) => {
  const { broker, asked } = await scripted(context);
  const { backend, isUp } = open(context, broker.url, [lamp('C1', 'a'), lamp('C2', 'b'), lamp('C3', 'c')]);
  await until(() => isUp(null) === true, 'it is up', WAIT_MS);
  asked.length = 0;
  const brightness = point('C2', 'dimmer', 'brightness', { topic: 'b2', availability: { topic: 'b3' } });
  backend.repoint([lamp('C1', 'a'), lamp('C2', 'b'), brightness]);
  await until(() => asked.length === 2, 'it has asked', WAIT_MS);

  assert.deepEqual(asked, ['- c', '+ b b2 b3']);
  assert.equal(broker.sockets.length, 1);
});

test('judges anew who has other points, by what the broker allows and by what is known of their availability', async (context) => {
  const { broker, say } = await scripted(context);
  const bridge = { availability: { topic: 'bridge' } };
  const guarded = (cid: Cid, topic: string) => point(cid, 'switch', 'state', { topic, ...bridge });
  const { backend, isUp, links } = open(context, broker.url, [
    lamp('C1', 'forbidden'),
    lamp('C2', 'forbidden'),
    guarded('C3', 'c'),
  ]);
  await until(() => isUp('C1') === false && isUp('C2') === false, 'both are refused', WAIT_MS);
  say('bridge', 'offline');
  await until(() => isUp('C3') === false, 'it is away', WAIT_MS);
  backend.repoint([lamp('C1', 'allowed'), lamp('C2', 'forbidden'), guarded('C3', 'c'), guarded('C4', 'd')]);

  assert.equal(isUp('C1'), true);
  assert.equal(isUp('C2'), false);
  assert.equal(isUp('C4'), false, 'what is known of its bridge counts at once');
  backend.repoint([guarded('C3', 'c')]);
  links.length = 0;
  const now: Link[] = [];
  backend.link.subscribe((link) => now.push(link)).unsubscribe();
  assert.deepEqual(now, [
    { cid: null, up: true },
    { cid: 'C3', up: false },
  ]);
});

test('takes other points while a broker has not answered yet, and while there is none', async (context) => {
  const { broker, asked, hesitate, goOn, say } = await scripted(context);
  const clock = new VirtualClock(0 as Instant);
  hesitate();
  const { backend, told, isUp } = open(context, broker.url, [lamp('C1', 'a'), lamp('C2', 'b')], clock);
  await until(() => asked.length === 1, 'it has asked', WAIT_MS);
  backend.repoint([lamp('C1', 'a'), lamp('C3', 'c')]);
  await until(() => asked.length === 3, 'it asks for others', WAIT_MS);
  goOn();
  await until(() => isUp(null) === true && asked.length === 4, 'it is up', WAIT_MS);
  assert.deepEqual(asked, ['+ a b house/status', '- b', '+ c', '- b'], 'what was asked for meanwhile is left');

  broker.sockets[0]?.destroy();
  await until(() => isUp(null) === false, 'it is lost', WAIT_MS);
  backend.repoint([lamp('C4', 'd')]);
  asked.length = 0;
  await until(
    () => {
      clock.advanceTo(later(clock.now(), seconds(LIMITS.retrySeconds.value)));
      return isUp(null) === true && asked.length > 0;
    },
    'it is back',
    WAIT_MS,
  );
  assert.deepEqual(asked, ['+ d house/status']);
  say('d', 'ON', true);
  await until(() => told.includes('C4 state 1'), 'it hears', WAIT_MS);
});

test('knows at once what was described before, and waits for what was not', async (context) => {
  const { broker, say, asked } = await scripted(context);
  const clock = new VirtualClock(0 as Instant);
  const announced = (cid: Cid, place: string) => point(cid, 'switch', 'state', { homeassistant: place });
  const config = (place: string) => `homeassistant/${place}/config`;
  const { backend, told, isUp, write } = open(context, broker.url, [announced('C1', 'switch/a')], clock);
  await until(() => isUp(null) === true, 'it is up', WAIT_MS);
  say(config('switch/a'), '{"stat_t":"a","cmd_t":"a/set"}', true);
  await until(() => asked.includes('+ a'), 'it is understood', WAIT_MS);
  say('a', 'OFF', true);
  await until(() => told.includes('C1 state 0'), 'it is told what was kept', WAIT_MS);
  const roll = () => clock.advanceTo(later(clock.now(), seconds(LIMITS.rollCallSeconds.value)));
  roll();
  backend.repoint([announced('C1', 'switch/a'), announced('C2', 'switch/a'), announced('C3', 'switch/c')]);

  assert.deepEqual(await write('C2'), { ok: true });
  assert.notEqual(isUp('C3'), false, 'it may still be announced');
  await until(() => asked.includes(`+ a ${config('switch/c')}`), 'the broker is asked', WAIT_MS);
  say('a', 'ON', true);
  await until(() => told.includes('C2 state 1'), 'the new one is told what was kept', WAIT_MS);
  assert.ok(!told.includes('C1 state 1'), 'the other one has heard it before');
  roll();
  assert.equal(isUp('C3'), false);
  assert.notEqual(isUp('C1'), false);
});
