import {
  type Cid,
  type ComponentRecord,
  type Content,
  type Duration,
  type Kind,
  milliseconds,
  type RandomState,
} from '../../twin/index.ts';
import type { Lucky } from './chances.ts';
import type { Device, Memory, Model, Room } from './device.ts';
import { type Chance, evenly } from './distributions.ts';
import type { Settings } from './settings.ts';

/** How long most devices take to answer, ms. */
const DELAY = [20, 80] as const;
/** Commands that a device may have before it while it has not answered the first of them, for each of its properties. */
const MOST_WAITING = 16;

/** What a device keeps from one moment to the next; what is empty is left out. */
export interface DeviceState {
  readonly contents: { readonly [property: string]: Content };
  readonly memory?: Memory;
  readonly watts?: number;
  readonly luck?: RandomState;
  readonly waiting?: readonly (readonly [property: string, content: Content])[];
}

/** A device with the commands that have reached it and that it has not answered yet. */
export class SimulatedDevice implements Device, Lucky {
  readonly cid: Cid;
  readonly kind: Kind;
  readonly model: Model;
  readonly room: Room;
  readonly settings: Settings | undefined;
  contents: { [property: string]: Content } = {};
  memory: Memory = {};
  watts = 0;
  luck: RandomState | undefined = undefined;
  #waiting: [property: string, content: Content][] | undefined = undefined;

  constructor(record: ComponentRecord, kind: Kind, model: Model, room: Room, settings: Settings | undefined) {
    this.cid = record.cid;
    this.kind = kind;
    this.model = model;
    this.room = room;
    this.settings = settings;
  }

  /**
   * Takes a command in. Answers whether it waits for an answer of its own; a device that has too much before it puts the newest
   * content in the place of the last one for the same property.
   */
  take(property: string, content: Content): boolean {
    this.#waiting ??= [];
    const last = this.#waiting.findLast((waiting) => waiting[0] === property);
    if (last !== undefined && this.#waiting.length >= MOST_WAITING) {
      last[1] = content;
      return false;
    }
    this.#waiting.push([property, content]);
    return true;
  }

  /** How long it takes to answer. */
  thinks(chance: Chance): Duration {
    const [least, most] = this.model.delay ?? DELAY;
    return milliseconds(evenly(chance, least, most));
  }

  /** The command that is answered next; there is one for every answer that was planned. */
  next(): readonly [property: string, content: Content] {
    const [next, ...others] = this.#waiting ?? [];
    if (next === undefined) throw new Error(`${this.cid} has nothing to answer`);
    this.#waiting = others.length > 0 ? others : undefined;
    return next;
  }

  state(): DeviceState {
    return {
      contents: { ...this.contents },
      ...(Object.keys(this.memory).length > 0 && { memory: { ...this.memory } }),
      ...(this.watts !== 0 && { watts: this.watts }),
      ...(this.luck !== undefined && { luck: this.luck }),
      ...(this.#waiting !== undefined && { waiting: structuredClone(this.#waiting) }),
    };
  }

  resume(state: DeviceState): void {
    this.contents = { ...state.contents };
    this.memory = { ...state.memory };
    this.watts = state.watts ?? 0;
    this.luck = state.luck;
    this.#waiting = state.waiting?.map(([property, content]) => [property, content]);
  }
}
