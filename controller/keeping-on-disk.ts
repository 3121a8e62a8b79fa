import type { Instant, SystemClock } from '../twin/index.ts';
import { openDataFolder } from './data-folder.ts';
import { FileJournal } from './journal/file-journal.ts';
import type { Journal } from './journal/journal.ts';
import { type JournalLimits, limitsOf } from './journal/journal-limits.ts';
import type { FoundHouse, Keeping } from './keeping.ts';
import {
  keepCheckpoint,
  keepDescription,
  keepScenario,
  readCheckpoint,
  readDescription,
  readIdentity,
  readScenario,
} from './kept-house.ts';

export interface KeepOnDiskOptions {
  readonly realClock: SystemClock;
  say(line: string): void;
  /** How much of the journal is kept; left out: as much as there is by default. */
  readonly journal?: JournalLimits | undefined;
}

/** A house in a data folder. Throws a `Refusal` for a folder that cannot be used. */
export const keepOnDisk = async (path: string, options: KeepOnDiskOptions): Promise<Keeping> => {
  const { realClock, say, journal: kept = {} } = options;
  const folder = await openDataFolder(path, say);
  const find = (): FoundHouse | undefined => {
    const identity = readIdentity(folder);
    if (identity === undefined) return undefined;
    const checkpoint = readCheckpoint(folder, identity.epoch);
    const noted = folder.position.read(identity.epoch) ?? identity.start;
    return {
      identity,
      checkpoint,
      scenario: readScenario(folder, identity.epoch),
      position: Math.max(noted, checkpoint?.now ?? identity.start) as Instant,
    };
  };
  let found: FoundHouse | undefined;
  try {
    found = find();
  } catch (error) {
    await folder.close();
    throw error;
  }

  return {
    where: path,
    certificate: folder.certificate,
    store: folder.controller,
    found,
    journal: (epoch, news) =>
      new FileJournal({
        ...{ folder: folder.journal, epoch, clock: realClock, news, limits: limitsOf(kept) },
        checkpoint: (found?.identity.epoch === epoch ? found.checkpoint?.sequence : undefined) ?? 0,
      }),
    limitJournal: (journal, limits) => onDisk(journal).limit(limitsOf(limits)),
    linesAfter: (journal, sequence) => onDisk(journal).linesAfter(sequence),
    prepare: (identity, scenario) => keepScenario(folder.twin, identity.epoch, scenario),
    describe: ({ identity: { epoch }, description }, scenario) =>
      keepDescription(folder.twin, { epoch, after: description }, scenario),
    described: (epoch, description) => readDescription(folder.twin, epoch, description),
    async checkpoint({ identity: { epoch }, scenario, description, clock, twin, simulator }, journal) {
      const now = clock.standsAt;
      const { sequence } = twin;
      const state = { twin: twin.state(), simulator: simulator.state() };
      onDisk(journal).sync();
      await keepCheckpoint(folder.twin, { checkpoint: { epoch, now, sequence, ...state }, scenario, description });
      onDisk(journal).checkpointed(sequence);
    },
    note: (epoch, now) => folder.position.note(epoch, now),
    close: () => folder.close(),
  };
};

const onDisk = (journal: Journal): FileJournal => {
  if (!(journal instanceof FileJournal)) throw new TypeError('this journal is not on disk');
  return journal;
};
