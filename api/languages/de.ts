import type { Texts } from './texts.ts';

/** German. */
export const de: Texts = {
  errors: {
    106: 'Fehlerhafte Parameter',
    109: 'Zu viele Anmeldeversuche',
    110: 'Benutzername oder Passwort falsch',
    112: 'Nicht gefunden',
    116: 'Zeitüberschreitung',
    117: 'Nicht erlaubt',
    122: 'Benutzer gesperrt',
    137: 'Fernzugriff für diesen Benutzer nicht freigegeben',
  },
  methodNotAllowed: 'Methode nicht erlaubt',
};
