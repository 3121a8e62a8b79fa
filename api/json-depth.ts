import { LIMITS } from './limits.ts';

/** Whether a JSON text is nested deeper than anybody needs. Judged before parsing: whatever walks the parsed input later may do so by recursion. */
export const isTooDeep = (text: string): boolean => tooDeep(text) !== null;

/** The field of a JSON text that is nested too deep; `null` if none is. */
export const tooDeep = (text: string): string | null => {
  if (text.length <= LIMITS.bodyDepth.value) return null;
  let depth = 0;
  let quoted = false;
  /** Where the last text on the first level began: the name of what follows it on deeper ones. */
  let name = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (quoted) {
      if (character === BACKSLASH) at += 1;
      else if (character === QUOTE) quoted = false;
    } else if (character === QUOTE) {
      quoted = true;
      if (depth === 1) name = at + 1;
    } else if (character === BRACKET || character === BRACE) {
      depth += 1;
      if (depth > LIMITS.bodyDepth.value)
        return name < 0 ? 'parameters' : text.slice(name, text.indexOf('"', name)).slice(0, 64);
    } else if (character === BRACKET_END || character === BRACE_END) depth -= 1;
  }
  return null;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;
