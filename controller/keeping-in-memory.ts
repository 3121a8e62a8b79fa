import { makeCertificate } from './certificate.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import type { Keeping } from './keeping.ts';

/** A house that is gone when the program ends. */
export const keepInMemory = (): Keeping => ({
  where: 'in memory',
  certificate: makeCertificate(),
  store: null,
  found: undefined,
  journal: (_epoch, news) => new MemoryJournal(news),
  async *linesAfter() {},
  limitJournal() {},
  async prepare() {},
  describe: async ({ description }) => description + 1,
  described: () => undefined,
  async checkpoint() {},
  note() {},
  async close() {},
});
