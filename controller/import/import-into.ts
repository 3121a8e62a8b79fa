import { columns } from '../command.ts';
import { counted } from '../counted.ts';
import { readFile } from '../read-file.ts';
import { Refusal } from '../refusal.ts';
import { continued } from './continued.ts';
import type { ImportRequest, ImportSource } from './import-source.ts';
import { mayWrite, writeWhole } from './output-file.ts';
import { readPrevious } from './previous.ts';
import type { Proposal } from './proposal.ts';
import { writeProposal } from './write-proposal.ts';

/** The largest earlier proposal or configuration that is read. */
const MOST_BYTES = 32 * 1024 * 1024;

export interface ImportOutcome {
  /** What an import is for: on standard output unless it went to a file. */
  readonly text: string;
  /** What somebody who watches wants to know. */
  readonly summary: string;
}

/** Reads from a source, compares with what was there before, and writes the proposal to `--output` if that was said. */
export const importInto = async (
  source: ImportSource,
  request: ImportRequest,
  { isForced, isDry }: { readonly isForced: boolean; readonly isDry: boolean },
): Promise<ImportOutcome> => {
  const output = request.values.get('output');
  if (output !== undefined && !isDry) mayWrite(output, isForced);
  const imported = await source.read(request);
  const before = request.values.get('previous');
  const { proposal, difference } =
    before === undefined || imported.difference !== undefined
      ? { proposal: imported.proposal, difference: imported.difference ?? [] }
      : continued(imported.proposal, previousIn(before, request.bus), imported.placesOf);
  const isCompared = before !== undefined;
  const text = writeProposal(proposal, {
    advice: [
      'Review it, and take it into your controller.yaml; "twinhaus check" says what is wrong then.',
      ...imported.advice,
    ],
    difference,
  });
  const summary = [
    ...(isDry ? [summaryOf(proposal)] : []),
    ...(isCompared && difference.length === 0 ? ['Nothing is different from before.'] : []),
    ...(isCompared && difference.length > 0
      ? ['Different from before:', ...difference.map((line) => `  ${line}`)]
      : []),
    ...(isDry ? listed(proposal) : []),
    countsOf(proposal, isDry ? 'Nothing was written.' : output === undefined ? '' : `Written to ${output}.`),
  ];
  if (output !== undefined && !isDry) writeWhole(output, text);
  return { text, summary: `${summary.join('\n')}\n` };
};

const previousIn = (file: string, bus: string) => {
  const previous = readPrevious(readFile(file, MOST_BYTES).toString('utf8'), bus);
  if (typeof previous === 'string') throw new Refusal(`${file}: ${previous}`);
  return previous;
};

const summaryOf = ({ components, rooms }: Proposal): string => {
  const counts = new Map<string, number>();
  for (const { type } of components) counts.set(type, (counts.get(type) ?? 0) + 1);
  const rows = [...counts].map(([type, count]) => [`  ${type}`, String(count)]);
  return [...(rows.length > 0 ? ['Components:', ...columns(rows)] : []), `Rooms: ${rooms.length}`].join('\n');
};

const listed = ({ unplaced, doubts }: Proposal): readonly string[] => [
  ...(unplaced.length > 0 ? ['Without a place:', ...unplaced.map(({ what, why }) => `  ${what}: ${why}`)] : []),
  ...doubts.map((doubt) => `Look at this twice: ${doubt}`),
];

const countsOf = ({ source, components, rooms, unplaced }: Proposal, what: string): string =>
  `${source}: ${counted(components.length, 'component')} in ${counted(rooms.length, 'room')}; ${unplaced.length} without a place. ${what}`.trim();
