import type { Texts } from './texts.ts';

/** Italian. */
export const it: Texts = {
  errors: {
    106: 'Errore nei parametri',
    109: 'Troppi tentativi di accesso',
    110: 'Nome utente o password errati',
    112: 'Non trovato',
    116: 'Tempo scaduto',
    117: 'Non consentito',
    122: 'Utente disattivato',
    137: 'Accesso remoto non abilitato per questo utente',
  },
  methodNotAllowed: 'Metodo non consentito',
};
