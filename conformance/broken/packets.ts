import type { Json } from '../clients/json.ts';
import { type Called, DROPPED, type Spoiling } from './faulty.ts';

/** One Socket.io message in the text of a websocket: its kind, its acknowledgement number, and what it carries. */
const PACKET = /^4([23])(\/[^,[]*,)?(\d*)(\[.*\])$/s;
const EVENT = '2';

/** Lets the messages of one connection through, changed as `spoiling` says; remembers which number belongs to which call. */
export class Packets {
  readonly #spoiling: Spoiling;
  readonly #generation: 4 | 2;
  readonly #calls = new Map<string, { readonly name: string; readonly parameters: Json }>();

  constructor(spoiling: Spoiling, generation: 4 | 2) {
    this.#spoiling = spoiling;
    this.#generation = generation;
  }

  /** From the client; null if it is dropped. */
  up(text: string): string | null {
    const [, kind, place = '', number = '', carried = ''] = PACKET.exec(text) ?? [];
    if (kind !== EVENT) return text;
    const [name, ...parameters] = JSON.parse(carried) as [string, ...Json[]];
    this.#calls.set(number, { name, parameters: parameters[0] ?? null });
    if (this.#spoiling.emit === undefined) return text;
    const changed = this.#spoiling.emit(name, parameters[0] ?? null, this.#generation);
    if (changed === DROPPED) return null;
    return `4${kind}${place}${number}${JSON.stringify([name, ...(parameters.length === 0 ? [] : [changed])])}`;
  }

  /** From the controller; null if it is dropped. */
  down(text: string): string | null {
    const [, kind, place = '', number = '', carried = ''] = PACKET.exec(text) ?? [];
    if (kind === undefined) return text;
    const [first, second] = JSON.parse(carried) as [Json, Json | undefined];
    if (kind === EVENT) {
      if (this.#spoiling.event === undefined) return text;
      const payload = this.#spoiling.event(String(first), second ?? null, this.#generation);
      return payload === DROPPED ? null : `42${place}${number}${JSON.stringify([first, payload])}`;
    }
    const call = this.#calls.get(number);
    if (call === undefined || this.#spoiling.call === undefined) return text;
    const called: Called = { ...call, path: this.#generation === 4 ? 'socket4' : 'socket2' };
    return `43${place}${number}${JSON.stringify([this.#spoiling.call(called, first ?? null)])}`;
  }
}
