import type { Content } from '../../twin/index.ts';
import type { BusFault, BusPoint } from '../bus.ts';
import { contentOf, type Point, readingOf } from '../point.ts';
import type { Availability, MqttAddress, Topics } from './address.ts';
import { zigbeeColor, zigbeeColorCommand } from './devices/color/zigbee-color.ts';
import { topicsOf } from './devices/index.ts';
import { fieldAt, withField } from './json-field.ts';
import type { Payload } from './payload.ts';
import { rawOfReading, readingOfRaw } from './reading.ts';

/** A point with its topics written out. */
export interface MappedPoint extends Point {
  readonly address: Topics;
}

/** A message as it goes to the broker. */
export interface Message {
  readonly topic: string;
  readonly payload: string;
}

/** What a schema cannot see. */
export const faultsOf = (points: readonly BusPoint<MqttAddress>[]): readonly BusFault[] =>
  points.flatMap(({ address, property, kind }, point): readonly BusFault[] => {
    // What others announce is known when they do.
    if ('homeassistant' in address) return [];
    const topics = 'topic' in address ? address : topicsOf(address, property);
    if (topics === undefined) {
      return [
        { point, path: [], says: `${property} is not known of this family of devices; write {topic: …} instead` },
      ];
    }
    const { command } = topics;
    const zero = topics.scale === 0 ? ['scale'] : command?.scale === 0 ? ['command', 'scale'] : undefined;
    if (zero !== undefined) return [{ point, path: zero, says: '0 makes every number equal; write another factor' }];
    if (command !== undefined && !kind.commandable) {
      return 'topic' in address
        ? [{ point, path: ['command'], says: `${property} cannot be commanded; take the command out` }]
        : [];
    }
    if (command?.json !== undefined && command.path === undefined) {
      return [{ point, path: ['command', 'json'], says: 'needs a path that says where the value goes; add path' }];
    }
    return [];
  });

/** The content that a payload says for a point; `null` if it says none, or none that the property can have. */
export const contentIn = ({ kind, address }: MappedPoint, payload: Payload): Content | null => {
  if (address.unread) return null;
  if (address.color !== undefined) {
    const color = zigbeeColor(payload.json(), address.path ?? '');
    return color === undefined ? null : contentOf(kind, color);
  }
  const raw = address.path === undefined ? payload.text : fieldAt(payload.json(), address.path);
  if (raw === undefined || raw === null || raw === '') return null;
  const reading = readingOfRaw(kind, address, raw);
  return reading === undefined ? null : contentOf(kind, reading);
};

/** Whether a payload that says no content should have said one: others on the topic may say something else. */
export const isAbout = ({ address }: MappedPoint, payload: Payload): boolean =>
  !address.unread && payload.text !== '' && (address.path === undefined || payload.json() === undefined);

/** The message that tells a device a content; `null` for a content that the property cannot have, or a point without a command. */
export const messageFor = ({ kind, address }: MappedPoint, content: Content): Message | null => {
  const { command } = address;
  const reading = readingOf(kind, content);
  if (command === undefined || reading === null) return null;
  // A command with a payload for one of the two alone cannot tell the other.
  if (reading === false && command.on !== undefined && command.off === undefined) return null;
  if (reading === true && command.off !== undefined && command.on === undefined) return null;
  if (address.closed && !Object.values(address.words ?? {}).includes(String(reading))) return null;
  const raw =
    address.color === undefined
      ? rawOfReading(kind, { ...address, ...command }, reading)
      : zigbeeColorCommand(String(reading), address.color);
  if (raw === undefined) return null;
  if (command.path === undefined) return { topic: command.topic, payload: String(raw) };
  return { topic: command.topic, payload: JSON.stringify(withField(command.json ?? {}, command.path, raw)) };
};

/** Whether a device says that it is there; `undefined` for anything else. */
export const availableIn = (
  { path, online = 'online', offline = 'offline' }: Availability,
  payload: Payload,
): boolean | undefined => {
  // Zigbee2MQTT has said it as plain text in earlier versions.
  const raw = (path === undefined ? undefined : fieldAt(payload.json(), path)) ?? payload.text;
  // An object from the network may have a field called toString.
  if (typeof raw === 'object') return undefined;
  if (String(raw) === String(online)) return true;
  return String(raw) === String(offline) ? false : undefined;
};
