import type { IClientOptions, MqttClient } from 'mqtt';
import type { Observable } from 'rxjs';
import { type Alarm, type Clock, later, seconds } from '../../twin/index.ts';
import { Encoded } from '../call.ts';
import type { Caller } from '../caller.ts';
import type { ConfigurationUpdate } from '../configuration-updates.ts';
import { DEFAULT_LANGUAGE } from '../errors.ts';
import type { Batch, Events } from '../events.ts';
import type { Answer, Gate } from '../gate.ts';
import { LIMITS } from '../limits.ts';
import type { ComponentRecord } from './component-record.ts';
import { deviceOf, discoveryTopic } from './discovery.ts';
import { Outbox } from './outbox.ts';
import { commandedValue, payloadOf } from './payload.ts';
import { slug, Topics } from './topics.ts';

/** What the projection onto a broker needs. */
export interface MqttOptions {
  readonly gate: Gate;
  readonly events: Events;
  readonly configuration: Observable<ConfigurationUpdate>;
  /** Emits a user's id whenever what the user may do has changed. */
  readonly changes: Observable<number>;
  /** The user who defines what is seen and done here; `undefined` while there is none who may. */
  caller(): Caller | undefined;
  /** The real clock. */
  readonly networkClock: Clock;
  readonly controller: { readonly name: string; readonly version: string };
  readonly url: string;
  /** User name, password, certificates. */
  readonly client: IClientOptions;
  /** First level of all topics. */
  readonly base: string;
  /** Where Home Assistant looks for devices; `null`: they are not announced. */
  readonly discovery: string | null;
  /** One line for the operator. */
  say(line: string): void;
}

/** The interface as retained topics on a broker, for whoever cannot or need not speak HTTP. */
export interface MqttProjection {
  /** Says that the controller is gone, and leaves. */
  close(): Promise<void>;
}

/** Goes to the broker, and comes back to it whenever it was lost. The library behind it is loaded meanwhile. */
export const createMqtt = (options: MqttOptions): MqttProjection => {
  let isClosed = false;
  const loading = import('mqtt').then(({ connect }) => (isClosed ? undefined : new Projection(options, connect)));
  return {
    async close() {
      isClosed = true;
      await (await loading)?.close();
    },
  };
};

interface RoomRecord {
  readonly id: number;
  readonly name: string;
}

class Projection {
  readonly #options: MqttOptions;
  readonly #topics: Topics;
  readonly #outbox: Outbox;
  readonly #client: MqttClient;
  readonly #again: Alarm;
  readonly #ends: (() => void)[];
  #isUp = false;
  #isReading = false;
  /** What has changed while everything was being read. */
  readonly #meanwhile = new Map<string, string>();
  #fault: string | undefined;

