import { LIMITS } from './limits.ts';

/** Whether a JSON text is nested deeper than anybody needs. Judged before parsing: whatever walks the parsed input later may do so by recursion. */
export const isTooDeep = (text: string): boolean => {
  if (text.length <= LIMITS.bodyDepth.value) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (quoted) {
      if (character === BACKSLASH) at += 1;
      else if (character === QUOTE) quoted = false;
    } else if (character === QUOTE) quoted = true;
    else if (character === BRACKET || character === BRACE) {
      depth += 1;
      if (depth > LIMITS.bodyDepth.value) return true;
    } else if (character === BRACKET_END || character === BRACE_END) depth -= 1;
  }
  return false;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;
