import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Path } from '../api/caller.ts';
import { type AssembleOptions, assemble, type Controller } from '../controller/assemble.ts';
import { load } from '../controller/scenario-folders.ts';
import { type Ask, as, call, type Reply } from './http-client.ts';

/** An assembled house behind a local and a remote listener, whose clients come from any address that a test wants. */
export interface RemoteHouse {
  readonly controller: Controller;
  readonly local: string;
  readonly remote: string;
  /** The address on this machine that stands for another: the controller sees the other one. */
  from(address: string): string;
  /** A call of an administrator on the local network. */
  admin(name: string, parameters?: object): Promise<Reply>;
  close(): Promise<void>;
}

export async function remoteHouse(options: Partial<AssembleOptions> = {}): Promise<RemoteHouse> {
  const controller = await assemble({
    scenario: 'one-room',
    speed: 0,
    load,
    log: {
      say: () => undefined,
      problem: (during, error) => {
        throw new Error(`could not ${during}`, { cause: error });
      },
    },
    ...options,
  });
  const addresses = new Map<string, string>();
  const servers: Server[] = [];
  const listen = async (path: Path): Promise<string> => {
    const server = createServer((req, res) => controller.handle(req, res, path));
    server.on('upgrade', (req, socket, head) => controller.upgrade(req, socket, head, path));
    server.on('connection', (socket) => {
      const address = addresses.get(socket.remoteAddress ?? '');
      if (address !== undefined) Object.defineProperty(socket, 'remoteAddress', { value: address });
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const local = await listen('local');
  const remote = await listen('remote');
  const standsFor = new Map<string, string>();

  return {
    controller,
    local,
    remote,
    from(address) {
      const known = standsFor.get(address) ?? `127.9.0.${standsFor.size + 1}`;
      standsFor.set(address, known);
      addresses.set(known, address);
      return known;
    },
    admin: (name, parameters = {}) => call(local, name, parameters, { headers: as('admin') } satisfies Ask),
    async close() {
      await controller.close();
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      }
    },
  };
}
