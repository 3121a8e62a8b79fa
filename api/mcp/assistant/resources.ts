import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import { toIso } from '../../../twin/index.ts';
import type { AssistantContext } from '../assistant-context.ts';
import type { Catalogue } from './catalogue.ts';
import type { HouseReader } from './house-reader.ts';
import { LIMITS } from './limits.ts';
import { invalidParams, ProtocolFault } from './protocol-fault.ts';
import type { Scene } from './records.ts';
import { roomName, toldComponent, without } from './told.ts';
import { toldRoom } from './told-room.ts';
import { toldStep } from './told-step.ts';
import { waitSecondsOf } from './wait-seconds-of.ts';
import { wholeComponent } from './whole-component.ts';

export const MIME_TYPE = 'application/json';

/** JSON-RPC code of the specification for a resource that does not exist. */
export const RESOURCE_NOT_FOUND = -32002;

/** The resources that are always there. */
export const WHOLE: readonly Resource[] = [
  {
    uri: 'service://components/all',
    name: 'components',
    title: 'All components',
    description: 'Every component with its present values',
    mimeType: MIME_TYPE,
  },
  {
    uri: 'service://scenes/all',
    name: 'scenes',
    title: 'All scenes',
    description: 'Every scene with its rooms',
    mimeType: MIME_TYPE,
  },
  {
    uri: 'service://rooms/all',
    name: 'rooms',
    title: 'All rooms',
    description: 'Every room with its zones, and what is in it',
    mimeType: MIME_TYPE,
  },
];

export const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'service://components/{cid}',
    name: 'component',
    title: 'One component',
    description: 'A component with all that is known of its properties',
    mimeType: MIME_TYPE,
  },
  {
    uriTemplate: 'service://scenes/{id}',
    name: 'scene',
    title: 'One scene',
    description: 'A scene with every step',
    mimeType: MIME_TYPE,
  },
  {
    uriTemplate: 'service://rooms/{id}',
    name: 'room',
    title: 'One room',
    description: 'A room with its components and their present values',
    mimeType: MIME_TYPE,
  },
];

/** What an address means. */
export type Address =
  | { readonly kind: 'components' | 'scenes' | 'rooms'; readonly id: 'all' }
  | { readonly kind: 'components'; readonly id: string }
  | { readonly kind: 'scenes' | 'rooms'; readonly id: number };

/** Reads and lists the resources of a session. */
export class Resources {
  readonly #house: HouseReader;
  readonly #context: AssistantContext;

  constructor(house: HouseReader, context: AssistantContext) {
    this.#house = house;
    this.#context = context;
  }

  /** Everything that is listed, in order. */
  async all(): Promise<readonly Resource[]> {
    const { rooms, scenes } = await this.#house.catalogue();
    const each = (kind: 'rooms' | 'scenes', noun: string) => (one: { readonly id: number; readonly name: string }) => ({
      uri: `service://${kind}/${one.id}`,
      name: one.name,
      title: `${noun} ${one.name}`,
      mimeType: MIME_TYPE,
    });
    return [
      ...WHOLE,
      ...[...rooms.values()].map(each('rooms', 'Room')),
      ...[...scenes.values()].map(each('scenes', 'Scene')),
    ];
  }

  /** One page, from a cursor of the page before. */
  async list(cursor: string | undefined): Promise<{ resources: Resource[]; nextCursor?: string }> {
    const from = cursor === undefined ? 0 : Number(/^from-(\d{1,9})$/.exec(cursor)?.[1] ?? Number.NaN);
    if (Number.isNaN(from)) throw invalidParams('Invalid cursor');
    const all = await this.all();
    const end = from + LIMITS.resourcesListed.value;
    return { resources: all.slice(from, end), ...(end < all.length && { nextCursor: `from-${end}` }) };
  }

  /** Whether there is such a resource now. */
  async find(uri: string): Promise<Address> {
    const address = addressOf(uri);
    if (address !== undefined) {
      const catalogue = await this.#house.catalogue();
      const { kind, id } = address;
      const isThere = id === 'all' || (kind === 'components' ? catalogue.components.has(id) : catalogue[kind].has(id));
      if (isThere) return address;
    }
    throw new ProtocolFault(RESOURCE_NOT_FOUND, 'Resource not found', { uri: uri.slice(0, 200) });
  }

  async read(uri: string): Promise<string> {
    const address = await this.find(uri);
    const time = toIso(this.#context.clock.now());
    const content = await this.#contentOf(address, await this.#house.catalogue());
    return JSON.stringify({ ...content, time });
  }

  async #contentOf({ kind, id }: Address, catalogue: Catalogue): Promise<object> {
    switch (kind) {
      case 'components': {
        if (id === 'all') return this.#components(catalogue);
        const component = catalogue.components.get(id);
        return component === undefined ? {} : wholeComponent(this.#house, catalogue, component);
      }
      case 'scenes': {
        if (id === 'all') {
          const scenes = bounded([...catalogue.scenes.values()].map((scene) => sceneInLine(catalogue, scene)));
          return { scenes: scenes.kept, leftOut: scenes.leftOut };
        }
        const scene = catalogue.scenes.get(id);
        if (scene === undefined) return {};
        const steps = bounded(scene.steps.map((step) => toldStep(catalogue, step)));
        return { ...sceneInLine(catalogue, scene), steps: steps.kept, leftOut: steps.leftOut };
      }
      default: {
        if (id === 'all') {
          const rooms = bounded([...catalogue.rooms.values()].map((room) => toldRoom(catalogue, room)));
          return { rooms: rooms.kept, leftOut: rooms.leftOut };
        }
        const room = catalogue.rooms.get(id);
        return room === undefined ? {} : { ...toldRoom(catalogue, room), ...(await this.#components(catalogue, id)) };
      }
    }
  }

  /** The components of a room, or all, with their present values. */
  async #components(catalogue: Catalogue, room?: number): Promise<object> {
    const all = [...catalogue.components.values()];
    const meant = room === undefined ? all : all.filter(({ rooms }) => rooms.includes(room));
    const data = await this.#house.presentOf(meant);
    const told = meant.map((one) => toldComponent(this.#house, catalogue, one, data.get(one.cid) ?? []));
    const { kept, leftOut } = bounded(told);
    const roomless = without(meant.filter(({ rooms }) => rooms.length === 0).length, 'room');
    return { components: kept, leftOut: [leftOut, ...roomless].join('; ') };
  }
}

export const addressOf = (uri: string): Address | undefined => {
  const [, kind, id] = /^service:\/\/(components|scenes|rooms)\/(all|C\d{1,15}|\d{1,15})$/.exec(uri) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  if (id === 'all') return { kind: kind as Address['kind'], id };
  if (kind === 'components') return id.startsWith('C') ? { kind, id } : undefined;
  return id.startsWith('C') ? undefined : { kind: kind as 'scenes' | 'rooms', id: Number(id) };
};

const sceneInLine = (catalogue: Catalogue, scene: Scene) => ({
  id: scene.id,
  name: scene.name,
  rooms: scene.rooms.map((id) => roomName(catalogue, id)),
  steps: scene.steps.length as number | readonly object[],
  waitSeconds: waitSecondsOf(scene),
});

/** As many records as one resource has room for. */
const bounded = <Item extends object>(items: readonly Item[]): { kept: readonly Item[]; leftOut: string } => {
  let bytes = 0;
  let count = 0;
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > LIMITS.resourceBytes.value) break;
    count += 1;
  }
  return { kept: items.slice(0, count), leftOut: `${count} of ${items.length}` };
};
