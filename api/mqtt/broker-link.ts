import type { IClientOptions, IClientPublishOptions, IConnackPacket, IPublishPacket, MqttClient } from 'mqtt';
import { type Alarm, type Clock, later, seconds } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';
import { type BrokerLimits, limitsIn } from './broker-limits.ts';

export interface BrokerLinkOptions {
  readonly url: string;
  readonly client: IClientOptions;
  readonly clock: Clock;
  /** Retained `offline`, said by the broker when we cannot. */
  readonly willTopic: string;
  connect(url: string, client: IClientOptions): MqttClient;
  /** Asks for what has to be heard; only after it is the link up. Rejects: the connection is given up. */
  greet(): Promise<void>;
  up(limits: BrokerLimits): void;
  /** `wasUp`: it was lost; else it could not be reached. */
  down(why: string, wasUp: boolean): void;
  heard(packet: IPublishPacket): void;
}

/**
 * The way to a broker, one connection after the other, each with a client of its own: what was not sent dies with it. MQTT 5 is tried first;
 * a broker that hangs up on it, or refuses it, is asked in 3.1.1 the next time, and so on in turn.
 */
export class BrokerLink {
  readonly #options: BrokerLinkOptions;
  readonly #retry: Alarm;
  readonly #patience: Alarm;
  #client: MqttClient | undefined;
  #limits: BrokerLimits | undefined;
  #isUp = false;
  #isClosed = false;
  #underWay = 0;
  /** How the next connection is asked for. */
  #version: 4 | 5 = 5;
  #will: { qos: 0 | 1; retain: boolean } = { qos: 1, retain: true };

