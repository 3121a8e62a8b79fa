import { saysBothWays, speaksOf, tellsStatus } from './words.ts';

/** What an address does in a component. */
export type Part =
  | 'switch'
  | 'dim'
  | 'percent'
  | 'brightness'
  | 'color'
  | 'colorTemperature'
  | 'move'
  | 'stop'
  | 'position'
  | 'slat'
  | 'setpoint'
  | 'mode'
  | 'temperature'
  | 'humidity'
  | 'co2'
  | 'valve'
  | 'open'
  | 'presence'
  | 'motion'
  | 'illuminance'
  | 'smoke'
  | 'leak'
  | 'power'
  | 'energy'
  | 'wind'
  | 'rain';

/** An address understood. */
export interface Understood {
  readonly part: Part;
  /** Whether it tells what is; else it takes commands. */
  readonly isStatus: boolean;
  /** Datapoint type such as `1.001`. */
  readonly dpt: string;
}

/** Stems of words that say what an address is about, in German and English. */
const WORDS: { readonly [about: string]: readonly string[] } = {
  scene: ['szene', 'scene', 'lichtszene'],
  motion: ['bewegung', 'motion'],
  presence: ['präsenz', 'praesenz', 'presence', 'anwesen', 'occupan'],
  smoke: ['rauch', 'smoke'],
  leak: ['leck', 'leak', 'wassermelder'],
  rain: ['regen', 'rain'],
  contact: ['kontakt', 'contact', 'reed', 'fensterk', 'türk', 'fensterstatus'],
  opening: ['fenster', 'window', 'tür', 'tuer', 'door'],
  switching: [
    'schalt',
    'switch',
    'ein',
    'einaus',
    'onoff',
    'on',
    'licht',
    'light',
    'lamp',
    'leuchte',
    'steckdose',
    'socket',
  ],
  moving: ['bewegen', 'fahren', 'fahrbefehl', 'move', 'langzeit'],
  stopping: ['stop', 'kurzzeit', 'step', 'schritt'],
  slat: ['lamell', 'slat', 'tilt', 'winkel', 'angle'],
  position: [
    'position',
    'pos',
    'höhe',
    'hoehe',
    'height',
    'jalousie',
    'rollla',
    'rolllä',
    'rolladen',
    'shutter',
    'blind',
    'behang',
  ],
  valve: ['stellgr', 'stellwert', 'ventil', 'valve', 'variable'],
  brightness: ['hell', 'dimm', 'bright', 'wert', 'value', 'level'],
  setpoint: ['soll', 'setpoint', 'target'],
};

interface Rule {
  readonly types: readonly string[];
  readonly part: Part;
  /** The name has to speak of this; left out: the type says enough. */
  readonly about?: keyof typeof WORDS & string;
  /** Nothing but told, whatever its name says. */
  readonly told?: true;
}

/** The first rule that fits decides. Where ETS knows only the main number of a type, the first type of a rule with words is meant. */
const RULES: readonly Rule[] = [
  { types: ['1.001', '1.002', '1.011', '1.005'], about: 'smoke', part: 'smoke', told: true },
  { types: ['1.001', '1.002', '1.011', '1.005'], about: 'leak', part: 'leak', told: true },
  { types: ['1.001', '1.002', '1.011', '1.018'], about: 'motion', part: 'motion', told: true },
  { types: ['1.001', '1.002', '1.011'], about: 'presence', part: 'presence', told: true },
  { types: ['1.001', '1.002', '1.011', '1.005'], about: 'rain', part: 'rain', told: true },
  { types: ['1.019', '1.001', '1.002', '1.009', '1.011'], about: 'contact', part: 'open', told: true },
  { types: ['1.018'], part: 'presence', told: true },
  { types: ['1.019'], part: 'open', told: true },
  { types: ['1.007', '1.010', '1.017'], about: 'stopping', part: 'stop' },
  { types: ['1.008'], about: 'moving', part: 'move' },
  { types: ['1.008', '1.001'], about: 'bothWays', part: 'move' },
  { types: ['1.001', '1.002'], about: 'switching', part: 'switch' },
  { types: ['1.007'], part: 'stop' },
  { types: ['1.008'], part: 'move' },
  { types: ['1.001'], part: 'switch' },
  { types: ['1.011'], part: 'switch', told: true },
  { types: ['3.007'], part: 'dim' },
  { types: ['5.001', '5.003'], about: 'slat', part: 'slat' },
  { types: ['5.001'], about: 'position', part: 'position' },
  { types: ['5.001'], about: 'valve', part: 'valve', told: true },
  { types: ['5.001'], about: 'brightness', part: 'brightness' },
  { types: ['5.001'], part: 'percent' },
  { types: ['7.600'], part: 'colorTemperature' },
  { types: ['232.600', '251.600'], part: 'color' },
  { types: ['9.001'], about: 'setpoint', part: 'setpoint' },
  { types: ['9.001'], part: 'temperature', told: true },
  { types: ['9.004'], part: 'illuminance', told: true },
  { types: ['9.005', '9.028'], part: 'wind', told: true },
  { types: ['9.007'], part: 'humidity', told: true },
  { types: ['9.008'], part: 'co2', told: true },
  { types: ['14.056', '9.024'], part: 'power', told: true },
  { types: ['13.010', '13.013', '13.016', '29.010'], part: 'energy', told: true },
  { types: ['20.102'], part: 'mode' },
];

