/** How a question to a device ended. */
export type Answer =
  | { readonly ok: true; readonly values: readonly number[] }
  | { readonly ok: false; readonly exception: number }
  | { readonly ok: false; readonly why: 'silence' | 'offline' | 'closed' | 'replaced' | 'busy' | 'gone' };

/** Modbus Application Protocol 1.1b3, chapter 7. */
const EXCEPTIONS: { readonly [code: number]: string } = {
  1: 'it does not know such a request',
  2: 'it has no such address',
  3: 'it does not take such a value',
  4: 'it failed',
  5: 'it needs longer for that',
  6: 'it is busy',
  8: 'its memory is damaged',
  10: 'the gateway has no path to it',
  11: 'it does not answer the gateway',
};

const REASONS = {
  silence: 'does not answer',
  offline: 'cannot be asked: the line is not connected',
  closed: 'is not asked any more: the line was closed',
  replaced: 'was not told: a newer command took the place of this one',
  gone: 'was not told: its point was changed or taken out',
  busy: 'cannot be asked: too many commands wait for the line',
} as const;

/** A gateway answers in place of a device that is silent. */
export const isSilence = (answer: Answer): boolean =>
  !answer.ok && ('exception' in answer ? answer.exception === 10 || answer.exception === 11 : answer.why === 'silence');

/** Whether the device itself said something. */
export const isFromDevice = (answer: Answer): boolean => answer.ok || ('exception' in answer && !isSilence(answer));

/** Why a question to a unit has no answer, as a sentence. */
export const sentenceOf = (unit: number, answer: Exclude<Answer, { ok: true }>): string =>
  'exception' in answer
    ? `unit ${unit} refused: ${EXCEPTIONS[answer.exception] ?? 'it does not say why'} (exception ${answer.exception})`
    : `unit ${unit} ${REASONS[answer.why]}`;
