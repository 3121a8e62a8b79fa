import type { PropertyKind } from '../../../twin/index.ts';
import type { Availability, KnownAddress, Topics } from '../address.ts';
import { type Entity, entityOf } from './entity.ts';
import { Fields, NotUnderstood } from './fields.ts';
import { PLATFORMS } from './platforms.ts';

/** Where devices are announced unless somebody says otherwise. */
export const HOME_ASSISTANT = 'homeassistant';

type Address = Extract<KnownAddress, { homeassistant: string }>;

/**
 * The topics of a property on a device that announces itself to Home Assistant (home-assistant.io, "MQTT", "MQTT Discovery"), or a
 * sentence that says what of the announcement is not understood. Nothing is guessed: a template other than `{{ value_json.x }}`, a
 * unit that nobody can convert, or a topic with wildcards is not understood.
 */
export const homeAssistant = (
  { homeassistant: at, component }: Address,
  property: string,
  kind: PropertyKind,
  message: unknown,
): Topics | string => {
  if (message === undefined) return `${at} is not announced on its broker`;
  const entity = entityOf(at, component, message);
  if (typeof entity === 'string') return `${at}: ${entity}`;
  try {
    return topicsOf(entity, property, kind);
  } catch (error) {
    if (error instanceof NotUnderstood) return `${at}: ${error.message}`;
    throw error;
  }
};

const topicsOf = ({ platform, fields: raw }: Entity, property: string, kind: PropertyKind): Topics => {
  const fields = new Fields(raw);
  const encoding = raw.get('encoding') ?? 'utf-8';
  if (encoding !== 'utf-8') throw new NotUnderstood('its encoding is not utf-8');
  const read = PLATFORMS.get(platform);
  if (read === undefined) throw new NotUnderstood(`${platform} is none of ${[...PLATFORMS.keys()].join(', ')}`);
  const topics = read(fields, property, kind);
  if (topics === undefined) throw new NotUnderstood(`a ${platform} has no ${property}`);
  return { ...topics, ...availabilityOf(fields) };
};

const availabilityOf = (fields: Fields): Pick<Topics, 'availability' | 'mode'> => {
  const rows = fields.rows('availability');
  const row = (from: Fields, topic: string, template: string): Availability => {
    const path = from.path(template);
    return {
      topic: from.topic(topic),
      ...(path !== '' && { path }),
      online: from.text('payload_available') ?? 'online',
      offline: from.text('payload_not_available') ?? 'offline',
    };
  };
  const single = fields.has('availability_topic') ? [row(fields, 'availability_topic', 'availability_template')] : [];
  const availability = [...single, ...rows.map((each) => row(new Fields(each), 'topic', 'value_template'))];
  const mode = fields.text('availability_mode') ?? 'latest';
  if (mode !== 'all' && mode !== 'any' && mode !== 'latest') throw new NotUnderstood(`availability_mode ${mode}`);
  return availability.length === 0 ? {} : { availability, mode };
};
