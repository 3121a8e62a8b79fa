import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import test from 'node:test';
import { type Instant, VirtualClock } from '../../twin/index.ts';
import type { Engine } from './engine.ts';
import type { Handshake } from './handshake.ts';
import { SOCKET_LIMITS } from './limits.ts';
import { Line } from './line.ts';

const MOST = SOCKET_LIMITS.unreadBytes.value;

test('what waits and what is on its way are unread, until the transport is free again', () => {
  const { line, send, transport, carrier } = sample();

  transport.writable = false;
  send('x'.repeat(1_000));
  const waiting = line.unread;
  carrier.emit('flush');
  const onItsWay = line.unread;
  send('x'.repeat(2_000));
  const both = line.unread;
  transport.writable = true;

  assert.deepEqual([waiting, onItsWay, both, line.unread], [1_064, 1_064, 3_128, 2_064]);
});

test('a message that is longer than the limit is sent, what comes on top of it cuts the line', () => {
  const { send, transport, cuts } = sample();

  transport.writable = false;
  send('x'.repeat(MOST + 1));
  const after = cuts();
  send('x');

  assert.deepEqual([after, cuts()], [0, 1]);
});

test('empty packets are not free', () => {
  const { send, transport, cuts } = sample();

  transport.writable = false;
  for (let count = 0; count <= MOST / 64 + 1; count += 1) send(undefined);

  assert.equal(cuts(), 1);
});

/** A line whose transport does what the test says. */
function sample() {
  const transport = { writable: true };
  const carrier = Object.assign(new EventEmitter(), { transport, readyState: 'open', protocol: 4 });
  let cuts = 0;
  const engine = {
    cut: () => {
      cuts += 1;
    },
  } as unknown as Engine;
  const lines = { slowReaders: 0 };
  const handshake = { source: '192.0.2.1' } as Handshake;
  const clock = new VirtualClock(0 as Instant);
  return {
    line: new Line(carrier as unknown as ConstructorParameters<typeof Line>[0], handshake, {
      ...{ engine, clock, lines },
    }),
    slowReaders: () => lines.slowReaders,
    carrier,
    transport,
    cuts: () => cuts,
    send: (data: string | undefined) => carrier.emit('packetCreate', { type: 'message', data }),
  };
}
