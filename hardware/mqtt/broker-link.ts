import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { type Alarm, type Clock, type Instant, later, seconds } from '../../twin/index.ts';
import { noDrops } from '../bus-queue.ts';
import { LIMITS } from './limits.ts';
import { LinkLines } from './link-lines.ts';
import { PacketGuard } from './packet-guard.ts';

export interface BrokerLinkOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Read at every connection, so that a renewed certificate counts. May throw: then the connection has failed. */
  client(): IClientOptions;
  say(line: string): void;
  /** Asks for what has to be heard; only after it is the link up. */
  greet(): Promise<void>;
  /** `isKept`: the broker had kept it, and tells it because its topic was asked for. */
  heard(topic: string, bytes: Uint8Array, isKept: boolean): void;
  changed(isUp: boolean): void;
}

/** A message on its way; `end` is called exactly once. */
interface Command {
  readonly due: Instant;
  end(error?: Error): void;
}

/**
 * The way to a broker: one connection after the other, each with a client of its own. The library keeps what a lost connection did not
 * send, sends it late, and never calls back where it cannot; here everything ends with the connection that it was given to.
 */
export class BrokerLink {
  readonly dropped = noDrops();
  readonly #options: BrokerLinkOptions;
  readonly #lines: LinkLines;
  readonly #retry: Alarm;
  readonly #patience: Alarm;
  readonly #commandsDue: Alarm;
  readonly #commands = new Set<Command>();
  #client: MqttClient | undefined;
  #isUp = false;
  #isClosed = false;

