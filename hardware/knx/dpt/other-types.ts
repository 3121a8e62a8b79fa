import { type DatapointType, defineType, fieldsOf, isWhole } from './datapoint-type.ts';

/** Five states of which each is set or not, and one of three modes. On the bus a state that is set is a 0. */
const statusMode = defineType({
  id: '6.020',
  name: 'Status_Mode3',
  unit: null,
  bytes: 1,
  write: (meaning, into) => {
    const at = fieldsOf(meaning, [...STATES, 'mode']);
    if (at === null || STATES.some((state) => typeof at[state] !== 'boolean') || !isWhole(at.mode, 0, 2)) return false;
    const states = STATES.reduce((byte, state) => (byte << 1) | (at[state] === true ? 0 : 1), 0);
    into.setUint8(0, (states << 3) | (1 << at.mode));
    return true;
  },
  read: (from) => {
    const byte = from.getUint8(0);
    const mode = [1, 2, 4].indexOf(byte & 7);
    if (mode < 0) return null;
    return { ...Object.fromEntries(STATES.map((state, index) => [state, (byte & (0x80 >> index)) === 0])), mode };
  },
});
const STATES = ['a', 'b', 'c', 'd', 'e'];

/** Scenes are counted from 0, as on the bus; devices show one more. */
const sceneNumber = defineType({
  id: '17.001',
  name: 'SceneNumber',
  unit: null,
  bytes: 1,
  range: { minimum: 0, maximum: 63, step: 1 },
  write: (meaning, into) => {
    if (!isWhole(meaning, 0, 63)) return false;
    into.setUint8(0, meaning);
    return true;
  },
  read: (from) => (from.getUint8(0) > 63 ? null : from.getUint8(0)),
});

/** `learn`: the scene is to be stored, not called. */
const sceneControl = defineType({
  id: '18.001',
  name: 'SceneControl',
  unit: null,
  bytes: 1,
  write: (meaning, into) => {
    const { learn, scene } = fieldsOf(meaning, ['learn', 'scene']) ?? {};
    if (typeof learn !== 'boolean' || !isWhole(scene, 0, 63)) return false;
    into.setUint8(0, (learn ? 0x80 : 0) | scene);
    return true;
  },
  read: (from) => {
    const byte = from.getUint8(0);
    return byte & 0x40 ? null : { learn: (byte & 0x80) !== 0, scene: byte & 0x3f };
  },
});

const MODES = ['auto', 'comfort', 'standby', 'economy', 'protection'];

const heatingMode = defineType({
  id: '20.102',
  name: 'HVACMode',
  unit: null,
  bytes: 1,
  words: MODES,
  write: (meaning, into) => {
    const at = MODES.indexOf(String(meaning));
    if (typeof meaning !== 'string' || at < 0) return false;
    into.setUint8(0, at);
    return true;
  },
  read: (from) => MODES[from.getUint8(0)] ?? null,
});

/** Written as on a web page: `#RRGGBB`. */
const rgb = defineType({
  id: '232.600',
  name: 'Colour_RGB',
  unit: null,
  bytes: 3,
  write: (meaning, into) => {
    if (typeof meaning !== 'string' || !/^#[0-9a-fA-F]{6}$/.test(meaning)) return false;
    for (const at of [0, 1, 2]) into.setUint8(at, Number.parseInt(meaning.slice(1 + 2 * at, 3 + 2 * at), 16));
    return true;
  },
  read: (from) => `#${[0, 1, 2].map((at) => from.getUint8(at).toString(16).toUpperCase().padStart(2, '0')).join('')}`,
});

/** Each part from 0 to 255, or `null` to leave it as it is. */
const rgbw = defineType({
  id: '251.600',
  name: 'Colour_RGBW',
  unit: null,
  bytes: 6,
  write: (meaning, into) => {
    const parts = fieldsOf(meaning, PARTS);
    if (parts === null) return false;
    let valid = 0;
    for (const [index, name] of PARTS.entries()) {
      const part = parts[name];
      if (part !== null && !isWhole(part, 0, 255)) return false;
      into.setUint8(index, part ?? 0);
      if (part !== null) valid |= 8 >> index;
    }
    into.setUint8(5, valid);
    return true;
  },
  read: (from) => {
    const valid = from.getUint8(5);
    if (from.getUint8(4) !== 0 || valid > 15) return null;
    return Object.fromEntries(PARTS.map((name, index) => [name, valid & (8 >> index) ? from.getUint8(index) : null]));
  },
});
const PARTS = ['red', 'green', 'blue', 'white'];

export const OTHER_TYPES: readonly DatapointType[] = [statusMode, sceneNumber, sceneControl, heatingMode, rgb, rgbw];
