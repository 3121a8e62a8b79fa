import type { Texts } from './texts.ts';

/** English: word for word as the specification shows it, where it does. */
export const en: Texts = {
  errors: {
    106: 'Parameter(s) error',
    109: 'Too many authorization attempts',
    110: 'User name or password wrong',
    112: 'Not found',
    116: 'Timeout occurred',
    117: 'Not allowed',
    122: 'User disabled',
    137: 'Remote access not enabled for this user',
  },
  methodNotAllowed: 'Method Not Allowed',
};
