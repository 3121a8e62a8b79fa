/** The languages of error texts. */
export type Language = 'en' | 'de' | 'fr' | 'it';

/** Codes of the closed table (specification, "Error codes"). */
export type ErrorCode = 106 | 109 | 110 | 112 | 116 | 117 | 122 | 137;

/** The caller's mistake or the controller's refusal: a row of the table, thrown by calls, turned into an answer by the gate. */
export class CallFault extends Error {
  override readonly name = 'CallFault';
  readonly code: ErrorCode;
  /** Whole seconds, with 109 only. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, retryAfter?: number) {
    super(`error ${code}`);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Body of every refused call. */
export interface ErrorBody {
  readonly errorCode: ErrorCode;
  readonly errorText: string;
  readonly retryAfter?: number;
}
