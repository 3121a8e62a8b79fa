import type { Faulty } from './faulty.ts';

/** One text of an error, and another that means about the same. */
const WORDINGS = [
  { id: 'text-106-worded', requirement: 'errors.text-106', text: 'Parameter(s) error', other: 'Bad parameter' },
  { id: 'text-109-worded', requirement: 'errors.text-109', text: 'Too many authorization attempts', other: 'Wait' },
  { id: 'text-112-worded', requirement: 'errors.text-112', text: 'Not found', other: 'There is no such thing' },
  { id: 'text-116-worded', requirement: 'errors.text-116', text: 'Timeout occurred', other: 'Too late' },
  { id: 'text-117-worded', requirement: 'errors.text-117', text: 'Not allowed', other: 'Forbidden' },
  { id: 'text-405-worded', requirement: 'errors.text-405', text: 'Method Not Allowed', other: 'Use POST' },
] as const;

/** Controllers that say over HTTP what is meant, and not in the words or the form in which it is said. */
export const OF_TEXTS: readonly Faulty[] = [
  ...WORDINGS.map(
    ({ id, requirement, text, other }) =>
      ({
        id,
        spoils: `"${text}" reads "${other}"`,
        caughtBy: [requirement],
        how: () => ({
          http: (returning) => {
            returning.body = returning.body.replace(`"errorText":"${text}"`, `"errorText":"${other}"`);
          },
        }),
      }) satisfies Faulty,
  ),
  {
    id: 'json-called-text',
    spoils: 'answers over HTTP say that they are plain text',
    caughtBy: ['http.json-answers'],
    how: () => ({
      http: (returning) => {
        if (returning.headers['content-type']?.startsWith('application/json')) {
          returning.headers['content-type'] = 'text/plain; charset=utf-8';
        }
      },
    }),
  },
];
