import type { EventFeed } from '../api/events.ts';
import type { Journal } from './journal/journal.ts';

/** Events that nobody hears of before the journal would survive the end of the process. */
export const durableEvents = (feed: EventFeed, journal: Journal): EventFeed => ({
  ...feed,
  listen: (deliver) =>
    feed.listen((batch) => {
      try {
        journal.commit();
      } catch {
        // It has happened all the same; the journal says that it is stuck, and the house stands still.
      }
      deliver(batch);
    }),
});