  constructor(options: BrokerLinkOptions) {
    this.#options = options;
    const { clock } = options;
    this.#retry = clock.alarm(() => this.#open());
    this.#patience = clock.alarm(() => this.#client && this.#drop(this.#client, 'no answer'));
    this.#open();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** The network has to take what is waiting first. */
  get isFull(): boolean {
    return this.#client?.stream.writableNeedDrain === true;
  }

  /** Calls once the network has taken what was waiting; never, if the connection ends before. */
  whenDrained(drained: () => void): void {
    const client = this.#client;
    client?.stream.once('drain', () => client === this.#client && drained());
  }

  /** Whether a message is small enough for the broker. */
  fits(topic: string, payloadBytes: number): boolean {
    return Buffer.byteLength(topic) + payloadBytes + OVERHEAD <= (this.#limits?.packetBytes ?? 0);
  }

  /**
   * Sends a message now, or not at all. As QoS 1, unless the broker has enough of these; `acknowledged` is called when the broker
   * has it, and with it everything that was sent before (never, if the connection ends).
   */
  publish(
    topic: string,
    payload: string,
    {
      qos = 0,
      retain,
      acknowledged,
      ...options
    }: IClientPublishOptions & { retain: boolean; acknowledged?: () => void },
  ): void {
    const client = this.#client;
    const limits = this.#limits;
    if (client === undefined || limits === undefined || !client.connected) return;
    const isAcknowledged = qos > 0 && limits.qos > 0 && this.#underWay < limits.underWay;
    if (isAcknowledged) this.#underWay += 1;
    client.publish(
      topic,
      payload,
      { ...options, qos: isAcknowledged ? 1 : 0, retain: retain && limits.retains },
      (error) => {
        if (client !== this.#client) return;
        if (isAcknowledged) this.#underWay -= 1;
        if (!error) acknowledged?.();
      },
    );
  }

  /** Rejects if the broker refuses one of them, or the connection ends. What it has kept of them is not wanted. */
  async subscribe(topics: readonly string[]): Promise<void> {
    const client = this.#client;
    if (client === undefined) throw new Error('there is no connection');
    for (let at = 0; at < topics.length; at += SUBSCRIBED_TOGETHER) {
      await client.subscribeAsync(topics.slice(at, at + SUBSCRIBED_TOGETHER), { qos: 1, rh: 2 });
    }
  }

  /** Says `offline` if there is time, and leaves. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#retry.clear();
    this.#patience.clear();
    const client = this.#client;
    if (client?.connected) await this.#farewell();
    this.#client = undefined;
    this.#isUp = false;
    if (client === undefined) return;
    await new Promise<void>((resolve) => {
      if (client.stream.closed) resolve();
      else client.stream.once('close', () => resolve());
      client.end(true);
    });
  }

  #farewell(): Promise<void> {
    const { clock, willTopic } = this.#options;
    return new Promise((resolve) => {
      const alarm = clock.alarm(resolve);
      alarm.set(later(clock.now(), seconds(LIMITS.mqttFarewellSeconds.value)));
      const acknowledged = () => {
        alarm.clear();
        resolve();
      };
      this.publish(willTopic, 'offline', { retain: true, qos: 1, acknowledged });
    });
  }

  #open(): void {
    const { url, clock, willTopic } = this.#options;
    let isReached = false;
    let client: MqttClient;
    try {
      client = this.#options.connect(url, {
        ...this.#options.client,
        protocolVersion: this.#version,
        ...(this.#version === 5 && {
          properties: { maximumPacketSize: LIMITS.mqttPacketBytes.value, receiveMaximum: LIMITS.mqttUnderWay.value },
        }),
        will: { topic: willTopic, payload: Buffer.from('offline'), ...this.#will },
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: LIMITS.mqttConnectSeconds.value * 1_000,
        keepalive: KEEPALIVE_SECONDS,
        queueQoSZero: false,
        resubscribe: false,
      });
    } catch (error) {
      this.#again((error as Error).message, false);
      return;
    }
    this.#client = client;
    this.#limits = undefined;
    this.#underWay = 0;
    this.#patience.set(later(clock.now(), seconds(LIMITS.mqttConnectSeconds.value)));
    for (const event of ['connect', 'secureConnect']) {
      client.stream.once(event, () => {
        isReached = true;
      });
    }
    client.on('connect', (connack) => void this.#greet(client, connack));
    client.on('error', (error) => {
      this.#learn(client, isReached, (error as { readonly code?: unknown }).code);
      this.#drop(client, error.message || String((error as NodeJS.ErrnoException).code ?? 'error'));
    });
    client.on('close', () => {
      this.#learn(client, isReached);
      this.#drop(client, 'the broker closed the connection');
    });
    client.on('message', (_topic, _payload, packet) => {
      if (client === this.#client && !this.#isClosed) this.#options.heard(packet);
    });
  }

  /** A broker that was reached and did not let us in is asked differently the next time. */
  #learn(client: MqttClient, isReached: boolean, code?: unknown): void {
    if (client !== this.#client || this.#limits !== undefined || !isReached) return;
    if (code === RETAIN_NOT_SUPPORTED) this.#will = { ...this.#will, retain: false };
    else if (code === QOS_NOT_SUPPORTED) this.#will = { ...this.#will, qos: 0 };
    else this.#version = this.#version === 5 ? 4 : 5;
  }

  async #greet(client: MqttClient, connack: IConnackPacket): Promise<void> {
    if (client !== this.#client) return;
    const limits = limitsIn(connack, this.#version);
    this.#limits = limits;
    try {
      await this.#options.greet();
    } catch (error) {
      this.#drop(client, (error as Error).message);
      return;
    }
    if (client !== this.#client || this.#isClosed) return;
    this.#patience.clear();
    this.#isUp = true;
    this.#options.up(limits);
  }

  /** What the broker said of itself when it let us in. */
  get limits(): BrokerLimits | undefined {
    return this.#limits;
  }

  #drop(client: MqttClient, why: string): void {
    if (client !== this.#client || this.#isClosed) return;
    this.#client = undefined;
    client.end(true);
    const wasUp = this.#isUp;
    this.#isUp = false;
    this.#patience.clear();
    this.#again(why, wasUp);
  }

  #again(why: string, wasUp: boolean): void {
    this.#options.down(why, wasUp);
    this.#retry.set(later(this.#options.clock.now(), seconds(LIMITS.mqttRetrySeconds.value)));
  }
}

const KEEPALIVE_SECONDS = 15;
const SUBSCRIBED_TOGETHER = 100;
/** Header, lengths and properties of a message beside its topic and payload, at most. */
const OVERHEAD = 64;
/** Reason codes of MQTT 5 (section 3.2.2.2). */
const RETAIN_NOT_SUPPORTED = 154;
const QOS_NOT_SUPPORTED = 155;
