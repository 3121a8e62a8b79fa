import type { Texts } from './texts.ts';

/** French. */
export const fr: Texts = {
  errors: {
    106: 'Erreur de paramètre(s)',
    109: 'Trop de tentatives de connexion',
    110: 'Nom d’utilisateur ou mot de passe incorrect',
    112: 'Introuvable',
    116: 'Délai dépassé',
    117: 'Non autorisé',
    122: 'Utilisateur désactivé',
    137: 'Accès à distance non activé pour cet utilisateur',
  },
  methodNotAllowed: 'Méthode non autorisée',
};
