import type { Part } from './parts.ts';
import { speaksOf, speaksOfDoor } from './words.ts';

/** How parts become a component: the kind, and the property that each part is. */
export interface Recipe {
  readonly type: string;
  /** One of these has to be there. */
  readonly needs: readonly Part[];
  readonly takes: { readonly [part in Part]?: string };
  /** For what the name tells. */
  readonly when?: (words: readonly string[], has: (part: Part) => boolean) => boolean;
  /** What the project's function is that is one of these whatever its name tells. */
  readonly functionType?: string;
}

const TRAVEL = { position: 'position', move: 'position', percent: 'position', stop: 'stop' } as const;
const AIR = { temperature: 'temperature', humidity: 'humidity' } as const;

/** In this order; what one leaves is for the next. */
export const RECIPES: readonly Recipe[] = [
  {
    type: 'weather-station',
    needs: ['wind', 'rain'],
    takes: { ...AIR, wind: 'windSpeed', rain: 'rain', illuminance: 'brightness' },
  },
  {
    type: 'awning',
    needs: ['move', 'position'],
    takes: TRAVEL,
    when: (words) => speaksOf(words, ['markise', 'awning']),
  },
  { type: 'blind', needs: ['slat'], takes: { ...TRAVEL, slat: 'angle' } },
  { type: 'shutter', needs: ['move', 'position'], takes: TRAVEL },
  {
    type: 'color-light',
    needs: ['color', 'colorTemperature'],
    takes: {
      switch: 'state',
      brightness: 'brightness',
      percent: 'brightness',
      color: 'color',
      colorTemperature: 'colorTemperature',
    },
  },
  {
    type: 'dimmer',
    needs: ['brightness', 'dim', 'percent'],
    takes: { switch: 'state', brightness: 'brightness', percent: 'brightness' },
    when: (_, has) => has('brightness') || has('switch'),
  },
  {
    type: 'socket',
    functionType: 'FT-10',
    needs: ['switch'],
    takes: { switch: 'state', power: 'power', energy: 'energy' },
    when: (words, has) => has('power') || has('energy') || speaksOf(words, ['steckdose', 'socket', 'outlet', 'plug']),
  },
  { type: 'switch', needs: ['switch'], takes: { switch: 'state' } },
  {
    type: 'thermostat',
    needs: ['setpoint', 'mode'],
    takes: { temperature: 'temperature', setpoint: 'setpoint', mode: 'mode', valve: 'valve' },
  },
  { type: 'thermostat', needs: ['valve'], takes: { temperature: 'temperature', valve: 'valve' } },
  { type: 'humidity-sensor', needs: ['humidity'], takes: AIR },
  { type: 'temperature-sensor', needs: ['temperature'], takes: { temperature: 'temperature' } },
  { type: 'air-quality-sensor', needs: ['co2'], takes: { co2: 'co2' } },
  {
    type: 'door-contact',
    needs: ['open'],
    takes: { open: 'open' },
    when: (words) => speaksOfDoor(words),
  },
  { type: 'window-contact', needs: ['open'], takes: { open: 'open' } },
  { type: 'presence-sensor', needs: ['presence'], takes: { presence: 'presence' } },
  { type: 'motion-sensor', needs: ['motion'], takes: { motion: 'motion', illuminance: 'illuminance' } },
  { type: 'smoke-detector', needs: ['smoke'], takes: { smoke: 'smoke' } },
  { type: 'leak-sensor', needs: ['leak'], takes: { leak: 'leak' } },
  { type: 'energy-meter', needs: ['power', 'energy'], takes: { power: 'power', energy: 'energyImported' } },
];

/** Why a part that no recipe took has no place. */
export const LEFT: { readonly [part in Part]?: string } = {
  dim: 'dims in steps; components are told how bright to be, through an address with the type 5.001',
  percent: 'is a percentage of which its name does not say what of',
  stop: 'is a stop or a step, and nothing was found that it would stop',
  illuminance: 'is a brightness that belongs to no motion sensor and no weather station by its name',
};

/** Of 1.009 one means closed, and of 1.010 it means start. */
const INVERTED: { readonly [property: string]: string } = { open: '1.009', stop: '1.010' };

/** What else has to stand in a point, by property and datapoint type. */
export const extrasOf = (property: string, dpt: string): { readonly [field: string]: unknown } => {
  if (property === 'angle') return dpt === '5.001' ? { span: [0, 90] } : {};
  if (property === 'mode') return { words: { off: 'protection', comfort: 'comfort', economy: ['economy', 'standby'] } };
  return INVERTED[property] === dpt ? { invert: true } : {};
};
