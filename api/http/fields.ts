import { CallFault } from '../errors.ts';

/** Parameters that came as texts: a form or a query. */
export type Fields = { [name: string]: string };

/**
 * Reads `application/x-www-form-urlencoded`. Throws fault 106 for what has no meaning here: a name that is repeated
 * or nested (`a[]`, `a[b]`), and escapes that are not UTF-8.
 */
export const readFields = (text: string): Fields => {
  const fields: Fields = {};
  if (text === '') return fields;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name === '__proto__' || NESTED.test(name) || Object.hasOwn(fields, name)) throw new CallFault(106);
    fields[name] = equals < 0 ? '' : decode(pair.slice(equals + 1));
  }
  return fields;
};

const NESTED = /[[\]]/;
const ESCAPED = /[%+]/;

const decode = (text: string): string => {
  if (!ESCAPED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new CallFault(106);
  }
};
