/** A name as words in lower case: `Bad OG - Licht Ein/Aus` is bad, og, licht, ein, aus. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether one of the words begins with one of the beginnings. */
export const hasBeginning = (words: readonly string[], beginnings: readonly string[]): boolean =>
  words.some((word) => beginnings.some((beginning) => word.startsWith(beginning)));

/** Words that say that an address tells what is, in German and English; all are beginnings. */
export const STATUS_WORDS = ['status', 'rückmeld', 'rueckmeld', 'feedback', 'state', 'zustand', 'info', 'istwert'];
const SHORT_STATUS_WORDS = ['rm', 'st', 'ist'];

export const tellsStatus = (words: readonly string[]): boolean =>
  hasBeginning(words, STATUS_WORDS) || words.some((word) => SHORT_STATUS_WORDS.includes(word));

/** What an address is good for, as opposed to what it is about. */
const PURPOSES = new Set([
  ...SHORT_STATUS_WORDS,
  ...['schalten', 'schalt', 'switch', 'switching', 'ein', 'aus', 'an', 'on', 'off', 'onoff', 'einaus'],
  ...['dimmen', 'dim', 'dimming', 'rel', 'relativ', 'relative', 'abs', 'absolut', 'absolute', 'heller', 'dunkler'],
  ...['wert', 'value', 'helligkeit', 'helligkeitswert', 'dimmwert', 'brightness', 'level', 'prozent', 'percent'],
  ...['auf', 'ab', 'zu', 'aufab', 'up', 'down', 'fahren', 'lang', 'langzeit', 'kurz', 'kurzzeit', 'move', 'movement'],
  ...[
    'stop',
    'stopp',
    'step',
    'schritt',
    'position',
    'höhe',
    'hoehe',
    'height',
    'lamelle',
    'lamellen',
    'slat',
    'slats',
  ],
  ...['winkel', 'angle', 'tilt', 'lamellenposition', 'lamellenwinkel', 'farbe', 'color', 'colour', 'rgb', 'rgbw'],
  ...['farbtemperatur', 'kelvin', 'cct', 'temperatur', 'temperature', 'temp', 'isttemperatur', 'solltemperatur'],
  ...['raumtemperatur', 'soll', 'sollwert', 'setpoint', 'target', 'actual', 'aktuell', 'current', 'feuchte'],
  ...['luftfeuchte', 'luftfeuchtigkeit', 'feuchtigkeit', 'humidity', 'co2', 'betriebsart', 'betriebsmodus', 'mode'],
  ...['modus', 'hvac', 'stellgröße', 'stellgroesse', 'stellwert', 'valve', 'ventil', 'variable', 'leistung', 'power'],
  ...['wirkleistung', 'energie', 'energy', 'verbrauch', 'zählerstand', 'zaehlerstand', 'wind', 'windgeschwindigkeit'],
  ...['regen', 'rain', 'lux', 'bewegung', 'motion', 'anwesenheit', 'presence', 'präsenz', 'praesenz'],
]);

const isPurpose = (word: string): boolean => PURPOSES.has(word) || STATUS_WORDS.some((start) => word.startsWith(start));

/** What a name is about, without what the address is good for: `Licht Bad schalten` is about `Licht Bad`. */
export const subjectOf = (name: string): string =>
  name
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !isPurpose(word.toLowerCase()))
    .join(' ');
