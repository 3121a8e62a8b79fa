import { once } from 'node:events';
import { connect } from 'node:net';
import { type BusTelegram, BusThing, Knxd, noKnxd } from '../knxd.ts';
import { ContainedProgram } from './contained-program.ts';
import { containerImage } from './container-image.ts';

/** A KNX gateway with a bus of its own, that belongs to a test alone. */
export interface Gateway {
  /** Host and port, as a configuration has them. */
  readonly gateway: string;
  /** What a configuration says besides, to reach it. */
  readonly settings: { readonly routeBack?: true };
  /** Something on the bus that hears everything; `hear` may answer. */
  thing(hear?: (telegram: BusTelegram, thing: BusThing) => void): Promise<BusThing>;
  /** Uses the gateway's own tool, as in `tool('groupswrite', '1/1/1', '1')`. */
  tool(command: string, ...args: string[]): Promise<string>;
  end(): Promise<void>;
}

const image = await containerImage('knxd');

/** Where gateways run here, for the titles of tests. */
export const gatewaysRun = image === undefined ? 'as a process' : 'in a container';

/** Why a gateway cannot be tried here; `false` if it can. */
export const noGateway: string | false = image === undefined ? noKnxd : false;

export const startGateway = async (): Promise<Gateway> => {
  if (image !== undefined) return contained(image);
  const knxd = await Knxd.start();
  return {
    gateway: knxd.gateway,
    settings: {},
    thing: (hear) => knxd.thing(hear),
    tool: (command, ...args) => knxd.tool(command, ...args),
    end: () => knxd.end(),
  };
};

const TUNNELS = 3671;
const THINGS = 6720;
const SOCKET = '/tmp/k.sock';
const ADDRESSES = ['-e', '1.0.1', '-E', '1.0.2:8'];
const DOORS = ['-u', SOCKET, `--listen-tcp=${THINGS}`];
const SERVER = ['-n', 'probe', '-D', '-T', '-I', 'eth0', '-S', `224.0.23.12:${TUNNELS}`];

const contained = async (name: string): Promise<Gateway> => {
  const program = await ContainedProgram.start({
    image: name,
    command: ['knxd', ...ADDRESSES, ...DOORS, ...SERVER, '-b', 'dummy:'],
    ports: [
      { port: THINGS, protocol: 'tcp' },
      { port: TUNNELS, protocol: 'udp' },
    ],
  });
  const things: BusThing[] = [];
  return {
    gateway: `127.0.0.1:${program.hostPort(TUNNELS)}`,
    // Addresses of this machine mean something else within the container.
    settings: { routeBack: true },
    async thing(hear = () => {}) {
      const socket = connect(program.hostPort(THINGS), '127.0.0.1');
      await once(socket, 'connect');
      const thing = new BusThing(socket, hear);
      await thing.ready;
      things.push(thing);
      return thing;
    },
    tool: (command, ...args) => program.run('knxtool', command, `local:${SOCKET}`, ...args),
    async end() {
      for (const thing of things) thing.leave();
      await program.end();
    },
  };
};
