import type { PropertyKind } from '../../../twin/index.ts';
import type { Topics } from '../address.ts';
import { conversionTo } from '../units.ts';
import { type Fields, NotUnderstood } from './fields.ts';

/** What a platform says and takes for a property; `undefined` if it has none that could be it. */
type Platform = (fields: Fields, property: string, kind: PropertyKind) => Topics | undefined;

/** The payloads that mean on and off as a state, and those that command it. */
interface OnOff {
  readonly state: readonly [string, string];
  readonly command: readonly [string, string];
}

const switched = (fields: Fields, { state, command }: OnOff, template = 'value_template'): Topics => {
  const told = fields.command('command_topic', 'command_template', 'text');
  return {
    ...fields.state('state_topic', template),
    on: state[0],
    off: state[1],
    ...(told !== undefined && { command: { ...told, on: command[0], off: command[1] } }),
  };
};

const payloads = (fields: Fields): readonly [string, string] => [
  fields.text('payload_on') ?? 'ON',
  fields.text('payload_off') ?? 'OFF',
];

const onOff: Platform = (fields, property) => {
  if (property !== 'state') return undefined;
  const command = payloads(fields);
  const state = [fields.text('state_on') ?? command[0], fields.text('state_off') ?? command[1]] as const;
  const template = fields.has('state_value_template') ? 'state_value_template' : 'value_template';
  return switched(fields, { state, command }, template);
};

const light: Platform = (fields, property, kind) => {
  const schema = fields.text('schema') ?? 'basic';
  if (schema === 'json') return jsonLight(fields, property);
  if (schema !== 'basic') throw new NotUnderstood(`its schema ${schema} is neither basic nor json`);
  if (property === 'state') return onOff(fields, property, kind);
  if (property === 'brightness') {
    const command = fields.command('brightness_command_topic', 'brightness_command_template', 'number');
    return {
      ...fields.state('brightness_state_topic', 'brightness_value_template'),
      scale: 100 / positive(fields.number('brightness_scale', 255)),
      ...(command !== undefined && { command: { ...command, step: 1 } }),
    };
  }
  if (property !== 'colorTemperature') return undefined;
  const command = fields.command('color_temp_command_topic', 'color_temp_command_template', 'number');
  return {
    ...fields.state('color_temp_state_topic', 'color_temp_value_template'),
    ...(fields.text('color_temp_kelvin') !== 'true' && { mired: true }),
    ...(command !== undefined && { command }),
  };
};

/** The JSON schema of lights: one topic each way, an object with state, brightness and so on. */
const jsonLight = (fields: Fields, property: string): Topics | undefined => {
  const topic = fields.topic('state_topic');
  const told = fields.has('command_topic') ? { topic: fields.topic('command_topic') } : undefined;
  if (property === 'state') {
    return { topic, path: 'state', on: 'ON', off: 'OFF', ...(told && { command: { ...told, path: 'state' } }) };
  }
  // Home Assistant's own way to say a brightness always says that the lamp is on, too.
  const json = { state: 'ON' };
  if (property === 'brightness') {
    const scale = 100 / positive(fields.number('brightness_scale', 255));
    return {
      topic,
      path: 'brightness',
      scale,
      ...(told && { command: { ...told, path: 'brightness', json, step: 1 } }),
    };
  }
  if (property !== 'colorTemperature') return undefined;
  const mired = fields.text('color_temp_kelvin') !== 'true';
  return {
    topic,
    path: 'color_temp',
    ...(mired && { mired: true }),
    ...(told && { command: { ...told, path: 'color_temp', json } }),
  };
};

const binarySensor: Platform = (fields, _property, kind) => {
  if (kind.value.type !== 'boolean') return undefined;
  const [on, off] = payloads(fields);
  return { ...fields.state('state_topic', 'value_template'), on, off };
};

