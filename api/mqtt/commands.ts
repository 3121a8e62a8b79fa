import type { IPublishPacket } from 'mqtt';
import { Encoded } from '../call.ts';
import type { Caller } from '../caller.ts';
import { CallFault, DEFAULT_LANGUAGE, refusal } from '../errors.ts';
import type { Answer, Gate } from '../gate.ts';
import { LIMITS } from '../limits.ts';
import type { QueueDrops } from '../queue-drops.ts';
import type { BrokerLink } from './broker-link.ts';
import { commanded } from './payload.ts';
import type { Topics } from './topics.ts';

export interface CommandsOptions {
  readonly gate: Gate;
  readonly topics: Topics;
  readonly link: BrokerLink;
  /** Topics below these are not answered on: whoever commands would write there with our rights. */
  readonly reserved: readonly string[];
  caller(): Caller | undefined;
  /** Whether the value on a topic is a word. */
  takesWords(topic: string): boolean;
  /** A command changed nothing: whoever sent it has to see the value that stands. */
  refused(topic: string): void;
  say(line: string): void;
  readonly drops: QueueDrops | undefined;
}

/** What others command over a broker, as calls of the user who speaks for it. */
export class Commands {
  readonly figures = { taken: 0, refused: 0, dropped: 0 };
  readonly #options: CommandsOptions;
  #underWay = 0;
  #hasWarned = false;

  constructor(options: CommandsOptions) {
    this.#options = options;
  }

  /** Carries a command out and answers it, if an answer is asked for. Whether the message was a command. */
  take(packet: IPublishPacket): boolean {
    const point = this.#options.topics.commanded(packet.topic);
    if (point === undefined) return false;
    // A command that is kept would be carried out once more at each connection.
    if (packet.retain) {
      this.#drop(`${packet.topic} is retained, and not carried out: send commands without retain`);
      return true;
    }
    if (this.#underWay >= LIMITS.mqttCommandsUnderWay.value) {
      this.figures.dropped += 1;
      if (this.#options.drops !== undefined) this.#options.drops.mqtt += 1;
      this.#answer(packet, refusal(new CallFault(116), 'call', DEFAULT_LANGUAGE).body);
      return true;
    }
    this.#underWay += 1;
    void this.#carryOut(packet, point).finally(() => {
      this.#underWay -= 1;
    });
    return true;
  }

  /** What a call answers on behalf of the user of this broker. */
  call(call: string, input: object, texts: boolean): Answer | Promise<Answer> {
    const caller = this.#options.caller();
    if (caller === undefined) return refusal(new CallFault(117), 'call', DEFAULT_LANGUAGE);
    return this.#options.gate.handle({
      ...{ call, input, texts },
      credentials: { kind: 'caller', caller },
      path: 'local',
      source: 'mqtt',
      transport: 'mqtt',
      language: DEFAULT_LANGUAGE,
    });
  }

  async #carryOut(packet: IPublishPacket, point: { readonly cid: string; readonly property: string }): Promise<void> {
    const payload = Buffer.from(packet.payload);
    const isSensible = payload.length > 0 && payload.length <= LIMITS.mqttPayloadBytes.value;
    const topic = this.#options.topics.value(point.cid, point.property);
    const input = {
      cid: point.cid,
      ...commanded(point.property, payload.toString('utf8'), this.#options.takesWords(topic)),
    };
    const answer = isSensible
      ? await this.call('componentUpdate', input, true)
      : refusal(new CallFault(106), 'call', DEFAULT_LANGUAGE);
    const result = answer.ok ? plain(answer.result) : undefined;
    const isTaken = (result as { readonly [cid: string]: unknown } | undefined)?.[point.cid] === true;
    this.figures[isTaken ? 'taken' : 'refused'] += 1;
    if (!isTaken) this.#options.refused(topic);
    this.#answer(packet, answer.ok ? result : answer.body);
  }

  /** MQTT 5, section 4.10: on the topic that was asked for, with the data that tell which question it was. */
  #answer({ properties = {} }: IPublishPacket, body: unknown): void {
    const { responseTopic, correlationData } = properties;
    if (responseTopic === undefined) return;
    const { link, reserved } = this.#options;
    const isOurs = reserved.some((base) => responseTopic === base || responseTopic.startsWith(`${base}/`));
    if (isOurs || !/^[^+#$][^+#]*$/.test(responseTopic) || responseTopic.includes('\0')) {
      this.#drop(`${JSON.stringify(responseTopic).slice(0, 100)} is no topic for answers`);
      return;
    }
    const payload = JSON.stringify(body);
    const size = Buffer.byteLength(payload) + (correlationData?.length ?? 0) + 32;
    if (!link.fits(responseTopic, size)) return;
    link.publish(responseTopic, payload, {
      ...{ qos: 1, retain: false },
      properties: { contentType: 'application/json', ...(correlationData !== undefined && { correlationData }) },
    });
  }

  /** Said once: a client that does it will do it again. */
  #drop(line: string): void {
    this.figures.dropped += 1;
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.say(line);
  }
}

const plain = (result: unknown): unknown => (result instanceof Encoded ? result.value() : result);
