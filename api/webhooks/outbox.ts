import { firstValueFrom } from 'rxjs';
import { type Clock, type Content, type Duration, milliseconds } from '../../twin/index.ts';
import { CallFault } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { readAddress, targetOf, type WebHookAddress } from '../web-hook-address.ts';
import type { Delivery, WebHook } from '../web-hooks.ts';
import { type Connections, connectionsTo } from './connections.ts';
import type { FailureLog } from './failure-log.ts';
import type { Letter } from './letter.ts';
import type { Names } from './names.ts';
import { Receiver } from './receiver.ts';
import { GIVEN_UP, type Outcome, type Sending, send } from './send.ts';

export interface OutboxOptions {
  readonly userAgent: string;
  /** The real clock. */
  readonly networkClock: Clock;
  readonly names: Names;
  readonly failures: FailureLog;
  /** Called with everything that was sent, or was to be sent and is dropped. */
  done(hook: WebHook, delivery: Delivery): void;
}

/** Sends what is posted: to each receiver one after the other, to all of them at the same time. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #receivers = new Map<string, Receiver>();
  readonly #tests = new Map<Sending, number>();
  readonly #sent = { answered: 0, failed: 0, dropped: 0 };
  #waiting = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  figures() {
    return { ...this.#sent, waiting: this.#waiting };
  }

  /** Sends it when everything earlier for the same receiver has been sent. If too much waits, the oldest is dropped. */
  post(letter: Letter): void {
    const address = addressOf(letter.hook);
    this.#waiting += 1;
    const receiver = this.#receivers.get(address.origin) ?? this.#receiver(address);
    receiver.post(letter);
    if (receiver.waiting > LIMITS.webHooksWaiting.value) this.#drop(receiver);
    else if (this.#waiting > LIMITS.webHooksWaitingInAll.value) this.#drop(this.#longest(receiver));
  }

  /** Sends it at once, beside whatever waits. Fault 116 while too many do so. */
  async test(letter: Letter): Promise<Delivery> {
    if (this.#tests.size >= LIMITS.webHookTests.value) throw new CallFault(116);
    const sending = this.#send(letter, undefined);
    this.#tests.set(sending, letter.hook.id);
    const outcome = await sending.outcome;
    this.#tests.delete(sending);
    return this.#done(letter, outcome);
  }

  /** Sends nothing more of a webhook, or of all of them; what is under way is given up. */
  discard(id?: number): void {
    for (const receiver of [...this.#receivers.values()]) receiver.discard(id);
    for (const [sending, test] of this.#tests) if (id === undefined || id === test) sending.giveUp();
  }

  /**
   * Resolves when no receiver is far behind. One that still is after `patience` is not waited for any more until nothing waits
   * for it: a dead one holds up a driven clock once and not at every step.
   */
  async caughtUp(patience: Duration): Promise<void> {
    const { networkClock } = this.#options;
    const begun = networkClock.elapsed();
    let behind = this.#behind();
    while (behind.length > 0 && networkClock.elapsed() - begun < patience) {
      await firstValueFrom(networkClock.after(GLANCE));
      behind = this.#behind();
    }
    for (const receiver of behind) receiver.lags = true;
  }

  /** Resolves when everything has been sent; what has not after `patience` is given up. */
  async close(patience: Duration): Promise<void> {
    const { networkClock } = this.#options;
    const begun = networkClock.elapsed();
    while (this.#receivers.size + this.#tests.size > 0 && networkClock.elapsed() - begun < patience) {
      await firstValueFrom(networkClock.after(GLANCE));
    }
    this.discard();
  }

  #receiver(address: WebHookAddress): Receiver {
    const { origin } = address;
    const receiver = new Receiver({
      connections: connectionsTo(address),
      send: (letter, connections) => this.#send(letter, connections),
      left: (count) => {
        this.#waiting -= count;
      },
      done: (letter, outcome) => this.#done(letter, outcome),
      idle: () => {
        this.#receivers.delete(origin);
        this.#options.failures.caughtUp(origin);
      },
    });
    this.#receivers.set(origin, receiver);
    return receiver;
  }

  #send({ hook, content }: Letter, connections: Connections | undefined): Sending {
    const address = addressOf(hook);
    const { userAgent, networkClock, names } = this.#options;
    return send({
      address,
      target: targetOf(address, { id: hook.id, cid: hook.cid, property: hook.property, content }),
      userAgent,
      networkClock,
      lookup: names.lookup,
      ...(connections && { connections }),
    });
  }

  #done({ hook, content, time }: Letter, outcome: Outcome): Delivery {
    const delivery = { time, content: brief(content), ...outcome };
    this.#sent[outcome.reason === null ? 'answered' : 'failed'] += 1;
    this.#options.done(hook, delivery);
    if (outcome.reason !== null && outcome.reason !== GIVEN_UP)
      this.#options.failures.failed(hook.id, addressOf(hook).origin, outcome);
    return delivery;
  }

  #drop(receiver: Receiver): void {
    const letter = receiver.drop();
    if (letter === undefined) return;
    this.#sent.dropped += 1;
    const { hook, content, time } = letter;
    this.#options.done(hook, { time, content: brief(content), status: null, reason: 'dropped', duration: 0 });
    this.#options.failures.dropped(addressOf(hook).origin);
  }

  #longest(one: Receiver): Receiver {
    let longest = one;
    for (const receiver of this.#receivers.values()) if (receiver.waiting > longest.waiting) longest = receiver;
    return longest;
  }

  #behind(): readonly Receiver[] {
    return [...this.#receivers.values()].filter(({ lags, waiting }) => !lags && waiting > LIMITS.webHooksBehind.value);
  }
}

/** Time between two looks at what is being waited for. */
const GLANCE = milliseconds(5);

const addresses = new WeakMap<WebHook, WebHookAddress>();

const addressOf = (hook: WebHook): WebHookAddress => {
  const known = addresses.get(hook) ?? readAddress(hook.url);
  if (typeof known === 'string') throw new TypeError(`webhook ${hook.id} has an address that cannot be: ${known}`);
  addresses.set(hook, known);
  return known;
};

const brief = (content: Content | null): Content | null =>
  typeof content === 'string' ? content.slice(0, LIMITS.webHookContentCharacters.value) : content;
