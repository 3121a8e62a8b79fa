import type { Observation } from '../observation.ts';
import { givesUpInTime } from './gives-up-in-time.ts';
import { keepsItsSession } from './keeps-its-session.ts';
import { readsContentAndValue } from './reads-content-and-value.ts';
import { returnsAfterGap } from './returns-after-gap.ts';
import { survivesUnknownFields } from './survives-unknown-fields.ts';
import { waitsForStateChange } from './waits-for-state-change.ts';
import { waitsOutLockouts } from './waits-out-lockouts.ts';

/** What a report of a client says, in this order. */
export const OBSERVATIONS: readonly Observation[] = [
  waitsForStateChange,
  waitsOutLockouts,
  returnsAfterGap,
  keepsItsSession,
  givesUpInTime,
  readsContentAndValue,
  survivesUnknownFields,
];
