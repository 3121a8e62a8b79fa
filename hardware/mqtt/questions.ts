import {
  type Alarm,
  between,
  type Cid,
  type Clock,
  type Instant,
  later,
  milliseconds,
  seconds,
} from '../../twin/index.ts';
import type { BrokerLink } from './broker-link.ts';
import { withField } from './json-field.ts';
import { LIMITS } from './limits.ts';
import type { MappedPoint, Message } from './mapping.ts';
import type { Presence } from './presence.ts';

export interface QuestionsOptions {
  readonly clock: Clock;
  /** What it does not take is asked again after the next connection. */
  readonly broker: Pick<BrokerLink, 'publish'>;
  /** Who is said not to be there is not asked: nobody would answer. */
  readonly presence: Pick<Presence, 'isThere'>;
}

interface Question extends Message {
  readonly cids: ReadonlySet<Cid>;
}

/** Asks devices for the values that their broker has not kept: one after the other, as a radio network behind it carries little. */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #next: Alarm;
  readonly #waiting = new Map<string, Question>();
  /** When questions were sent that are not asked again yet, oldest first. */
  readonly #sent = new Map<string, Instant>();

  constructor(options: QuestionsOptions) {
    this.#options = options;
    this.#next = options.clock.alarm(() => this.#sendOne());
  }

  /** Asks the devices of these points, of those that can be asked; each once, whatever its points are. */
  ask(points: readonly MappedPoint[]): void {
    const wasIdle = this.#waiting.size === 0;
    for (const { cid, address } of points) {
      const { ask } = address;
      if (ask === undefined) continue;
      const key = 'path' in ask ? ask.topic : `${ask.topic} ${ask.payload}`;
      const known = this.#waiting.get(key);
      if (known === undefined && this.#waiting.size >= LIMITS.questions.value) continue;
      const payload =
        'path' in ask ? JSON.stringify(withField(JSON.parse(known?.payload ?? '{}'), ask.path, '')) : ask.payload;
      this.#waiting.set(key, { topic: ask.topic, payload, cids: new Set(known?.cids).add(cid) });
    }
    if (wasIdle) this.#wait();
  }

  /** Asks nothing any more that was to be asked by now. */
  forget(): void {
    this.#waiting.clear();
    this.#sent.clear();
    this.#next.clear();
  }

  #wait(): void {
    const { clock } = this.#options;
    if (this.#waiting.size > 0) {
      this.#next.set(later(clock.now(), milliseconds(LIMITS.questionMilliseconds.value)));
    }
  }

  #sendOne(): void {
    const { clock, broker, presence } = this.#options;
    const now = clock.now();
    for (const [key, at] of this.#sent) {
      if (between(at, now) < seconds(LIMITS.sameQuestionSeconds.value)) break;
      this.#sent.delete(key);
    }
    for (const [key, { topic, payload, cids }] of this.#waiting) {
      if (this.#sent.has(key)) continue;
      this.#waiting.delete(key);
      if ([...cids].every((cid) => presence.isThere(cid) === false)) continue;
      this.#sent.set(key, now);
      broker.publish(topic, payload, false, () => {});
      break;
    }
    this.#wait();
  }
}
