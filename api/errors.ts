import type { ErrorCode } from './error-code.ts';
import { LANGUAGES, type Language } from './languages/index.ts';

export type { ErrorCode, Language };

/** What an answer is written in when nobody asked for a language, or only for ones that are not there. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Where a code arose: while letting the caller in, or in the call itself. Decides the status of 106 alone. */
export type Stage = 'login' | 'call';

/** HTTP status of each code (specification, "HTTP status mapping"). */
export const STATUSES: { readonly [Code in ErrorCode]: { readonly [At in Stage]: number } } = {
  106: { login: 401, call: 400 },
  109: { login: 401, call: 401 },
  110: { login: 401, call: 401 },
  112: { login: 400, call: 400 },
  116: { login: 408, call: 408 },
  117: { login: 400, call: 400 },
  122: { login: 401, call: 401 },
  137: { login: 401, call: 401 },
};

/** The caller's mistake or the controller's refusal: a row of the table, thrown by calls, turned into an answer by the gate. */
export class CallFault extends Error {
  override readonly name = 'CallFault';
  readonly code: ErrorCode;
  /** Whole seconds, with 109 only. */
  readonly retryAfter: number | undefined;
  /** Where and why, in English: `steps[2].value: brightness cannot take this value`. */
  readonly detail: string | undefined;

  constructor(code: ErrorCode, retryAfter?: number, detail?: string) {
    super(`error ${code}`);
    this.code = code;
    this.retryAfter = retryAfter;
    this.detail = detail;
  }
}

/** Body of every refused call. */
export interface ErrorBody {
  readonly errorCode: ErrorCode;
  readonly errorText: string;
  readonly retryAfter?: number;
}

/** A refused call as a transport sends it. */
export interface Refusal {
  readonly ok: false;
  readonly status: number;
  readonly body: ErrorBody;
  /** A session that the credentials opened all the same. */
  readonly opened?: string;
}

export const errorBody = (code: ErrorCode, language: Language, retryAfter?: number, detail?: string): ErrorBody => {
  const text = LANGUAGES[language].errors[code];
  const errorText = detail === undefined ? text : `${text}: ${detail}`;
  return retryAfter === undefined ? { errorCode: code, errorText } : { errorCode: code, errorText, retryAfter };
};

export const refusal = (fault: CallFault, stage: Stage, language: Language): Refusal => ({
  ok: false,
  status: STATUSES[fault.code][stage],
  body: errorBody(fault.code, language, fault.retryAfter, fault.detail),
});

/** Answer to an HTTP method other than GET and POST. */
export const methodNotAllowed = (language: Language): Refusal => ({
  ok: false,
  status: 405,
  body: { errorCode: 117, errorText: LANGUAGES[language].methodNotAllowed },
});

/** The language that a tag such as `de` or `de-CH` asks for; `undefined` if it is not one of ours. */
export const languageOf = (tag: unknown): Language | undefined => {
  if (typeof tag !== 'string') return undefined;
  const primary = tag.split('-', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(LANGUAGES, primary) ? (primary as Language) : undefined;
};

/** The language that the header `accept-language` likes best (RFC 9110, 12.5.4); of equals, the first. */
export const negotiate = (acceptLanguage: string | undefined): Language => {
  if (!acceptLanguage) return DEFAULT_LANGUAGE;
  const quality = new Map<Language | '*', number>();
  for (const range of acceptLanguage.split(',', RANGES_MOST)) {
    const [tag = '', ...parameters] = range.split(';');
    const language = tag.trim() === '*' ? '*' : languageOf(tag);
    if (language !== undefined && !quality.has(language)) quality.set(language, qualityOf(parameters));
  }
  const others = quality.get('*') ?? 0;
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    if (!quality.has(language)) quality.set(language, others);
  }
  let best: Language = DEFAULT_LANGUAGE;
  let most = 0;
  for (const [language, liked] of quality) {
    if (language !== '*' && liked > most) [best, most] = [language, liked];
  }
  return best;
};

/** Ranges of one header that are looked at; no browser sends as many. */
const RANGES_MOST = 32;

const qualityOf = (parameters: readonly string[]): number => {
  for (const parameter of parameters) {
    const found = /^\s*q\s*=\s*(.*?)\s*$/i.exec(parameter);
    if (found) return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(found[1] ?? '') ? Number(found[1]) : 0;
  }
  return 1;
};
