import { fold } from './names.ts';
import type { ComponentAnswer, Property, Room, Scene, Zone } from './records.ts';

/** What a component is, without its values. */
export interface Described {
  readonly cid: string;
  readonly name: string;
  /** The name as it is compared. */
  readonly folded: string;
  readonly category: string;
  readonly type: string;
  readonly rooms: readonly number[];
  /** The same list for all components of a type. */
  readonly properties: readonly Property[];
}

/** What there is in the house, as the owner has configured it. */
export interface Catalogue {
  readonly components: ReadonlyMap<string, Described>;
  readonly rooms: ReadonlyMap<number, Room>;
  readonly zones: ReadonlyMap<number, Zone>;
  readonly scenes: ReadonlyMap<number, Scene>;
}

/** Asks a call of the interface. */
export type AskFor = <Result>(call: string, input?: object) => Promise<Result>;

/** The catalogue of one controller, read when it is needed and kept by all sessions together until the configuration changes. */
export class KeptCatalogue {
  #kept: Promise<Catalogue> | undefined;
  #sessions = 0;

  /** The one for whoever has the same stream of changes. Whoever enters says when the configuration changes, and leaves in the end. */
  static enter(controller: object): KeptCatalogue {
    const catalogue = KEPT.get(controller) ?? new KeptCatalogue();
    KEPT.set(controller, catalogue);
    catalogue.#sessions += 1;
    return catalogue;
  }

  get(ask: AskFor): Promise<Catalogue> {
    if (this.#kept !== undefined) return this.#kept;
    const reading = read(ask);
    this.#kept = reading;
    reading.catch(() => {
      if (this.#kept === reading) this.#kept = undefined;
    });
    return reading;
  }

  /** The configuration has changed. */
  forget(): void {
    this.#kept = undefined;
  }

  /** Nobody hears of changes once the last session has ended. */
  leave(): void {
    this.#sessions -= 1;
    if (this.#sessions === 0) this.forget();
  }
}

const KEPT = new WeakMap<object, KeptCatalogue>();

const read = async (ask: AskFor): Promise<Catalogue> => {
  // All at one instant: the calls are made before any of them is waited for.
  const [components, rooms, zones, scenes] = await Promise.all([
    ask<readonly ComponentAnswer[]>('getAllComponents', { withProperties: true }),
    ask<readonly Room[]>('getRooms'),
    ask<readonly Zone[]>('getZones'),
    ask<readonly Scene[]>('getScenes'),
  ]);
  const byType = new Map<string, readonly Property[]>();
  const describe = ({ cid, name, category, type, rooms, properties = [] }: ComponentAnswer): Described => {
    const ofType = byType.get(type) ?? properties;
    byType.set(type, ofType);
    return { cid, name, folded: fold(name), category, type, rooms, properties: ofType };
  };
  return {
    components: new Map(components.map((component) => [component.cid, describe(component)])),
    rooms: byId(rooms),
    zones: byId(zones),
    scenes: byId(scenes),
  };
};

const byId = <Item extends { readonly id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> =>
  new Map(items.map((item) => [item.id, item]));
