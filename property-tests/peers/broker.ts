import { Mosquitto, noMosquitto } from '../mosquitto.ts';
import { ContainedProgram } from './contained-program.ts';
import { containerImage } from './container-image.ts';

/** A broker that belongs to a test alone. */
export interface Broker {
  readonly url: string;
  /** Starts it again where it was. */
  start(): Promise<void>;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
  /** Lets it stand still without closing a connection. */
  freeze(): Promise<void> | void;
  end(): Promise<void>;
}

const image = await containerImage('mosquitto');

/** Where brokers run here, for the titles of tests. */
export const brokersRun = image === undefined ? 'as a process' : 'in a container';

/** Why a broker cannot be tried here; `false` if it can. */
export const noBroker: string | false = image === undefined ? noMosquitto : false;

export const startBroker = async (): Promise<Broker> => (image === undefined ? Mosquitto.start() : contained(image));

const PORT = 1883;
const FILE = '/tmp/mosquitto.conf';
const CONFIGURATION = `listener ${PORT} 0.0.0.0\nallow_anonymous true\npersistence false\nuser root\n`;

const contained = async (name: string): Promise<Broker> => {
  const program = await ContainedProgram.start({
    image: name,
    command: ['mosquitto', '-c', FILE],
    ports: [{ port: PORT, protocol: 'tcp' }],
    files: { [FILE]: CONFIGURATION },
  });
  return {
    url: `mqtt://127.0.0.1:${program.hostPort(PORT)}`,
    start: () => program.begin(),
    kill: () => program.kill(),
    freeze: () => program.freeze(),
    end: () => program.end(),
  };
};
