import { type Instant, minutes, TWIN_LIMITS, toIso } from '../twin/index.ts';

const MADE_UP_FOR = TWIN_LIMITS.madeUpForSeconds.value / 60;

/** What the operator is told when nothing was done between two instants, whether the process ran or not. */
export const wasAway = (since: Instant, until: Instant): string =>
  `nothing was done from ${toIso(since)} to ${toIso(until)}: what waited goes on now; a time of day that passed more than ${MADE_UP_FOR} minutes ago is missed, which the runs of its automation say`;

/** Whether that was so long that it is worth a word at a start. */
export const isWorthAWord = (since: Instant, until: Instant): boolean => until - since > minutes(MADE_UP_FOR);
