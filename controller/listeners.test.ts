import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { until } from '../property-tests/fixtures.ts';
import { send } from '../property-tests/http-client.ts';
import { type Instant, later, VirtualClock } from '../twin/index.ts';
import type { Controller } from './assemble.ts';
import { makeCertificate } from './certificate.ts';
import { type Listeners, listen } from './listeners.ts';
import { PAUSE, Retries, TRIES } from './retries.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const certificate = makeCertificate();
/** Only what listeners need of a controller. */
const controller = {
  certificate,
  connected() {},
  handle: (_req, res, path) => res.end(path),
  upgrade: (_req, socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
} as Pick<Controller, 'certificate' | 'connected' | 'handle' | 'upgrade'> as Controller;

const PLACE = { host: '127.0.0.1', httpPort: 0, httpsPort: 0, remotePort: undefined };

/** The default port or the next free one: nobody can take it before it is opened. */
const ELSEWHERE = { ...PLACE, httpPort: undefined };

const said: string[] = [];
const clock = new VirtualClock(0 as Instant);

const open = async (): Promise<Listeners> => {
  const listeners = await listen(controller, PLACE);
  ends.push(() => listeners.close(Promise.resolve()));
  return listeners;
};

/** A port that somebody else listens on. */
const takenPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  ends.push(async () => server.close());
  return (server.address() as AddressInfo).port;
};

const upgraded = async (http: string): Promise<Socket> => {
  const { hostname, port } = new URL(http);
  const socket = connect(Number(port), hostname);
  ends.push(async () => socket.destroy());
  socket.write('GET /socket.io-v4/ HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  await new Promise((heard) => socket.once('data', heard));
  return socket;
};

const answers = (address: string): Promise<string> => send(address).then(({ text }) => text, String);

describe('listeners that are told to listen elsewhere', () => {
  test('leave what has not changed open, and open and close the rest', async () => {
    const listeners = await open();
    const { http, https } = listeners;
    const faults = await listeners.change({ ...ELSEWHERE, remotePort: 0 });

    assert.deepEqual(faults, []);
    assert.notEqual(listeners.http, http);
    assert.equal(listeners.https, https);
    assert.equal(await answers(listeners.http), 'local');
    assert.equal(await answers(listeners.remote ?? ''), 'remote');
    assert.match(await answers(http), /ECONNREFUSED/);
    await listeners.change(ELSEWHERE);
    assert.equal(listeners.remote, null);
  });

  test('stay where they are if a port is taken, and say so in one sentence', async () => {
    const listeners = await open();
    const { http } = listeners;
    const port = await takenPort();
    const faults = await listeners.change({ ...PLACE, httpPort: port });

    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', new RegExp(`port ${port} is taken`));
    assert.equal(await answers(http), 'local');
    assert.equal(listeners.http, http);
  });

  test('go back to the address that they had if they cannot have another one for their port', async () => {
    const listeners = await open();
    await listeners.change(ELSEWHERE);
    const faults = await listeners.change({ ...ELSEWHERE, host: '192.0.2.1' });

    assert.equal(faults.length, 2, faults.join('\n'));
    for (const fault of faults) assert.match(fault, /192\.0\.2\.1 is not an address of this machine/);
    assert.equal(await answers(listeners.http), 'local');
  });

  test('try again and again if their new address cannot be had and somebody has taken their port meanwhile', async () => {
    // Where nobody else is given ports by chance.
    const host = process.platform === 'linux' ? '127.0.0.77' : '127.0.0.1';
    const taken = createServer((_, res) => res.end('taken'));
    const take = (port: number) => new Promise<void>((ready) => taken.listen(port, host, ready));
    await take(0);
    const { port } = taken.address() as AddressInfo;
    await new Promise((closed) => taken.close(closed));
    const listeners = await listen(
      controller,
      { ...PLACE, host, httpPort: port },
      { clock, say: (line) => said.push(line) },
    );
    ends.push(() => listeners.close(Promise.resolve()));
    const changed = listeners.change({ ...PLACE, host: 'nowhere.invalid', httpPort: port });
    await take(port);
    ends.push(async () => taken.close());
    const [fault] = await changed;
    assert.match(fault ?? '', /place before cannot be had again: .*; both are tried every 5 s/);
    assert.equal(listeners.http, '');
    clock.advanceTo(later(clock.now(), PAUSE));
    taken.closeAllConnections();
    await new Promise((closed) => taken.close(closed));
    await until(
      () => {
        clock.advanceTo(later(clock.now(), PAUSE));
        return said.length > 0;
      },
      'it listens again',
      60_000,
    );

    assert.deepEqual(said, [`http listens again: http://${host}:${port}`]);
    assert.equal(await answers(listeners.http), 'local');
  });

  test('keep websockets that came in where nobody listens any more', async () => {
    const listeners = await open();
    const socket = await upgraded(listeners.http);
    let isClosed = false;
    socket.on('close', () => {
      isClosed = true;
    });
    await listeners.change(ELSEWHERE);
    assert.equal(await answers(listeners.http), 'local');

    assert.equal(isClosed, false);
    assert.ok(socket.writable);
  });

  test('speak HTTPS with another certificate', async () => {
    const listeners = await open();
    const other = makeCertificate();
    listeners.certify(other);
    const { connect: dial } = await import('node:tls');
    const { port } = new URL(listeners.https);
    const socket = dial({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
    await new Promise((ready) => socket.once('secureConnect', ready));
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();

    assert.equal(fingerprint256, other.fingerprint);
  });
});

test('what is tried again is given up after so many times, or when it is called off', async () => {
  const retries = new Retries(clock);
  const tried = { ends: 0, calledOff: 0 };
  let hasGivenUp = false;
  const count = (name: keyof typeof tried) => async () => {
    tried[name] += 1;
    return false;
  };
  retries.begin('ends', count('ends'), () => {
    hasGivenUp = true;
  });
  retries.begin('called off', count('calledOff'), () => {});
  retries.callOff('called off');
  for (let pause = 0; pause < 2 * TRIES; pause += 1) {
    clock.advanceTo(later(clock.now(), PAUSE));
    await new Promise((next) => setImmediate(next));
  }

  assert.deepEqual([tried, hasGivenUp], [{ ends: TRIES, calledOff: 0 }, true]);
});
