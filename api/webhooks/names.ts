import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type Clock, type Duration, seconds } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';

/** Asks the machine for the addresses of a name. */
export type Resolve = (
  name: string,
  answer: (fault: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

type Waiting = Parameters<Resolve>[1];

interface Known {
  readonly addresses: readonly LookupAddress[];
  readonly since: Duration;
}

/**
 * The addresses of receivers. A look-up may hang for half a minute, cannot be called off, and takes one of the four threads that
 * also write files and hash passwords. So only some run at a time, equal ones are one, and what is known goes on being used
 * while the others wait for their turn.
 */
export class Names {
  readonly #clock: Clock;
  readonly #resolve: Resolve;
  readonly #known = new Map<string, Known>();
  readonly #asked = new Map<string, Waiting[]>();
  readonly #waiting: string[] = [];
  #underWay = 0;

  /** `clock`: the real one. */
  constructor(clock: Clock, resolve: Resolve = SYSTEM) {
    this.#clock = clock;
    this.#resolve = resolve;
  }

  /** As `net.connect` takes it. */
  readonly lookup: LookupFunction = (name, { all }, callback) => {
    this.#ask(name, (fault, addresses) => {
      const [first] = addresses;
      if (fault !== null || first === undefined) callback(fault ?? notFound(), '', 4);
      else if (all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };

  #ask(name: string, answer: Waiting): void {
    const known = this.#known.get(name);
    const isFresh = known !== undefined && this.#clock.elapsed() - known.since < FRESH;
    if (known !== undefined && (isFresh || this.#underWay >= LIMITS.webHookLookups.value)) {
      answer(null, known.addresses);
      return;
    }
    const others = this.#asked.get(name);
    if (others !== undefined) {
      others.push(answer);
      return;
    }
    this.#asked.set(name, [answer]);
    this.#waiting.push(name);
    this.#next();
  }

  #next(): void {
    while (this.#underWay < LIMITS.webHookLookups.value) {
      const name = this.#waiting.shift();
      if (name === undefined) return;
      this.#underWay += 1;
      this.#resolve(name, (fault, addresses) => {
        this.#underWay -= 1;
        if (fault === null && addresses.length > 0) this.#remember(name, addresses);
        const asked = this.#asked.get(name) ?? [];
        this.#asked.delete(name);
        for (const answer of asked) answer(fault, addresses);
        this.#next();
      });
    }
  }

  #remember(name: string, addresses: readonly LookupAddress[]): void {
    this.#known.delete(name);
    this.#known.set(name, { addresses, since: this.#clock.elapsed() });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= LIMITS.webHookNames.value) break;
      this.#known.delete(oldest);
    }
  }
}

const FRESH = seconds(LIMITS.webHookNameSeconds.value);

const SYSTEM: Resolve = (name, answer) =>
  systemLookup(name, { all: true }, (fault, addresses) => answer(fault, fault === null ? addresses : []));

const notFound = (): NodeJS.ErrnoException => Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
