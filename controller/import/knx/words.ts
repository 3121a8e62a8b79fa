/** A name as words in lower case: `Bad OG - Licht Ein/Aus` is bad, og, licht, ein, aus; `runStatus` is run, status. */
export const wordsOf = (name: string): readonly string[] =>
  written(name).flatMap((word) => humps(word).map((hump) => hump.toLowerCase()));

const written = (name: string): readonly string[] =>
  name
    .normalize('NFC')
    .replace(/(?<![\p{L}\p{N}])E ?\/ ?A(?![\p{L}\p{N}])/gu, 'EinAus')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const humps = (word: string): readonly string[] => word.split(/(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll})/u);

/**
 * Whether the words speak of what one of the stems means. A short stem is the whole word, since `on` is no beginning of `Onkel`; a longer one
 * begins it; and German joins words, so that a long one may be anywhere in it: `Schaltstatus`.
 */
export const speaksOf = (words: readonly string[], stems: readonly string[]): boolean =>
  words.some((word) => stems.some((stem) => isOf(word, stem)));

const isOf = (word: string, stem: string): boolean =>
  word === stem || (stem.length >= 4 && word.startsWith(stem)) || (stem.length >= 6 && word.includes(stem));

/** Whether the words name both ways that something goes, such as `Auf/Ab`. */
export const saysBothWays = (words: readonly string[]): boolean =>
  words.some((word, at) => BOTH_WAYS.includes(word) || BOTH_WAYS.includes(`${word}${words[at + 1] ?? ''}`));

const BOTH_WAYS = ['aufab', 'updown', 'hochrunter', 'aufwärtsabwärts'];

/** Whether the words speak of a door, in German at the end of most of its words. */
export const speaksOfDoor = (words: readonly string[]): boolean =>
  words.some((word) => word.includes('tür') || word.includes('tuer') || word.startsWith('door'));

/** Words that say that an address tells what is, in German and English, and one each in French, Italian and Spanish. */
const STATUS_WORDS = [
  ...['status', 'rückmeld', 'rueckmeld', 'feedback', 'state', 'zustand', 'info', 'istwert'],
  ...['statut', 'état', 'stato', 'estado', 'estatus'],
];
const SHORT_STATUS_WORDS = ['rm', 'st', 'ist'];

export const tellsStatus = (words: readonly string[]): boolean =>
  speaksOf(words, [...STATUS_WORDS, ...SHORT_STATUS_WORDS]) ||
  words.some((word) => word.startsWith('ist') && PURPOSES.has(word.slice(3)));

/** What an address is good for, as opposed to what it is about; the words that ETS itself puts into names are among them. */
const PURPOSES = new Set([
  ...SHORT_STATUS_WORDS,
  ...['schalten', 'schalt', 'switch', 'switching', 'ein', 'aus', 'an', 'on', 'off', 'onoff', 'einaus'],
  ...[
    'dimmen',
    'dimm',
    'dim',
    'dimming',
    'rel',
    'relativ',
    'relative',
    'abs',
    'absolut',
    'absolute',
    'heller',
    'dunkler',
  ],
  ...['wert', 'value', 'helligkeit', 'helligkeitswert', 'dimmwert', 'brightness', 'level', 'prozent', 'percent'],
  ...[
    'auf',
    'ab',
    'zu',
    'aufab',
    'up',
    'down',
    'fahren',
    'lang',
    'langzeit',
    'kurz',
    'kurzzeit',
    'move',
    'movement',
    'bewegen',
  ],
  ...[
    'stop',
    'stopp',
    'step',
    'schritt',
    'position',
    'pos',
    'höhe',
    'hoehe',
    'height',
    'lamelle',
    'lamellen',
    'lamellenstellung',
    'slat',
    'slats',
  ],
  ...['winkel', 'angle', 'tilt', 'lamellenposition', 'lamellenwinkel', 'farbe', 'color', 'colour', 'rgb', 'rgbw'],
  ...['farbtemperatur', 'kelvin', 'cct', 'temperatur', 'temperature', 'temp', 'isttemperatur', 'solltemperatur'],
  ...['raumtemperatur', 'soll', 'sollwert', 'setpoint', 'target', 'actual', 'aktuell', 'current', 'feuchte'],
  ...['luftfeuchte', 'luftfeuchtigkeit', 'feuchtigkeit', 'humidity', 'co2', 'betriebsart', 'betriebsmodus', 'mode'],
  ...[
    'modus',
    'hvac',
    'stellgröße',
    'stellgroesse',
    'stellwert',
    'valve',
    'ventil',
    'variable',
    'stetige',
    'schaltende',
    'leistung',
    'power',
  ],
  ...['wirkleistung', 'energie', 'energy', 'verbrauch', 'zählerstand', 'zaehlerstand', 'wind', 'windgeschwindigkeit'],
  ...['regen', 'rain', 'lux', 'bewegung', 'motion', 'anwesenheit', 'presence', 'präsenz', 'praesenz'],
]);

const isPurpose = (word: string): boolean =>
  PURPOSES.has(word) ||
  STATUS_WORDS.some((start) => word.startsWith(start)) ||
  ((word.startsWith('ist') || word.startsWith('soll')) && PURPOSES.has(word.replace(/^(?:ist|soll)/, '')));

/** `Lichtstatus` is about Licht, `Positionsstatus` about nothing but its purpose. */
const withoutPurpose = (word: string): string => {
  if (isPurpose(word.toLowerCase())) return '';
  const stem = word.replace(/(?:status|rückmeldung|rueckmeldung)$/i, '');
  const isOnlyPurpose = stem !== word && isPurpose(stem.toLowerCase().replace(/(?<=..)s$/, ''));
  return isOnlyPurpose ? '' : stem;
};

/** What a name is about, without what the address is good for: `Licht Bad schalten` is about `Licht Bad`. */
export const subjectOf = (name: string): string =>
  written(name)
    .map((word) => humps(word).map(withoutPurpose).join(''))
    .filter(Boolean)
    .join(' ');

/** A name in parts, such as `Button1.up.ON/OFF`, without what the last of them says of its purpose: `Button1 up`. */
export const partsBeforeLast = (name: string): string => {
  const parts = name.split(/[.:;,|]|\s[-–]\s/u);
  const last = parts.pop() ?? '';
  return [...parts.flatMap(written), subjectOf(last)].filter(Boolean).join(' ');
};