/** A number in the property's unit, or a word as it stands. */
const measured = (fields: Fields, kind: PropertyKind, unit = fields.text('unit_of_measurement')): Partial<Topics> => {
  if (kind.value.type === 'boolean') throw new NotUnderstood('a number or a word is neither true nor false');
  if (kind.value.type === 'string') return {};
  const conversion = conversionTo(kind, unit);
  if (conversion === undefined) throw new NotUnderstood(`nobody can say what ${unit} is in ${kind.unit ?? 'no unit'}`);
  return conversion;
};

const sensor: Platform = (fields, _property, kind) => ({
  ...fields.state('state_topic', 'value_template'),
  ...measured(fields, kind),
});

const settable: Platform = (fields, _property, kind) => {
  const command = fields.command('command_topic', 'command_template', kind.value.type === 'string' ? 'text' : 'number');
  return {
    ...fields.state('state_topic', 'value_template'),
    ...measured(fields, kind),
    ...(command !== undefined && { command }),
  };
};

const cover: Platform = (fields, property) => {
  if (property === 'position') {
    const open = fields.number('position_open', 100);
    const closed = fields.number('position_closed', 0);
    if (open === closed) throw new NotUnderstood('it is as open as it is closed');
    // Apart from the value, templates have the position in percent.
    const names = open === 100 && closed === 0 ? ['value', 'position'] : ['value'];
    const command = fields.command('set_position_topic', 'set_position_template', 'number', names);
    const template = fields.has('position_template') ? 'position_template' : 'value_template';
    // A property counts how far it is closed.
    const scale = 100 / (closed - open);
    return {
      ...fields.state('position_topic', template),
      ...{ scale, offset: -open * scale + 0 },
      ...(command !== undefined && { command: { ...command, step: 1 } }),
    };
  }
  if (property === 'moving') {
    const said = (name: string) => fields.text(`state_${name}`) ?? name;
    const words = Object.fromEntries(['opening', 'closing'].map((name) => [said(name), name]));
    const still = ['stopped', 'open', 'closed'].map((name) => [said(name), 'stopped']);
    return { ...fields.state('state_topic', 'value_template'), words: { ...Object.fromEntries(still), ...words } };
  }
  if (property !== 'stop') return undefined;
  const command = fields.command('command_topic', 'command_template', 'text');
  if (command === undefined) return undefined;
  const state = fields.state(fields.has('state_topic') ? 'state_topic' : 'position_topic', 'value_template');
  return { topic: state.topic, unread: true, command: { ...command, on: fields.text('payload_stop') ?? 'STOP' } };
};

const lock: Platform = (fields, property) => {
  if (property !== 'locked') return undefined;
  return switched(fields, {
    state: [fields.text('state_locked') ?? 'LOCKED', fields.text('state_unlocked') ?? 'UNLOCKED'],
    command: [fields.text('payload_lock') ?? 'LOCK', fields.text('payload_unlock') ?? 'UNLOCK'],
  });
};

const climate: Platform = (fields, property, kind) => {
  const unit = fields.text('temperature_unit');
  if (property === 'temperature') {
    return {
      ...fields.state('current_temperature_topic', 'current_temperature_template'),
      ...measured(fields, kind, unit),
    };
  }
  if (property !== 'setpoint') return undefined;
  const command = fields.command('temperature_command_topic', 'temperature_command_template', 'number');
  return {
    ...fields.state('temperature_state_topic', 'temperature_state_template'),
    ...measured(fields, kind, unit),
    ...(command !== undefined && { command }),
  };
};

const positive = (number: number): number => {
  if (number <= 0) throw new NotUnderstood('its scale is not above 0');
  return number;
};

/** What is understood, by Home Assistant's word for it. */
export const PLATFORMS: ReadonlyMap<string, Platform> = new Map([
  ['light', light],
  ['switch', onOff],
  ['siren', onOff],
  ['binary_sensor', binarySensor],
  ['sensor', sensor],
  ['number', settable],
  ['select', settable],
  ['text', settable],
  ['cover', cover],
  ['lock', lock],
  ['climate', climate],
]);
