import type { Json } from '../clients/json.ts';
import { type Called, DROPPED, type FaceSpoiling } from './faulty.ts';

/** One Socket.io message in the text of a websocket: its kind, its acknowledgement number, and what it carries. */
const PACKET = /^4([23])(\/[^,[]*,)?(\d*)(\[.*\])$/s;
const EVENT = '2';

/** Where a message of a client goes: on to the controller, back as an answer, or nowhere. */
export interface Upward {
  readonly on: string | null;
  readonly back: string | null;
}

/** Lets the messages of one connection through, changed as `spoiling` says; remembers which number belongs to which call. */
export class Packets {
  readonly #spoiling: FaceSpoiling;
  readonly #generation: 4 | 2;
  readonly #answered: (called: Called) => void;
  readonly #calls = new Map<string, { readonly name: string; readonly parameters: Json }>();
  #user: string | null = null;

  constructor(spoiling: FaceSpoiling, generation: 4 | 2, answered: (called: Called) => void) {
    this.#spoiling = spoiling;
    this.#generation = generation;
    this.#answered = answered;
  }

  /** From the client. */
  up(whole: string): Upward {
    const text = this.#spoiling.frame?.(whole, 'up') ?? whole;
    const [, kind, place = '', number = '', carried = ''] = PACKET.exec(text) ?? [];
    if (kind !== EVENT) return { on: text, back: null };
    const [name, ...given] = JSON.parse(carried) as [string, ...Json[]];
    const parameters = given[0] ?? null;
    if (name === 'auth') this.#user = String((parameters as { username?: Json } | null)?.username);
    this.#calls.set(number, { name, parameters });
    const early = this.#spoiling.ahead?.(name, parameters);
    if (early !== undefined) return { on: null, back: `43${place}${number}${JSON.stringify([early])}` };
    if (this.#spoiling.emit === undefined) return { on: text, back: null };
    const changed = this.#spoiling.emit(name, parameters, this.#generation);
    if (changed === DROPPED) return { on: null, back: null };
    const carries = JSON.stringify([name, ...(given.length === 0 ? [] : [changed])]);
    return { on: `4${kind}${place}${number}${carries}`, back: null };
  }

  /** From the controller; null if it is dropped. */
  down(whole: string): string | null {
    const text = this.#spoiling.frame?.(whole, 'down') ?? whole;
    const [, kind, place = '', number = '', carried = ''] = PACKET.exec(text) ?? [];
    if (kind === undefined) return text;
    const [first, second] = JSON.parse(carried) as [Json, Json | undefined];
    if (kind === EVENT) {
      if (this.#spoiling.event === undefined) return text;
      const payload = this.#spoiling.event(String(first), second ?? null, this.#generation, this.#user);
      return payload === DROPPED ? null : `42${place}${number}${JSON.stringify([first, payload])}`;
    }
    const call = this.#calls.get(number);
    if (call === undefined) return text;
    const called: Called = { ...call, path: this.#generation === 4 ? 'socket4' : 'socket2', user: this.#user };
    const answer = this.#spoiling.call?.(called, first ?? null) ?? first ?? null;
    queueMicrotask(() => this.#answered(called));
    return `43${place}${number}${JSON.stringify([answer])}`;
  }
}
