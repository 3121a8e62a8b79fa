import { days } from '../../twin/index.ts';
import { LIMITS } from './file-journal-options.ts';

/** How much of the journal its owner wants to keep. What a start needs is kept whatever they say. */
export interface JournalLimits {
  /** What is older goes; left out: nothing is too old. */
  readonly days?: number | undefined;
  /** Of 1 048 576 bytes on disk; left out: 4096. */
  readonly megabytes?: number | undefined;
}

/** The same in the units of the journal. */
export const limitsOf = ({ days: most, megabytes }: JournalLimits): Pick<typeof LIMITS, 'journal' | 'age'> => ({
  journal: megabytes === undefined ? LIMITS.journal : megabytes * MEGABYTE,
  age: most === undefined ? LIMITS.age : days(most),
});

const MEGABYTE = 1_048_576;
