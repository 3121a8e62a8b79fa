import type { Content } from '../../twin/index.ts';
import type { BusFault, BusPoint } from '../bus.ts';
import { contentOf, type Point, readingOf } from '../point.ts';
import type { MqttAddress, TopicAddress } from './address.ts';
import { topicsOf } from './devices/index.ts';
import { fieldAt, withField } from './json-field.ts';
import { rawOfReading, readingOfRaw } from './reading.ts';

/** A point with its topics written out. */
export interface MappedPoint extends Point {
  readonly address: TopicAddress;
}

/** A message as it goes to the broker. */
export interface Message {
  readonly topic: string;
  readonly payload: string;
}

/** The points that can be mapped; what cannot is a fault. */
export const mapped = (points: readonly BusPoint<MqttAddress>[]): readonly MappedPoint[] =>
  points.flatMap(({ address, ...point }) => {
    const topics = 'topic' in address ? address : topicsOf(address, point.property);
    return topics === undefined ? [] : [{ ...point, address: topics }];
  });

/** What a schema cannot see. */
export const faultsOf = (points: readonly BusPoint<MqttAddress>[]): readonly BusFault[] =>
  points.flatMap(({ address, property, kind }, point): readonly BusFault[] => {
    const topics = 'topic' in address ? address : topicsOf(address, property);
    if (topics === undefined) {
      return [
        { point, path: [], says: `${property} is not known of this family of devices; write {topic: …} instead` },
      ];
    }
    if (topics.scale === 0)
      return [{ point, path: ['scale'], says: '0 makes every number equal; write another factor' }];
    if (topics.command !== undefined && !kind.commandable) {
      return 'topic' in address
        ? [{ point, path: ['command'], says: `${property} cannot be commanded; take the command out` }]
        : [];
    }
    if (topics.command?.json !== undefined && topics.command.path === undefined) {
      return [{ point, path: ['command', 'json'], says: 'needs a path that says where the value goes; add path' }];
    }
    return [];
  });

/** The content that a payload says for a point; `null` if it says none, or none that the property can have. */
export const contentIn = ({ kind, address }: MappedPoint, payload: Payload): Content | null => {
  const raw = address.path === undefined ? payload.text : fieldAt(payload.json(), address.path);
  if (raw === undefined || raw === null || raw === '') return null;
  const reading = readingOfRaw(kind, address, raw);
  return reading === undefined ? null : contentOf(kind, reading);
};

/** The message that tells a device a content; `null` for a content that the property cannot have, or a point without a command. */
export const messageFor = ({ kind, address }: MappedPoint, content: Content): Message | null => {
  const { command } = address;
  const reading = readingOf(kind, content);
  if (command === undefined || reading === null) return null;
  const raw = rawOfReading(kind, address, reading);
  if (command.path === undefined) return { topic: command.topic, payload: String(raw) };
  return { topic: command.topic, payload: JSON.stringify(withField(command.json ?? {}, command.path, raw)) };
};

/** Whether a device says that it is there; `undefined` for anything else. */
export const availableIn = (
  { path, online = 'online', offline = 'offline' }: NonNullable<TopicAddress['availability']>,
  payload: Payload,
): boolean | undefined => {
  // Zigbee2MQTT has said it as plain text in earlier versions.
  const raw = (path === undefined ? undefined : fieldAt(payload.json(), path)) ?? payload.text;
  if (String(raw) === String(online)) return true;
  return String(raw) === String(offline) ? false : undefined;
};

/** What arrived on a topic; parsed once, for however many points it is. */
export class Payload {
  readonly text: string;
  #json: unknown;
  #isParsed = false;

  constructor(bytes: Uint8Array) {
    this.text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }

  /** The payload as JSON; `undefined` if it is none. */
  json(): unknown {
    if (!this.#isParsed) {
      this.#isParsed = true;
      try {
        this.#json = JSON.parse(this.text);
      } catch {
        this.#json = undefined;
      }
    }
    return this.#json;
  }
}
