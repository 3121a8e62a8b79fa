import type { MqttFigures, MqttOptions } from './mqtt-options.ts';
import { Projection } from './projection.ts';
import { ShownTopics } from './shown-topics.ts';

export type { MqttFigures, MqttOptions };

/** The interface as retained topics on a broker, for whoever cannot or need not speak HTTP. */
export interface MqttProjection {
  figures(): MqttFigures;
  /** Says that the controller is gone, and leaves. */
  close(): Promise<void>;
}

/**
 * Goes to the broker, and comes back to it whenever it was lost. A house that is called otherwise from now on is shown under its new
 * name, by a connection of its own. The library behind it is loaded meanwhile.
 */
export const createMqtt = (options: MqttOptions): MqttProjection => {
  const { controller, configuration, say } = options;
  const shown = new ShownTopics(options.store, options.url);
  if (shown.elsewhere !== undefined) {
    say(`what was shown on ${shown.elsewhere} is left there: it is not the broker of this configuration`);
  }
  let isClosed = false;
  let projection: Projection | undefined;
  let name = controller.name;
  const open = async (): Promise<void> => {
    const { connect } = await import('mqtt');
    await projection?.close();
    if (!isClosed) projection = new Projection({ ...options, controller: { ...controller, name } }, shown, connect);
  };
  let opening = open();
  const renaming = configuration.subscribe(() => {
    if (controller.name === name) return;
    name = controller.name;
    opening = opening.then(open);
  });
  return {
    figures: () => projection?.figures() ?? NOT_YET,
    async close() {
      isClosed = true;
      renaming.unsubscribe();
      await opening;
      await projection?.close();
    },
  };
};

const NOT_YET: MqttFigures = {
  ...{ isUp: false, connections: 0, sent: 0, waiting: 0 },
  commands: { taken: 0, refused: 0, dropped: 0 },
};
