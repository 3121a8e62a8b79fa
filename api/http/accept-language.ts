import { type Language, negotiate } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** The language of a request. A client sends the same header each time, so what it asks for is remembered. */
export const readLanguage = (header: string | undefined): Language => {
  const text = header ?? '';
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const language = negotiate(text);
  if (remembered.size < LIMITS.languagesRemembered.value && text.length <= LONGEST) remembered.set(text, language);
  return language;
};

const remembered = new Map<string, Language>();
const LONGEST = 256;
