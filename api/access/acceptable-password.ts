import { LIMITS } from '../limits.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * Why a password cannot be chosen; `null` for one that can. NIST SP 800-63B: length is what counts, beside what
 * everybody tries first; no rules about characters, but that they have to arrive.
 */
export const objectionTo = (password: string, username: string): string | null => {
  const least = LIMITS.passwordCharactersLeast.value;
  const most = LIMITS.passwordCharacters.value;
  if (password.length < least) return `at least ${least} characters are needed`;
  if (password.length > most) return `at most ${most} characters are possible`;
  if (password.trim() === '') return 'more than blanks is needed';
  if (password.trim() !== password) return 'blanks at its ends would be lost on the way';
  if (UNSENDABLE.test(password)) return 'no control characters and no halves of characters';
  if (/^(.)\1*$/u.test(password)) return 'more than one character, over and over, is needed';
  if (COMMON_PASSWORDS.has(password.toLowerCase())) return 'this is one of the passwords that everybody tries first';
  return isName(password.toLowerCase(), username.toLowerCase()) ? 'this is the user name' : null;
};

/** What the headers of a login cannot carry. */
const UNSENDABLE = /[\p{Cc}\p{Cs}]/u;

/** Digits before and after it make no password of a name. */
const isName = (password: string, name: string): boolean => {
  if (password === name) return true;
  const bare = withoutDigits(password);
  return bare !== '' && (bare === name || bare === withoutDigits(name));
};

const withoutDigits = (text: string): string => text.replace(/^\d+|\d+$/g, '');
