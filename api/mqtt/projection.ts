import type { IClientOptions, IPublishPacket, MqttClient } from 'mqtt';
import { type Alarm, later, seconds } from '../../twin/index.ts';
import { Encoded } from '../call.ts';
import type { Batch } from '../events.ts';
import { LIMITS } from '../limits.ts';
import type { BrokerLimits } from './broker-limits.ts';
import { BrokerLink } from './broker-link.ts';
import { Commands } from './commands.ts';
import type { ComponentRecord } from './component-record.ts';
import { type Exposition, exposed } from './exposition.ts';
import { LinkLines } from './link-lines.ts';
import type { MqttFigures, MqttOptions } from './mqtt-options.ts';
import { Outbox } from './outbox.ts';
import { payloadOf } from './payload.ts';
import type { ShownTopics } from './shown-topics.ts';
import { Topics } from './topics.ts';

/** A house on a broker: all that may be seen as retained topics, and commands the other way. */
export class Projection {
  readonly #options: MqttOptions;
  readonly #topics: Topics;
  readonly #link: BrokerLink;
  readonly #outbox: Outbox;
  readonly #commands: Commands;
  readonly #shown: ShownTopics;
  readonly #lines: LinkLines;
  readonly #again: Alarm;
  readonly #ends: (() => void)[];
  /** What may be shown: the topics of everything that the user sees, whether it has a value or not. */
  #allowed: ReadonlySet<string> = new Set();
  #words: ReadonlySet<string> = new Set();
  #isReading = false;
  /** What has changed while everything was being read. */
  readonly #meanwhile = new Map<string, string>();
  /** Where a broker knows no wildcards: the command topics that it was asked for one by one. */
  readonly #asked = new Set<string>();
  #connections = 0;
  /** Whether there is somebody as whom the house is shown, as far as it was told. */
  #hasUser = true;

