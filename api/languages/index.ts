import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import type { Texts } from './texts.ts';

/** The languages of the interface. */
export type Language = 'en' | 'de' | 'fr' | 'it';

export const LANGUAGES: { readonly [Name in Language]: Texts } = { en, de, fr, it };
