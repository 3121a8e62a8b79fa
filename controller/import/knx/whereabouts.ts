import type { Project, ProjectAddress, Space } from '../../../hardware/knx/project/project.ts';
import { asName, type ProposedRoom, type ProposedZone } from '../proposal.ts';
import { wordsOf } from './words.ts';

/** What is a room to people; the rest of a building's parts hold rooms, or devices. */
const ROOMS = new Set(['Room', 'Corridor', 'Stairway']);

/** The building of a project as rooms and zones, and where in it addresses and functions are. */
export class Whereabouts {
  readonly zones: readonly ProposedZone[];
  readonly rooms: readonly ProposedRoom[];
  readonly #spaces: ReadonlyMap<string, Space>;
  /** Of a room, by its building part. */
  readonly #ids: ReadonlyMap<string, number>;
  /** Rooms by the first word of their name. */
  readonly #byWord = new Map<string, { readonly space: Space; readonly words: readonly string[] }[]>();

  constructor({ spaces }: Project) {
    this.#spaces = new Map(spaces.map((space) => [space.id, space]));
    const floors = spaces.filter(({ type }) => type === 'Floor');
    const zoneIds = new Map(floors.map(({ id }, index) => [id, index + 1]));
    const hasSeveral = new Set(floors.map(({ parent }) => parent)).size > 1;
    this.zones = floors.map(({ name, parent }, index) => {
      const building = hasSeveral ? this.#spaces.get(parent ?? '')?.name : undefined;
      return { id: index + 1, name: asName(building ? `${building}, ${name}` : name, `Floor ${index + 1}`) };
    });
    const rooms = spaces.filter(({ type }) => ROOMS.has(type));
    this.#ids = new Map(rooms.map(({ id }, index) => [id, index + 1]));
    this.rooms = rooms.map((space, index) => {
      const floor = this.#outward(space, ({ type }) => type === 'Floor');
      const zone = zoneIds.get(floor?.id ?? '');
      return { id: index + 1, name: asName(space.name, `Room ${index + 1}`), zones: zone === undefined ? [] : [zone] };
    });
    for (const space of rooms) {
      const words = wordsOf(space.name);
      const [first] = words;
      if (first !== undefined) this.#byWord.set(first, [...(this.#byWord.get(first) ?? []), { space, words }]);
    }
  }

  /** The room that a building part is, or is in. */
  roomOf(space: string | null): number | null {
    const start = this.#spaces.get(space ?? '');
    const room = start && this.#outward(start, ({ type }) => ROOMS.has(type));
    return this.#ids.get(room?.id ?? '') ?? null;
  }

  /**
   * The room that an address names: its longest name in the address's name, else in its description, else in the ranges that it stands
   * in. Of rooms with one name the one whose floor is named as well; `null` if that is none, or several.
   */
  namedRoom({ name, description, ranges }: ProjectAddress): number | null {
    const all = wordsOf([name, description, ...ranges].join(' '));
    for (const text of [name, description, ...ranges.toReversed()]) {
      const found = this.#named(wordsOf(text));
      if (found.length === 1) return this.#ids.get(found[0]?.id ?? '') ?? null;
      if (found.length > 1) {
        const there = found.filter((space) => this.#isFloorNamed(space, all));
        return there.length === 1 ? (this.#ids.get(there[0]?.id ?? '') ?? null) : null;
      }
    }
    return null;
  }

  /** Rooms with the longest name that is part of a text. */
  #named(words: readonly string[]): readonly Space[] {
    let longest = 0;
    let found: Space[] = [];
    words.forEach((word, at) => {
      for (const { space, words: room } of this.#byWord.get(word) ?? []) {
        if (room.length < longest || !room.every((each, index) => each === words[at + index])) continue;
        if (room.length > longest) found = [];
        longest = room.length;
        if (!found.includes(space)) found.push(space);
      }
    });
    return found;
  }

  #isFloorNamed(space: Space, words: readonly string[]): boolean {
    const floor = this.#outward(space, ({ type }) => type === 'Floor');
    const name = wordsOf(floor?.name ?? '');
    return name.length > 0 && words.some((_, at) => name.every((each, index) => each === words[at + index]));
  }

  #outward(start: Space, is: (space: Space) => boolean): Space | undefined {
    let space: Space | undefined = start;
    while (space !== undefined && !is(space)) space = this.#spaces.get(space.parent ?? '');
    return space;
  }
}
