import type { MqttClient } from 'mqtt';

/** Retained topics on their way to a broker: the newest value of each, and never more than the network takes. */
export class Outbox {
  readonly #client: MqttClient;
  /** What stands on the broker, as far as it is known. */
  readonly #sent = new Map<string, string>();
  readonly #waiting = new Map<string, string>();
  #isFull = false;
  #isClosed = false;

  constructor(client: MqttClient) {
    this.#client = client;
  }

  put(topic: string, payload: string): void {
    if (this.#isClosed) return;
    // Behind what else is new: a topic that changes all the time keeps nobody waiting.
    this.#waiting.delete(topic);
    this.#waiting.set(topic, payload);
    this.#send();
  }

  /** Sends once more what stands. */
  repeat(topic: string): void {
    const payload = this.#waiting.get(topic) ?? this.#sent.get(topic);
    if (payload !== undefined) this.put(topic, payload);
  }

  /** All there is to be: what stands already is not sent again, what is left out is taken away. */
  replaceAll(topics: ReadonlyMap<string, string>): void {
    for (const topic of [...this.#sent.keys(), ...this.#waiting.keys()]) if (!topics.has(topic)) this.put(topic, '');
    for (const [topic, payload] of topics) if (this.#sent.get(topic) !== payload) this.put(topic, payload);
  }

  /** The broker may have lost what it had. What may not be seen any more is still to be taken away. */
  forgetSent(): void {
    for (const topic of this.#sent.keys()) this.#sent.set(topic, UNKNOWN);
    this.#waiting.clear();
    this.#isFull = false;
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }

  #send(): void {
    for (const [topic, payload] of this.#waiting) {
      if (this.#isFull || this.#isClosed || !this.#client.connected) return;
      this.#waiting.delete(topic);
      if (payload === '') this.#sent.delete(topic);
      else this.#sent.set(topic, payload);
      this.#client.publish(topic, payload, { qos: 0, retain: true });
      const { stream } = this.#client;
      if (!stream.writableNeedDrain) continue;
      this.#isFull = true;
      stream.once('drain', () => {
        this.#isFull = false;
        this.#send();
      });
    }
  }
}

/** No payload is this. */
const UNKNOWN = '\u0000';
