import { type DatapointType, defineType, fieldsOf, isWhole } from './datapoint-type.ts';

/** One bit: name, what 0 means, what 1 means. */
const BITS: readonly (readonly [sub: string, name: string, zero: string, one: string])[] = [
  ['001', 'Switch', 'off', 'on'],
  ['002', 'Bool', 'false', 'true'],
  ['003', 'Enable', 'disable', 'enable'],
  ['004', 'Ramp', 'no ramp', 'ramp'],
  ['005', 'Alarm', 'no alarm', 'alarm'],
  ['006', 'BinaryValue', 'low', 'high'],
  ['007', 'Step', 'decrease', 'increase'],
  ['008', 'UpDown', 'up', 'down'],
  ['009', 'OpenClose', 'open', 'close'],
  ['010', 'Start', 'stop', 'start'],
  ['011', 'State', 'inactive', 'active'],
  ['012', 'Invert', 'not inverted', 'inverted'],
  ['013', 'DimSendStyle', 'start/stop', 'cyclically'],
  ['014', 'InputSource', 'fixed', 'calculated'],
  ['015', 'Reset', 'no action', 'reset'],
  ['016', 'Ack', 'no action', 'acknowledge'],
  ['017', 'Trigger', 'trigger 0', 'trigger 1'],
  ['018', 'Occupancy', 'not occupied', 'occupied'],
  ['019', 'Window_Door', 'closed', 'open'],
  ['021', 'LogicalFunction', 'or', 'and'],
  ['022', 'Scene_AB', 'scene A', 'scene B'],
  ['023', 'ShutterBlinds_Mode', 'up/down', 'up/down and step'],
  ['024', 'DayNight', 'day', 'night'],
  ['100', 'Heat/Cool', 'cooling', 'heating'],
  ['1200', 'ConsumerProducer', 'consumer', 'producer'],
  ['1201', 'EnergyDirection', 'positive', 'negative'],
];

/** The bits that can also be forced. */
const FORCED = ['001', '002', '003', '004', '005', '006', '007', '008', '009', '010', '011', '012'];

const switched = BITS.map(([sub, name, zero, one]) =>
  defineType({
    id: `1.${sub}`,
    name,
    unit: null,
    short: true,
    bytes: 1,
    words: [zero, one],
    write: (meaning, into) => {
      if (typeof meaning !== 'boolean') return false;
      into.setUint8(0, meaning ? 1 : 0);
      return true;
    },
    read: (from) => (from.getUint8(0) > 1 ? null : from.getUint8(0) === 1),
  }),
);

/** `control`: whether the value is forced. */
const forced = BITS.filter(([sub]) => FORCED.includes(sub)).map(([sub, name]) =>
  defineType({
    id: `2.${sub}`,
    name: `${name}_Control`,
    unit: null,
    short: true,
    bytes: 1,
    write: (meaning, into) => {
      const { control, value } = fieldsOf(meaning, ['control', 'value']) ?? {};
      if (typeof control !== 'boolean' || typeof value !== 'boolean') return false;
      into.setUint8(0, (control ? 2 : 0) | (value ? 1 : 0));
      return true;
    },
    read: (from) => {
      const byte = from.getUint8(0);
      return byte > 3 ? null : { control: (byte & 2) !== 0, value: (byte & 1) !== 0 };
    },
  }),
);

/** `step` 0 stops; 1 to 7 move by 100 %, 50 %, 25 % … */
const stepped = (id: string, name: string, direction: string): DatapointType =>
  defineType({
    id,
    name,
    unit: null,
    short: true,
    bytes: 1,
    write: (meaning, into) => {
      const { [direction]: toward, step } = fieldsOf(meaning, [direction, 'step']) ?? {};
      if (typeof toward !== 'boolean' || !isWhole(step, 0, 7)) return false;
      into.setUint8(0, (toward ? 8 : 0) | step);
      return true;
    },
    read: (from) => {
      const byte = from.getUint8(0);
      return byte > 15 ? null : { [direction]: (byte & 8) !== 0, step: byte & 7 };
    },
  });

export const BIT_TYPES: readonly DatapointType[] = [
  ...switched,
  ...forced,
  stepped('3.007', 'Control_Dimming', 'brighter'),
  stepped('3.008', 'Control_Blinds', 'down'),
];
