import { slug, type Topics } from './topics.ts';

/** What is told of the controller to Home Assistant. */
export interface AnnouncedController {
  readonly name: string;
  readonly version: string;
}

/** Who announces a device, and which version of it. */
export const originOf = ({ name, version }: AnnouncedController) => ({ name: `Twinhaus ${name}`, sw: version });

/** The controller as a device of its own, whether it is there or not: Home Assistant shows those of the house as connected through it. */
export const controllerDevice = (controller: AnnouncedController, topics: Topics): object => {
  const id = slug(controller.name);
  return {
    dev: { ids: [id], name: controller.name, mf: 'Twinhaus', mdl: 'controller', sw: controller.version },
    o: originOf(controller),
    cmps: {
      connected: {
        ...{ p: 'binary_sensor', unique_id: `${id}_connected`, name: 'Connected', ent_cat: 'diagnostic' },
        ...{ dev_cla: 'connectivity', stat_t: topics.status, pl_on: 'online', pl_off: 'offline' },
      },
    },
  };
};

/** Where it is announced. */
export const controllerTopic = (prefix: string, { name }: AnnouncedController): string =>
  `${prefix}/device/${slug(name)}/config`;
