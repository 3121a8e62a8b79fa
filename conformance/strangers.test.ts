import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { typeConformance } from './testing/good-controller.ts';

/** An answer of a megabyte after the other. */
const MEGABYTE = Buffer.alloc(1_024 * 1_024, 'x');

describe('an address at which there is no controller', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const asked = (address: string, began?: Parameters<typeof typeConformance>[1]) =>
    typeConformance([address, '--username', 'somebody', '--password', 'secret'], began);

  const strangers: readonly (readonly [string, RequestListener, RegExp])[] = [
    [
      'a page',
      (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
      /does not answer like a controller: POST \/api\/v1\/auth is status 200 with text\/html/,
    ],
    [
      'that there is nothing',
      (_, response) => response.writeHead(404).end('Not found'),
      /does not answer like a controller: POST \/api\/v1\/auth is status 404/,
    ],
    ['nothing, and hangs up', (request) => request.socket.destroy(), /does not answer: socket hang up/],
    [
      'more and more',
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(MEGABYTE));
        };
        response.on('drain', more);
        more();
      },
      /does not answer: the answer is longer than 64 MiB/,
    ],
  ];
  for (const [what, listener, says] of strangers) {
    test(`that answers ${what} is told in one line, with status 2`, async () => {
      const { status, output, errors } = await asked(`http://${await at(listener)}`);

      assert.match(errors, says);
      assert.match(errors, /^[^\n]+\n$/);
      assert.deepEqual([status, output], [2, '']);
    });
  }

  test('that does not encrypt is told in one line, with status 2', async () => {
    const { status, errors } = await asked(`https://${await at((_, response) => response.end())}`);

    assert.equal(status, 2);
    assert.match(errors, /does not answer: no TLS there \(\w+\)\n$/);
  });

  test('that says nothing is not waited for when somebody interrupts', async () => {
    let stop = () => {};
    const address = await at(() => stop());
    const { status, output } = await asked(`http://${address}`, (child) => {
      stop = () => child.kill('SIGINT');
    });

    assert.equal(status, 1);
    assert.match(output, /^interrupted: nothing was looked at, and nothing changed\n$/);
  });
});