  constructor(options: MqttOptions, connect: (url: string, client: IClientOptions) => MqttClient) {
    this.#options = options;
    const { events, configuration, changes, networkClock, controller, url } = options;
    this.#topics = new Topics(options.base, controller.name);
    this.#client = connect(url, {
      ...options.client,
      will: { topic: this.#topics.status, payload: 'offline', retain: true, qos: 1 },
      queueQoSZero: false,
      resubscribe: false,
      reconnectPeriod: RETRY_MS,
      connectTimeout: CONNECT_MS,
      keepalive: KEEPALIVE_SECONDS,
    });
    this.#outbox = new Outbox(this.#client);
    this.#again = networkClock.alarm(() => void this.#showAll());
    const renew = () => this.#again.set(later(networkClock.now(), seconds(LIMITS.mqttRenewSeconds.value)));
    const subscriptions = [configuration.subscribe(renew), changes.subscribe(renew)];
    this.#ends = [
      events.listen((batch) => this.#show(batch)),
      ...subscriptions.map((each) => () => each.unsubscribe()),
    ];
    this.#client.on('connect', () => this.#connected());
    this.#client.on('close', () => this.#lost());
    this.#client.on('error', (error) => this.#failed(error));
    this.#client.on('message', (topic, payload) => this.#commanded(topic, payload));
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end();
    this.#again.clear();
    this.#outbox.close();
    if (this.#client.connected) {
      await this.#client.publishAsync(this.#topics.status, 'offline', { retain: true }).catch(() => undefined);
    }
    await this.#client.endAsync(true);
  }

  #connected(): void {
    this.#fault = undefined;
    this.#client.subscribe(this.#topics.commands, { qos: 1 }, (error) => {
      if (error) {
        this.#failed(error);
        return;
      }
      this.#isUp = true;
      this.#options.say(`the house is shown on ${this.#options.url} as ${this.#topics.value('<cid>', '<property>')}`);
      this.#outbox.forgetSent();
      void this.#showAll();
      this.#client.publish(this.#topics.status, 'online', { retain: true, qos: 1 });
    });
  }

  #lost(): void {
    if (this.#isUp) this.#options.say(`${this.#options.url} is lost`);
    this.#isUp = false;
  }

  #failed({ message }: Error): void {
    if (this.#fault === message) return;
    this.#fault = message;
    this.#options.say(
      `cannot reach ${this.#options.url} (${message || 'no answer'}); it is tried again every ${RETRY_MS / 1_000} s`,
    );
  }

  #show(batch: Batch): void {
    const caller = this.#options.caller();
    if (!this.#isUp || caller === undefined) return;
    for (const { cid, property, value } of batch.seenBy(caller.view)) {
      const payload = payloadOf(value);
      if (payload === undefined) continue;
      const topic = this.#topics.value(cid, property);
      this.#outbox.put(topic, payload);
      if (this.#isReading) this.#meanwhile.set(topic, payload);
    }
  }

  /** Everything as it is now; what may not be seen any more is taken away. What changes meanwhile is newer than what is read. */
  async #showAll(): Promise<void> {
    if (!this.#isUp) return;
    if (this.#isReading) {
      this.#again.set(later(this.#options.networkClock.now(), seconds(LIMITS.mqttRenewSeconds.value)));
      return;
    }
    this.#isReading = true;
    this.#meanwhile.clear();
    try {
      const rooms = await this.#ask('getRooms', {});
      const components = await this.#ask('getAllComponents', { withProperties: true });
      const names = new Map((rooms as readonly RoomRecord[]).map(({ id, name }) => [id, name]));
      const shown = this.#shown(components as readonly ComponentRecord[], (id) => names.get(id));
      for (const [topic, payload] of this.#meanwhile) if (shown.has(topic)) shown.set(topic, payload);
      this.#outbox.replaceAll(shown);
    } finally {
      this.#isReading = false;
    }
  }

  #shown(components: readonly ComponentRecord[], room: (id: number) => string | undefined): Map<string, string> {
    const { discovery, controller } = this.#options;
    const id = slug(controller.name);
    const shown = new Map<string, string>();
    for (const component of components) {
      for (const { property, value } of component.data) {
        const payload = payloadOf(value);
        if (payload !== undefined) shown.set(this.#topics.value(component.cid, property), payload);
      }
      if (discovery === null) continue;
      const device = deviceOf(component, { ...controller, controller: id, topics: this.#topics, room });
      shown.set(discoveryTopic(discovery, id, component.cid), JSON.stringify(device));
    }
    return shown;
  }

  /** What a call answers; nothing if it is refused. */
  async #ask(call: string, input: object): Promise<readonly unknown[]> {
    const answer = await this.#call(call, input, false);
    if (answer?.ok !== true) return [];
    return (answer.result instanceof Encoded ? answer.result.value() : answer.result) as readonly unknown[];
  }

  #commanded(topic: string, payload: Uint8Array): void {
    const point = this.#topics.commanded(topic);
    if (point === undefined || payload.length === 0 || payload.length > LIMITS.mqttPayloadBytes.value) return;
    const value = commandedValue(Buffer.from(payload).toString('utf8'));
    const answer = this.#call('componentUpdate', { ...point, value }, true);
    Promise.resolve(answer).then((answered) => {
      const taken =
        answered?.ok === true && (answered.result as { readonly [cid: string]: boolean })[point.cid] === true;
      // Whoever sent it sees the value that stands, instead of the one that was wished for.
      if (!taken) this.#outbox.repeat(this.#topics.value(point.cid, point.property));
    });
  }

  #call(call: string, input: object, texts: boolean): Answer | Promise<Answer> | undefined {
    const caller = this.#options.caller();
    if (caller === undefined) return undefined;
    return this.#options.gate.handle({
      ...{ call, input, texts },
      credentials: { kind: 'caller', caller },
      path: 'local',
      source: 'mqtt',
      transport: 'mqtt',
      language: DEFAULT_LANGUAGE,
    });
  }
}

const RETRY_MS = 2_000;
const CONNECT_MS = 10_000;
const KEEPALIVE_SECONDS = 15;
