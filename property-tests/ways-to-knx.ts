import type { Settings } from '../hardware/knx/settings.ts';
import { Knxd, noKnxd } from './knxd.ts';
import { noOtherMachine, OtherMachine } from './other-machine.ts';
import { type Gateway, gatewaysRun, noGateway, startGateway } from './peers/gateway.ts';
import { RoutingVoice } from './routing-voice.ts';

/** A bus with a way to it. */
export interface KnxBus {
  readonly knxd: Pick<Gateway, 'thing' | 'tool'>;
  readonly settings: Settings;
  /** Says something that arrives behind everything that was sent this way before; `null` where that has arrived once it was confirmed. */
  readonly say: ((group: string, value: number) => void) | null;
  end(): Promise<void>;
}

/** Every way to a bus; whoever takes it sees no difference. */
export const WAYS_TO_KNX: readonly {
  readonly name: string;
  readonly skip: string | false;
  start(): Promise<KnxBus>;
}[] = [
  {
    name: `through a tunnel, its gateway ${gatewaysRun}`,
    skip: noGateway,
    start: async () => {
      const knxd = await startGateway();
      const settings = { gateway: knxd.gateway, ...knxd.settings, pace: 200 };
      return { knxd, settings, say: null, end: () => knxd.end() };
    },
  },
  {
    name: 'among routers',
    skip: noKnxd || noOtherMachine,
    start: async () => {
      const machine = new OtherMachine();
      const knxd = await Knxd.startRouter(machine);
      const voice = await RoutingVoice.join(machine.multicast, machine.here);
      const { multicast, cableHere } = machine;
      return {
        knxd,
        settings: { protocol: 'routing', multicast, interface: cableHere, individualAddress: '15.15.250', pace: 50 },
        say: (group, value) => voice.write(group, value),
        end: async () => {
          voice.leave();
          await knxd.end();
          machine.end();
        },
      };
    },
  },
];
