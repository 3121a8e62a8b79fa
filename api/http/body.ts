import { isUtf8 } from 'node:buffer';
import { CallFault } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** A body that was read: JSON, or a form that is still a text. */
export type Body = { readonly form: false; readonly json: unknown } | { readonly form: true; readonly text: string };

/** Reads a body as what its content type says. Throws fault 106 if it is something else. */
export const readBody = (bytes: Buffer, contentType: string | undefined, encoding: string | undefined): Body => {
  if (encoding !== undefined && encoding !== 'identity') throw new CallFault(106);
  if (contentType === 'application/json') return { form: false, json: parseJson(decode(bytes, undefined)) };

  const [type = '', ...parameters] = (contentType ?? '').split(';');
  const text = () => decode(bytes, charsetIn(parameters));
  switch (type.trim().toLowerCase()) {
    case 'application/json':
      return { form: false, json: parseJson(text()) };
    case 'application/x-www-form-urlencoded':
      return { form: true, text: text() };
    default:
      throw new CallFault(106);
  }
};

const charsetIn = (parameters: readonly string[]): string | undefined => {
  for (const parameter of parameters) {
    const [, charset] = CHARSET.exec(parameter) ?? [];
    if (charset !== undefined) return charset;
  }
  return undefined;
};

const CHARSET = /^\s*charset\s*=\s*"?([^\s"]+)"?\s*$/i;
const BYTE_ORDER_MARK = '\uFEFF';

const decode = (bytes: Buffer, charset: string | undefined): string => {
  if (charset === undefined || UTF8.test(charset)) {
    if (!isUtf8(bytes)) throw new CallFault(106);
    const text = bytes.toString('utf8');
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new CallFault(106);
  }
};

const UTF8 = /^utf-?8$/i;

const parseJson = (text: string): unknown => {
  if (text.length > LIMITS.bodyDepth.value && isTooDeep(text)) throw new CallFault(106);
  try {
    return JSON.parse(text);
  } catch {
    throw new CallFault(106);
  }
};

/** Depth is judged before parsing: whatever walks the parsed input later may do so by recursion. */
const isTooDeep = (text: string): boolean => {
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
