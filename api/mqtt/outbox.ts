import type { BrokerLink } from './broker-link.ts';

/** Retained topics on their way to a broker: the newest value of each, and never more than the network takes. */
export class Outbox {
  readonly #link: BrokerLink;
  readonly #tooLarge: (topic: string) => void;
  /** What stands on the broker, as far as it is known. */
  readonly #sent = new Map<string, string>();
  readonly #waiting = new Map<string, string>();
  #isFull = false;
  #count = 0;

  /** `tooLarge` is told of a topic whose payload the broker does not take. */
  constructor(link: BrokerLink, tooLarge: (topic: string) => void) {
    this.#link = link;
    this.#tooLarge = tooLarge;
  }

  /** Topics that wait for the network, and messages that it has taken. */
  get figures(): { readonly waiting: number; readonly sent: number } {
    return { waiting: this.#waiting.size, sent: this.#count };
  }

  put(topic: string, payload: string): void {
    if (!this.#link.isUp) return;
    // Behind what else is new: a topic that changes all the time keeps nobody waiting.
    this.#waiting.delete(topic);
    this.#waiting.set(topic, payload);
    this.#send();
  }

  /** Sends once more what stands. */
  repeat(topic: string): void {
    const payload = this.#waiting.get(topic) ?? this.#sent.get(topic);
    if (payload !== undefined && payload !== UNKNOWN) this.put(topic, payload);
  }

  /** All there is to be: what stands already is not sent again, what is left out is taken away. */
  replaceAll(topics: ReadonlyMap<string, string>): void {
    for (const topic of [...this.#sent.keys(), ...this.#waiting.keys()]) if (!topics.has(topic)) this.put(topic, '');
    for (const [topic, payload] of topics) {
      if ((this.#waiting.get(topic) ?? this.#sent.get(topic)) !== payload) this.put(topic, payload);
    }
  }

  /** The broker may have lost what it had. What may not be seen any more is still to be taken away. */
  forgetSent(): void {
    for (const topic of this.#sent.keys()) this.#sent.set(topic, UNKNOWN);
    this.#waiting.clear();
    this.#isFull = false;
  }

  /** Whether everything was given to the network. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  #send(): void {
    for (const [topic, payload] of this.#waiting) {
      if (this.#isFull || !this.#link.isUp) return;
      this.#waiting.delete(topic);
      if (!this.#link.fits(topic, Buffer.byteLength(payload))) {
        this.#tooLarge(topic);
        continue;
      }
      if (payload === '') this.#sent.delete(topic);
      else this.#sent.set(topic, payload);
      this.#count += 1;
      this.#link.publish(topic, payload, { retain: true });
      if (!this.#link.isFull) continue;
      this.#isFull = true;
      this.#link.whenDrained(() => {
        this.#isFull = false;
        this.#send();
      });
    }
  }
}

/** No payload is this. */
const UNKNOWN = '\u0000';