/** What a bit does that is no switch; a lamp that warns is switched. */
const GUARDING =
  /sperr|freigabe|zwang|alarm|störung|stoerung|^(?:alert|disabl|enabl|fault|forced|lock|warn(?!licht|leuchte|lampe))/;

/** Why there is no part for a type, by its main number. */
const NO_PART: { readonly [main: string]: string } = {
  '2': 'forces something, which no component does',
  '3': 'moves in steps; components are told where to be',
  '10': 'tells the time of day, which is no component',
  '11': 'tells the date, which is no component',
  '16': 'carries a text, which no component has',
  '17': 'is about scenes of the bus; make a scene of the controller of its commands',
  '18': 'is about scenes of the bus; make a scene of the controller of its commands',
  '19': 'tells date and time, which is no component',
};

/** What an address does by its types and its name, or a sentence about why nobody can tell. */
export const understand = (types: readonly string[], words: readonly string[]): Understood | string => {
  if (types.length === 0) return 'has no datapoint type; give it one in ETS';
  const isBit = types.some((type) => type === '1' || type.startsWith('1.'));
  if (isBit && speaksOf(words, WORDS.scene ?? [])) return NO_PART['17'] ?? '';
  const rule = RULES.find((each) => types.some((type) => fits(each, type, words)));
  const isGuarding = isBit && words.some((word) => GUARDING.test(word));
  if (isGuarding && (rule === undefined || rule.part === 'switch')) {
    return 'locks, enables or warns by its name, which is no part of a component';
  }
  if (rule === undefined) return unknown(types);
  if (rule.part === 'move' && speaksOf(words, WORDS.slat ?? [])) return NO_PART['3'] ?? '';
  const dpt = types.find((type) => rule.types.includes(type)) ?? rule.types[0] ?? '';
  return { part: rule.part, isStatus: rule.told === true || tellsStatus(words), dpt: carriedAs(rule.part, dpt) };
};

/**
 * One bit says the same of a switch whatever its type is called, so that a status of 1.011 belongs to a command of 1.001; and what moves
 * up and down goes up at 0 with any type.
 */
export const carriedAs = (part: Part, dpt: string): string => {
  if (part === 'move') return '1.008';
  return part === 'switch' && ['1.002', '1.011'].includes(dpt) ? '1.001' : dpt;
};

const fits = ({ types, about }: Rule, type: string, words: readonly string[]): boolean => {
  const isAbout =
    about === 'bothWays' ? saysBothWays(words) : about !== undefined && speaksOf(words, WORDS[about] ?? []);
  if (!type.includes('.')) return isAbout && types[0]?.split('.')[0] === type;
  return types.includes(type) && (about === undefined || isAbout);
};

const unknown = (types: readonly string[]): string => {
  const [type = ''] = types;
  const none = NO_PART[type.split('.')[0] ?? ''];
  if (none !== undefined) return none;
  if (!type.includes('.')) return `has only the main number ${type} as its type; name the whole type in ETS`;
  return type.startsWith('1.')
    ? `is one bit with the type ${type}, and its name does not say of what; give it the type of what it does in ETS`
    : `has the type ${type}, for which no component has a property`;
};
