import { isUtf8 } from 'node:buffer';
import { CallFault } from '../errors.ts';
import { tooDeep } from '../json-depth.ts';
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
  const deep = tooDeep(text);
  if (deep !== null) {
    const fault = `nested deeper than ${LIMITS.bodyDepth.value} lists and objects`;
    throw new CallFault(106, undefined, `${deep}: ${fault}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new CallFault(106);
  }
};
