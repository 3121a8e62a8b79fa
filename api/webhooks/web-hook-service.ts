import { type Observable, Subscription } from 'rxjs';
import { type Clock, type DataEntry, type Duration, milliseconds, type Store } from '../../twin/index.ts';
import type { Events } from '../events.ts';
import { LIMITS } from '../limits.ts';
import type { ReportProblem } from '../problem.ts';
import type { Delivery, NewWebHook, WebHook, WebHooks } from '../web-hooks.ts';
import { FailureLog } from './failure-log.ts';
import { KeptWebHooks } from './kept-web-hooks.ts';
import { Names } from './names.ts';
import { Outbox } from './outbox.ts';
import { Watching } from './watching.ts';

/** What webhooks need of the house around them. */
export interface WebHookOptions {
  /** `null`: they are gone when the program ends. */
  readonly store: Store | null;
  /** The driven clock: records tell its time. */
  readonly clock: Clock;
  /** The real clock: what is sent goes over real networks. */
  readonly networkClock: Clock;
  readonly events: Events;
  /** The present entry of a property; `undefined` for what does not exist. */
  present(cid: string, property: string): DataEntry | undefined;
  /** The house goes on by another description. Left out: it never does. */
  readonly renewed?: Observable<unknown>;
  /** Whether the skill is switched on: now, and whenever somebody switches it. */
  readonly skill: Observable<boolean>;
  /** As it goes over the wire; asked for each time. */
  readonly userAgent: string;
  readonly report: ReportProblem;
}

/** Keeps webhooks, watches for them, sends for them, and remembers what was sent. */
export class WebHookService implements WebHooks {
  readonly records: ReadonlyMap<number, WebHook>;
  readonly #options: WebHookOptions;
  readonly #kept: KeptWebHooks;
  readonly #outbox: Outbox;
  readonly #watching: Watching;
  /** The newest last. */
  readonly #past = new Map<number, Delivery[]>();
  readonly #listening = new Subscription();
  #isOn = false;
  #closed = false;

  constructor(options: WebHookOptions) {
    const { networkClock, events, present, report } = options;
    this.#options = options;
    this.#kept = new KeptWebHooks(options);
    this.records = this.#kept.records;
    this.#outbox = new Outbox({
      get userAgent() {
        return options.userAgent;
      },
      networkClock,
      names: new Names(networkClock),
      failures: new FailureLog(report, networkClock),
      done: ({ id }, delivery) => this.#remember(id, delivery),
    });
    this.#watching = new Watching({
      events,
      present,
      fire: (hook, { content, lastUpdate }) =>
        this.#outbox.post({ hook, content, time: lastUpdate ?? options.clock.now() }),
    });
    this.#listening.add(options.skill.subscribe((isOn) => this.#switch(isOn)));
    this.#listening.add(options.renewed?.subscribe(() => this.#watching.lookAgain()));
  }

  async add(asked: NewWebHook): Promise<WebHook> {
    const hook = await this.#kept.add(asked);
    this.#heed(hook);
    return hook;
  }

  async enable(id: number, enabled: boolean): Promise<boolean> {
    const hook = await this.#kept.enable(id, enabled);
    if (hook !== undefined) this.#heed(hook);
    return hook !== undefined;
  }

  async remove(id: number): Promise<void> {
    await this.#kept.remove(id);
    this.#watching.unwatch(id);
    this.#outbox.discard(id);
    this.#past.delete(id);
  }

  deliveries(id: number): readonly Delivery[] {
    this.#kept.known(id);
    return (this.#past.get(id) ?? []).toReversed();
  }

  async test(id: number): Promise<Delivery> {
    const hook = this.#kept.known(id);
    const content = this.#options.present(hook.cid, hook.property)?.content ?? null;
    return this.#outbox.test({ hook, content, time: this.#options.clock.now() });
  }

  figures() {
    return { count: this.records.size, ...this.#outbox.figures() };
  }

  caughtUp(patience: Duration): Promise<void> {
    return this.#outbox.caughtUp(patience);
  }

  /** Sends nothing new; what is under way has a moment to come to its end. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#listening.unsubscribe();
    this.#watching.end();
    await this.#outbox.close(milliseconds(LIMITS.webHookFarewellMilliseconds.value));
  }

  #heed(hook: WebHook): void {
    if (hook.enabled && this.#isOn && !this.#closed) {
      this.#watching.watch(hook);
      return;
    }
    this.#watching.unwatch(hook.id);
    this.#outbox.discard(hook.id);
  }

  #switch(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn) for (const hook of this.records.values()) this.#heed(hook);
    else {
      this.#watching.end();
      this.#outbox.discard();
    }
  }

  #remember(id: number, delivery: Delivery): void {
    if (!this.records.has(id)) return;
    const past = this.#past.get(id) ?? [];
    this.#past.set(id, past);
    past.push(delivery);
    if (past.length > LIMITS.webHookDeliveries.value) past.shift();
  }
}
