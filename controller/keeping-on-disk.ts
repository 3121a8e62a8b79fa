import type { Instant, SystemClock } from '../twin/index.ts';
import { openDataFolder } from './data-folder.ts';
import { FileJournal } from './journal/file-journal.ts';
import type { Journal } from './journal/journal.ts';
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

/** A house in a data folder. Throws a `Refusal` for a folder that cannot be used. */
export const keepOnDisk = async (
  path: string,
  realClock: SystemClock,
  say: (line: string) => void,
): Promise<Keeping> => {
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
    journal: (epoch, news) => new FileJournal({ folder: folder.journal, epoch, clock: realClock, news }),
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
    },
    note: (epoch, now) => folder.position.note(epoch, now),
    close: () => folder.close(),
  };
};

const onDisk = (journal: Journal): FileJournal => {
  if (!(journal instanceof FileJournal)) throw new TypeError('this journal is not on disk');
  return journal;
};
