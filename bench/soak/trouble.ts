import { MOODS, type Peer } from './peers/peer.ts';

/** Ends of buses that behave badly, one after the other and several at once. */
export class Trouble {
  /** What was done, counted. */
  readonly done = new Map<string, number>();
  readonly #peers: readonly Peer[];
  readonly #dice: (sides: number) => number;
  readonly #away = new Set<Peer>();
  #isOver = false;

  constructor(peers: readonly Peer[], dice: (sides: number) => number) {
    this.#peers = peers;
    this.#dice = dice;
  }

  /** Does one more bad thing, or puts one right. */
  async next(): Promise<void> {
    const peer = this.#peers[this.#dice(this.#peers.length)] as Peer;
    if (this.#away.has(peer)) return;
    const what = this.#dice(10);
    if (what < 5) {
      peer.mood = 'good';
      this.#note('good', peer);
    } else if (what < 8) {
      peer.mood = MOODS[this.#dice(MOODS.length)] ?? 'good';
      this.#note(peer.mood, peer);
    } else if (what === 8) {
      peer.hangUp();
      this.#note('hangs up', peer);
    } else {
      this.#note('is away', peer);
      this.#away.add(peer);
      await peer.close();
      setTimeout(() => void this.#back(peer), AGAIN_MS + this.#dice(2_500)).unref();
    }
  }

  /** Whoever is away stays away; nobody does anything any more. */
  end(): void {
    this.#isOver = true;
  }

  async #back(peer: Peer): Promise<void> {
    if (this.#isOver) return;
    try {
      await peer.open();
    } catch {
      // Somebody else has its port for the moment.
      setTimeout(() => void this.#back(peer), AGAIN_MS).unref();
      return;
    }
    if (this.#isOver) await peer.close();
    this.#away.delete(peer);
  }

  #note(what: string, { name }: Peer): void {
    const key = `${name} ${what}`;
    this.done.set(key, (this.done.get(key) ?? 0) + 1);
  }
}

const AGAIN_MS = 500;
