import type { MqttFigures, MqttOptions } from './mqtt-options.ts';
import { Projection } from './projection.ts';

export type { MqttFigures, MqttOptions };

/** The interface as retained topics on a broker, for whoever cannot or need not speak HTTP. */
export interface MqttProjection {
  figures(): MqttFigures;
  /** Says that the controller is gone, and leaves. */
  close(): Promise<void>;
}

/** Goes to the broker, and comes back to it whenever it was lost. The library behind it is loaded meanwhile. */
export const createMqtt = (options: MqttOptions): MqttProjection => {
  let isClosed = false;
  let projection: Projection | undefined;
  const loading = import('mqtt').then(({ connect }) => {
    if (!isClosed) projection = new Projection(options, connect);
    return projection;
  });
  return {
    figures: () => projection?.figures() ?? NOT_YET,
    async close() {
      isClosed = true;
      await (await loading)?.close();
    },
  };
};

const NOT_YET: MqttFigures = {
  ...{ isUp: false, connections: 0, sent: 0, waiting: 0 },
  commands: { taken: 0, refused: 0, dropped: 0 },
};