  constructor(options: MqttOptions, shown: ShownTopics, connect: (url: string, client: IClientOptions) => MqttClient) {
    this.#options = options;
    const { events, configuration, changes, networkClock, controller, url, base, discovery, gate, say } = options;
    this.#topics = new Topics(base, controller.name);
    this.#lines = new LinkLines(networkClock, say);
    this.#shown = shown;
    this.#link = new BrokerLink({
      ...{ url, connect, client: options.client, clock: networkClock, willTopic: this.#topics.status },
      greet: () => this.#greet(),
      up: (limits) => this.#up(limits),
      down: (why, wasUp) => this.#down(why, wasUp),
      heard: (packet) => this.#heard(packet),
    });
    this.#outbox = new Outbox(this.#link, (topic) => say(`${topic} is too large for the broker, and not shown`));
    this.#commands = new Commands({
      ...{ gate, say, topics: this.#topics, link: this.#link, caller: options.caller, drops: options.drops },
      reserved: discovery === null ? [base] : [base, discovery],
      takesWords: (topic) => this.#words.has(topic),
      refused: (topic) => this.#outbox.repeat(topic),
    });
    this.#again = networkClock.alarm(() => void this.#showAll());
    const renew = () => this.#renew();
    const subscriptions = [configuration.subscribe(renew), changes.subscribe(renew)];
    this.#ends = [
      events.listen((batch) => this.#show(batch)),
      ...subscriptions.map((each) => () => each.unsubscribe()),
    ];
  }

  figures(): MqttFigures {
    const commands = { ...this.#commands.figures };
    return { isUp: this.#link.isUp, connections: this.#connections, ...this.#outbox.figures, commands };
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end();
    this.#again.clear();
    await this.#link.close();
    await this.#shown.settled();
  }

  /** The own status as well: the will of a connection that was lost may come after the next one has begun. */
  async #greet(): Promise<void> {
    const { discovery } = this.#options;
    this.#asked.clear();
    const commands = this.#link.limits?.wildcards === false ? [] : [this.#topics.commands];
    await this.#link.subscribe([
      ...commands,
      this.#topics.status,
      ...(discovery === null ? [] : [`${discovery}/status`]),
    ]);
  }

  #up({ version, retains }: BrokerLimits): void {
    const { url } = this.#options;
    this.#connections += 1;
    this.#lines.tell(
      `the house is shown on ${url} as ${this.#topics.value('<cid>', '<property>')} (MQTT ${version === 5 ? '5' : '3.1.1'})`,
    );
    if (!retains) this.#lines.tell(`${url} keeps nothing: who comes later sees a value when it changes`);
    this.#outbox.forgetSent();
    void this.#showAll();
  }

  #down(why: string, wasUp: boolean): void {
    const retry = `it is tried again every ${LIMITS.mqttRetrySeconds.value} s`;
    this.#lines.tell(`${wasUp ? 'lost' : 'cannot reach'} ${this.#options.url} (${why || 'no answer'}); ${retry}`);
  }

  #renew(): void {
    this.#again.set(later(this.#options.networkClock.now(), seconds(LIMITS.mqttRenewSeconds.value)));
  }

  #show(batch: Batch): void {
    const caller = this.#options.caller();
    if (!this.#link.isUp || caller === undefined) return;
    for (const { cid, property, value } of batch.seenBy(caller.view)) {
      const payload = payloadOf(value);
      if (payload === undefined) continue;
      const topic = this.#topics.value(cid, property);
      if (this.#isReading) this.#meanwhile.set(topic, payload);
      // What is not allowed yet was not remembered yet: it comes with everything else.
      if (this.#allowed.has(topic)) this.#outbox.put(topic, payload);
    }
  }

  /** Everything as it is now; what may not be seen any more is taken away. What changes meanwhile is newer than what is read. */
  async #showAll(): Promise<void> {
    if (!this.#link.isUp) return;
    if (this.#isReading) {
      this.#renew();
      return;
    }
    this.#isReading = true;
    this.#meanwhile.clear();
    this.#tellOfUser();
    try {
      const { allowed, shown, words } = await this.#exposition();
      await this.#shown.remember([...allowed, this.#topics.status]);
      this.#allowed = allowed;
      this.#words = words;
      for (const [topic, payload] of this.#meanwhile) if (allowed.has(topic)) shown.set(topic, payload);
      this.#outbox.replaceAll(shown);
      await this.#askOneByOne();
      this.#clear(this.#shown.without({ has: (topic) => allowed.has(topic) || topic === this.#topics.status }));
      this.#link.publish(this.#topics.status, 'online', { retain: true, qos: 1 });
    } catch (error) {
      this.#lines.tell(`the house cannot be shown (${(error as Error).message})`);
      this.#renew();
    } finally {
      this.#isReading = false;
    }
  }

  /** Without its user nothing is shown, which looks like a fault to whoever waits for values. */
  #tellOfUser(): void {
    const { user, caller } = this.#options;
    const hasUser = caller() !== undefined;
    if (hasUser === this.#hasUser) return;
    this.#hasUser = hasUser;
    this.#lines.tell(
      hasUser
        ? `the user ${user} is there: what it may see is shown`
        : `nothing is shown: there is no user ${user}, or it is disabled; add it with addUser, or enable it`,
    );
  }

  async #exposition(): Promise<Exposition> {
    const rooms = await this.#ask('getRooms', {});
    const components = await this.#ask('getAllComponents', { withProperties: true });
    const { controller, discovery } = this.#options;
    return exposed(components as readonly ComponentRecord[], {
      ...{ controller, discovery, topics: this.#topics },
      isReached: (cid, property) => this.#options.isReached?.(cid, property) ?? true,
      rooms: new Map((rooms as readonly { id: number; name: string }[]).map(({ id, name }) => [id, name])),
    });
  }

  /** Takes away what stands there from earlier; it is forgotten when the broker says that it has heard of it. */
  #clear(left: readonly string[]): void {
    if (left.length === 0) return;
    for (const topic of left) this.#link.publish(topic, '', { retain: true });
    // What may be seen again by then stands there again.
    const gone = () => left.filter((topic) => !this.#allowed.has(topic));
    const acknowledged = () => void this.#shown.forget(gone()).catch(() => this.#renew());
    this.#link.publish(this.#topics.status, 'online', { retain: true, qos: 1, acknowledged });
  }

  async #askOneByOne(): Promise<void> {
    if (this.#link.limits?.wildcards !== false) return;
    const topics = [...this.#allowed].filter((topic) => this.#topics.isValue(topic)).map((topic) => `${topic}/set`);
    const missing = topics.filter((topic) => !this.#asked.has(topic));
    await this.#link.subscribe(missing);
    for (const topic of missing) this.#asked.add(topic);
  }

  /** What a call answers; nothing if it is refused. */
  async #ask(call: string, input: object): Promise<readonly unknown[]> {
    const answer = await this.#commands.call(call, input, false);
    // Not to be confused with nothing to be seen, which takes everything away.
    if (!answer.ok && answer.body.errorCode === 116) throw new Error(`${call} took too long`);
    if (!answer.ok) return [];
    return (answer.result instanceof Encoded ? answer.result.value() : answer.result) as readonly unknown[];
  }

  #heard(packet: IPublishPacket): void {
    if (this.#commands.take(packet) || packet.retain) return;
    const says = packet.payload.toString();
    const isHomeAssistant = packet.topic === `${this.#options.discovery}/status`;
    if (isHomeAssistant && says === 'online') {
      // It has forgotten what it does not know from retained messages, and asks for everything.
      this.#outbox.forgetSent();
      this.#renew();
    } else if (packet.topic === this.#topics.status && says !== 'online') {
      this.#link.publish(this.#topics.status, 'online', { retain: true, qos: 1 });
    }
  }
}
