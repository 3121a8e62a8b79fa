import { Refusal } from '../refusal.ts';
import { sequenceOf } from './journal.ts';
import type { JournalFolder, Part } from './journal-folder.ts';
import { linesOf } from './lines-of.ts';

/** The lines of parts after number `sequence`. Throws a `Refusal` if one is damaged or missing. */
export async function* linesAfter(
  folder: JournalFolder,
  parts: readonly Part[],
  sequence: number,
): AsyncIterable<string> {
  const damaged = ({ first, packed }: Part): Refusal =>
    new Refusal(
      `${folder.file(first, packed)} is damaged, and what happened last stands there: put a copy of the whole folder back, or name another folder`,
    );
  let next = Math.max(1, sequence);
  for (const [index, part] of parts.entries()) {
    if ((parts[index + 1]?.first ?? Number.POSITIVE_INFINITY) <= next) continue;
    for await (const line of linesOf(folder.read(part), () => damaged(part))) {
      const number = sequenceOf(line);
      if (number < next) continue;
      if (number !== next || !line.endsWith('}')) throw damaged(part);
      next += 1;
      if (number > sequence) yield line;
    }
  }
  if (next <= sequence) {
    throw new Refusal(
      `${folder.path} ends before line ${sequence}, which happened: put a copy of the whole folder back, or name another folder`,
    );
  }
}
