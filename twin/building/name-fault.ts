import { LIMITS } from '../limits.ts';

/** Why a text cannot be a name; `null` for one that can. What nobody can see, or type, is in none. */
export function nameFault(name: unknown): string | null {
  const most = LIMITS.nameLength.value;
  if (typeof name !== 'string' || name.trim() === '' || name.length > most) {
    return `a name of 1 to ${most} characters is needed here`;
  }
  if (name !== name.trim()) return 'no blanks at its beginning and end';
  return UNSEEN.test(name) ? 'no control characters and no halves of characters' : null;
}

/** Control characters, and surrogates that stand alone. */
const UNSEEN = /[\p{Cc}\p{Cs}]/u;
