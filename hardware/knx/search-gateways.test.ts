import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { Knxd, noKnxd } from '../../property-tests/knxd.ts';
import { SystemClock } from '../../twin/index.ts';
import { decodeFrame, encodeFrame } from './frame/frame.ts';
import { searchGateways } from './search-gateways.ts';

const clock = new SystemClock();

describe('a search for gateways', { concurrency: true }, () => {
  test('finds knxd by its name', { skip: noKnxd }, async (context) => {
    const knxd = await Knxd.start();
    context.after(() => knxd.end());
    const found = await searchGateways({ clock, gateway: { host: '127.0.0.1', port: knxd.port } });

    assert.deepEqual(
      found.map(({ name, address, hasTunnels }) => ({ name, address, hasTunnels })),
      [{ name: 'probe', address: 0x1001, hasTunnels: true }],
    );
  });

  test('lists each gateway once, where it says that it is, and nothing of what is nonsense', async (context) => {
    const socket = createSocket('udp4');
    context.after(() => socket.close());
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    socket.on('message', (data, { address, port }) => {
      assert.equal(decodeFrame(data)?.is, 'search-request');
      const device = { name: 'Keller\n', address: 0x1105, serial: '00fa12345678', families: [2, 3] };
      const control = { protocol: 'udp', host: '10.1.2.3', port: 3_671 } as const;
      const whole = encodeFrame({ is: 'search-response', control, device });
      for (const bytes of [whole, whole, whole.subarray(0, -1), Buffer.from('hello')])
        socket.send(bytes, port, address);
    });
    const found = await searchGateways({ clock, gateway: { host: '127.0.0.1', port: socket.address().port } });

    assert.deepEqual(found, [
      {
        host: '10.1.2.3',
        port: 3_671,
        name: 'Keller?',
        address: 0x1105,
        serial: '00fa12345678',
        families: [2, 3],
        hasTunnels: false,
      },
    ]);
  });

  test('finds nobody where nobody is', async () => {
    assert.deepEqual(await searchGateways({ clock, gateway: { host: '127.0.0.1', port: 9 } }), []);
  });
});
