import { type Fields, field, isFields } from '../clients/json.ts';
import type { Manners } from '../trials/target.ts';

/** A component that may be switched on and off without harm. */
export interface Lamp {
  readonly cid: string;
  readonly rooms: readonly number[];
  /** As it was found, and as it is left. */
  readonly state: boolean;
}

/** What lets somebody in or out, warms, cools, floods or wakes the neighbours. */
const DOORS = /lock|door|gate|garage/i;
const HARMFUL = /alarm|siren|horn|oven|stove|heat|boiler|pump|valve|irrigat|water|fridge|freez|server|router|medical/i;

/** What the checks may switch, the most harmless first. */
export const lampsOf = (components: readonly Fields[], manners: Manners): readonly Lamp[] =>
  components
    .filter((component) => {
      const text = `${component.type} ${component.category} ${component.name}`;
      return !HARMFUL.test(text) && (manners.allowDoors || !DOORS.test(text)) && reachable(component);
    })
    .flatMap((component): (Lamp & { light: boolean })[] => {
      const state = entryOf(component, 'state')?.value;
      const { cid } = component;
      if (typeof state !== 'boolean' || typeof cid !== 'string') return [];
      const rooms = Array.isArray(component.rooms) ? component.rooms.filter((room) => typeof room === 'number') : [];
      return [{ cid, rooms, state, light: /light|lamp/i.test(`${component.category} ${component.type}`) }];
    })
    .filter(({ cid }) => manners.onlyComponents.length === 0 || manners.onlyComponents.includes(cid))
    .filter(({ rooms }) => manners.onlyRooms.length === 0 || rooms.some((room) => manners.onlyRooms.includes(room)))
    .sort((one, other) => Number(other.light) - Number(one.light))
    .map(({ cid, rooms, state }) => ({ cid, rooms, state }));

/** The entry of a property. */
export const entryOf = (component: Fields | undefined, property: string): Fields | undefined => {
  const data = component?.data;
  return Array.isArray(data) ? data.filter(isFields).find((entry) => field(entry, 'property') === property) : undefined;
};

/** A component that says of itself that it is out of reach is left alone. */
const reachable = (component: Fields): boolean => entryOf(component, 'reachable')?.value !== false;

/** Lamps that checks borrow, so that no two of them switch the same one. */
export class LampPool {
  /** As many as there are, borrowed or not. */
  readonly size: number;
  readonly #free: Lamp[];
  readonly #waiting: { readonly count: number; give(lamps: readonly Lamp[]): void }[] = [];

  constructor(lamps: readonly Lamp[]) {
    this.#free = [...lamps];
    this.size = lamps.length;
  }

  /** So many at once, each check in its turn: none waits for a second one while another waits for its first. */
  borrow(count = 1): Promise<readonly Lamp[]> {
    return new Promise((resolve) => {
      this.#waiting.push({ count, give: resolve });
      this.#serve();
    });
  }

  give(lamps: readonly Lamp[]): void {
    this.#free.push(...lamps);
    this.#serve();
  }

  #serve(): void {
    for (let [next] = this.#waiting; next !== undefined && next.count <= this.#free.length; [next] = this.#waiting) {
      this.#waiting.shift();
      next.give(this.#free.splice(0, next.count));
    }
  }
}
