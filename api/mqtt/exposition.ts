import type { ComponentRecord } from './component-record.ts';
import { type AnnouncedController, controllerDevice, controllerTopic } from './controller-device.ts';
import { deviceOf, discoveryTopic } from './discovery.ts';
import { payloadOf } from './payload.ts';
import { slug, type Topics } from './topics.ts';

/** What of a house stands on a broker. */
export interface Exposition {
  /** Every topic that there may be, whether it has a value by now or not. */
  readonly allowed: ReadonlySet<string>;
  readonly shown: Map<string, string>;
  /** Topics of values that are words. */
  readonly words: ReadonlySet<string>;
}

export interface ExpositionOptions {
  readonly topics: Topics;
  readonly controller: AnnouncedController;
  readonly discovery: string | null;
  /** Names of the rooms that may be seen. */
  readonly rooms: ReadonlyMap<number, string>;
  isReached(cid: string, property: string): boolean;
}

/** The topics of these components, with what stands on them. */
export const exposed = (components: readonly ComponentRecord[], options: ExpositionOptions): Exposition => {
  const { topics, controller, discovery, rooms } = options;
  const id = slug(controller.name);
  const allowed = new Set<string>();
  const shown = new Map<string, string>();
  const words = new Set<string>();
  if (discovery !== null && components.length > 0) {
    const topic = controllerTopic(discovery, controller);
    allowed.add(topic);
    shown.set(topic, JSON.stringify(controllerDevice(controller, topics)));
  }
  for (const record of components) {
    const isShown = ({ property }: { readonly property: string }) => options.isReached(record.cid, property);
    const component = {
      ...record,
      properties: record.properties.filter(isShown),
      data: record.data.filter(isShown),
    };
    if (discovery !== null) {
      const room = (each: number) => rooms.get(each);
      const device = deviceOf(component, { ...controller, controller: id, topics, room });
      const topic = discoveryTopic(discovery, id, component.cid);
      allowed.add(topic);
      // Before the values: what is announced otherwise than before waits for them once more.
      shown.set(topic, JSON.stringify(device));
    }
    for (const { property, type } of component.properties) {
      const topic = topics.value(component.cid, property);
      allowed.add(topic);
      if (type === 'string') words.add(topic);
    }
    for (const { property, value } of component.data) {
      const topic = topics.value(component.cid, property);
      const payload = payloadOf(value);
      allowed.add(topic);
      if (payload !== undefined) shown.set(topic, payload);
    }
  }
  return { allowed, shown, words };
};