  constructor(options: BrokerLinkOptions) {
    this.#options = options;
    const { clock } = options;
    this.#lines = new LinkLines(clock, options.say);
    this.#retry = clock.alarm(() => this.#open());
    this.#patience = clock.alarm(() => this.#client && this.#drop(this.#client, 'no answer'));
    this.#commandsDue = clock.alarm(() => this.#giveUpIfDue());
    this.#open();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Messages that the network has not taken yet. */
  get waiting(): number {
    return this.#commands.size;
  }

  /** Gives a message to the network now. `done` is called exactly once: with an error if it was not taken, whatever happens. */
  publish(topic: string, payload: string, retain: boolean, done: (error?: Error) => void): void {
    const client = this.#client;
    if (client === undefined || !client.connected) {
      done(new Error('there is no connection'));
      return;
    }
    if (this.#commands.size >= LIMITS.commandsUnderWay.value) {
      this.dropped.full += 1;
      done(new Error(`${this.#commands.size} commands wait for the network already`));
      return;
    }
    const { clock } = this.#options;
    const command: Command = {
      due: later(clock.now(), seconds(LIMITS.commandSeconds.value)),
      end: (error) => {
        if (this.#commands.delete(command)) done(error);
      },
    };
    this.#commands.add(command);
    if (this.#commands.size === 1) this.#commandsDue.set(command.due);
    client.publish(topic, payload, { qos: 0, retain }, (error) => command.end(error ?? undefined));
  }

  /** Asks for topics; answers those that the broker refuses. Rejects if there is no connection, or if it ends. */
  async subscribe(topics: readonly string[]): Promise<readonly string[]> {
    const client = this.#client;
    const refused: string[] = [];
    for (const some of inPackets(topics)) {
      if (client === undefined || client !== this.#client || !client.connected)
        throw new Error('the connection has ended');
      try {
        await client.subscribeAsync(some, { qos: 1 });
      } catch (error) {
        const { granted } = (error as { readonly packet?: { readonly granted?: readonly unknown[] } }).packet ?? {};
        if (granted === undefined || granted.length !== some.length) {
          this.#drop(client, (error as Error).message);
          throw error;
        }
        refused.push(...some.filter((_, index) => Number(granted[index]) >= 0x80));
      }
    }
    return refused;
  }

  /** Does not hear these any more. */
  unsubscribe(topics: readonly string[]): void {
    if (!this.#client?.connected) return;
    for (const some of inPackets(topics)) this.#client.unsubscribe(some, () => {});
  }

  /** Ends what is under way, says farewell if there is time, and leaves. */
  async close(farewell?: { readonly topic: string; readonly payload: string }): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#retry.clear();
    this.#patience.clear();
    const client = this.#client;
    this.#endCommands('the link was closed');
    if (client?.connected && farewell !== undefined) await this.#farewell(farewell);
    this.#client = undefined;
    this.#isUp = false;
    this.#commandsDue.clear();
    if (client !== undefined) await ended(client);
  }

  #farewell({ topic, payload }: { readonly topic: string; readonly payload: string }): Promise<void> {
    return new Promise((resolve) => {
      const alarm = this.#options.clock.alarm(resolve);
      alarm.set(later(this.#options.clock.now(), seconds(LIMITS.farewellSeconds.value)));
      this.publish(topic, payload, true, () => {
        alarm.clear();
        resolve();
      });
    });
  }

  #open(): void {
    const { url, clock } = this.#options;
    let client: MqttClient;
    try {
      client = connect(url, {
        ...this.#options.client(),
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: LIMITS.connectSeconds.value * 1_000,
        queueQoSZero: false,
        resubscribe: false,
      });
    } catch (error) {
      this.#again((error as Error).message);
      return;
    }
    this.#client = client;
    this.#patience.set(later(clock.now(), seconds(LIMITS.connectSeconds.value)));
    client.on('connect', () => void this.#greet(client));
    client.on('error', (error) =>
      this.#drop(client, error.message || (error as NodeJS.ErrnoException).code || 'error'),
    );
    client.on('close', () => this.#drop(client, 'the broker closed the connection'));
    client.on('message', (topic, payload, { retain }) => {
      if (client === this.#client && !this.#isClosed) this.#options.heard(topic, payload, retain);
    });
    const guard = new PacketGuard(LIMITS.packetBytes.value);
    client.stream.on('data', (bytes: Uint8Array) => {
      if (!guard.accepts(bytes)) this.#drop(client, 'it sends packets that are too large');
    });
  }

  async #greet(client: MqttClient): Promise<void> {
    try {
      await this.#options.greet();
    } catch (error) {
      this.#drop(client, (error as Error).message);
      return;
    }
    if (client !== this.#client || this.#isClosed) return;
    this.#patience.clear();
    this.#isUp = true;
    this.#lines.tell(`connected to ${this.#options.url}`);
    this.#options.changed(true);
  }

  #drop(client: MqttClient, why: string): void {
    if (client !== this.#client || this.#isClosed) return;
    this.#client = undefined;
    client.end(true);
    const wasUp = this.#isUp;
    this.#isUp = false;
    this.#patience.clear();
    this.#endCommands(why);
    if (wasUp) this.#options.changed(false);
    this.#again(why, wasUp);
  }

  #again(why: string, wasUp = false): void {
    const { url, clock } = this.#options;
    const what = wasUp ? 'lost' : 'cannot reach';
    this.#lines.tell(`${what} ${url} (${why}); it is tried again every ${LIMITS.retrySeconds.value} s`);
    this.#retry.set(later(clock.now(), seconds(LIMITS.retrySeconds.value)));
  }

  #giveUpIfDue(): void {
    const [oldest] = this.#commands;
    if (oldest === undefined) return;
    if (oldest.due > this.#options.clock.now()) this.#commandsDue.set(oldest.due);
    // What stays with the connection might be sent much later.
    else if (this.#client !== undefined) this.#drop(this.#client, 'the network takes nothing');
  }

  #endCommands(why: string): void {
    this.dropped.link += this.#commands.size;
    for (const command of [...this.#commands]) command.end(new Error(why));
  }
}

/** As many topics as one packet may name. */
function* inPackets(topics: readonly string[]): Iterable<string[]> {
  const most = LIMITS.subscribeTopics.value;
  for (let at = 0; at < topics.length; at += most) yield topics.slice(at, at + most);
}

const ended = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    if (client.stream.closed) resolve();
    else client.stream.once('close', () => resolve());
    client.end(true);
  });
