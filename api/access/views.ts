import type { Component } from '../../twin/index.ts';
import type { RoomPermission, User } from './user.ts';
import type { View } from './view.ts';

/** The components of the house, for the question who sees the same ones. */
export interface ComponentsInSight {
  readonly components: ReadonlyMap<string, Component>;
}

/** The view of every user, made when it is first asked for and kept until the user or the house changes. */
export class Views {
  readonly #keys: Keys;
  #views = new WeakMap<User, View>();

  constructor(house: ComponentsInSight) {
    this.#keys = new Keys(house);
  }

  of(user: User): View {
    const kept = this.#views.get(user);
    if (kept) return kept;
    const view = user.group === 'admin' ? new AdminView(this.#keys) : new UserView(user, this.#keys);
    this.#views.set(user, view);
    return view;
  }

  /** Components, or the rooms that they belong to, have changed. */
  forget(): void {
    this.#views = new WeakMap();
    this.#keys.forget();
  }
}

/** Room and scene permissions are for users; the group `admin` may do everything. */
class AdminView implements View {
  readonly key: string;

  constructor(keys: Keys) {
    this.key = keys.all;
  }

  maySee(): boolean {
    return true;
  }

  mayCommand(): boolean {
    return true;
  }

  maySeeRoom(): boolean {
    return true;
  }

  mayRun(): boolean {
    return true;
  }
}

class UserView implements View {
  readonly #keys: Keys;
  readonly #rooms: Levels<RoomPermission>;
  readonly #scenes: Levels<'Off' | 'Full'>;
  #key: string | undefined;

  constructor(user: User, keys: Keys) {
    this.#keys = keys;
    this.#rooms = new Levels(user.rooms, 'Full');
    this.#scenes = new Levels(user.scenes, 'Full');
  }

  get key(): string {
    this.#key ??= this.#rooms.has('Off') ? this.#keys.of(this) : this.#keys.all;
    return this.#key;
  }

  maySee({ rooms }: Component): boolean {
    return rooms.length === 0 || rooms.some((room) => this.#rooms.of(room) !== 'Off');
  }

  mayCommand({ rooms }: Component): boolean {
    if (rooms.length === 0) return this.#rooms.unnamed === 'Full';
    return rooms.some((room) => this.#rooms.of(room) === 'Full');
  }

  maySeeRoom(room: number): boolean {
    return this.#rooms.of(room) !== 'Off';
  }

  mayRun(scene: number): boolean {
    return this.#scenes.of(scene) !== 'Off';
  }
}

/** Levels by identifier, with the one of `*` for all that are not named. */
class Levels<Level extends string> {
  readonly unnamed: Level;
  readonly #named = new Map<number, Level>();

  constructor(levels: { readonly [id: string]: Level }, otherwise: Level) {
    this.unnamed = Object.hasOwn(levels, '*') ? (levels['*'] ?? otherwise) : otherwise;
    for (const [id, level] of Object.entries(levels)) {
      if (/^(0|[1-9]\d*)$/.test(id)) this.#named.set(Number(id), level);
    }
  }

  of(id: number): Level {
    return this.#named.get(id) ?? this.unnamed;
  }

  has(level: Level): boolean {
    return this.unnamed === level || [...this.#named.values()].includes(level);
  }
}

/** Short names for sets of components and of the rooms that are seen of them. A name is never given to another set, so what is cached under it stays true. */
class Keys {
  readonly #house: ComponentsInSight;
  readonly #names = new Map<string, string>();
  #count = 0;
  #all: string | undefined;

  constructor(house: ComponentsInSight) {
    this.#house = house;
  }

  get all(): string {
    this.#all ??= this.#next();
    return this.#all;
  }

  of(view: View): string {
    const seen = Buffer.alloc(Math.ceil(this.#house.components.size / 8));
    const hiddenRooms: string[] = [];
    let index = 0;
    let hidden = 0;
    for (const component of this.#house.components.values()) {
      if (view.maySee(component)) {
        seen[index >> 3] = (seen[index >> 3] ?? 0) | (1 << (index & 7));
        for (const room of component.rooms) if (!view.maySeeRoom(room)) hiddenRooms.push(`${index}:${room}`);
      } else hidden += 1;
      index += 1;
    }
    if (hidden === 0 && hiddenRooms.length === 0) return this.all;
    const set = `${hiddenRooms.join(' ')} ${seen.toString('latin1')}`;
    const name = this.#names.get(set) ?? this.#next();
    this.#names.set(set, name);
    return name;
  }

  forget(): void {
    this.#names.clear();
    this.#all = undefined;
  }

  #next(): string {
    this.#count += 1;
    return `view-${this.#count}`;
  }
}
