import { Document, isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Proposal } from './proposal.ts';

/** What stands above the proposal besides. */
export interface Preface {
  /** How to take it over, a line each. */
  readonly advice: readonly string[];
  /** What is different from before, a line each. */
  readonly difference: readonly string[];
}

/** The proposal as YAML to review: sections of a `controller.yaml`, under a comment with everything that found no place. */
export const writeProposal = (proposal: Proposal, { advice, difference }: Preface): string => {
  const { zones, rooms, components, source, unplaced, doubts } = proposal;
  const document = new Document({
    ...(zones.length > 0 ? { zones } : {}),
    ...(rooms.length > 0
      ? { rooms: rooms.map(({ zones: in_, ...room }) => (in_.length > 0 ? { ...room, zones: in_ } : room)) }
      : {}),
    components: components.map(({ rooms: in_, ...component }) => {
      const { points, ...head } = component;
      return { ...head, ...(in_.length > 0 ? { rooms: in_ } : {}), points };
    }),
  });
  for (const section of ['zones', 'rooms']) rowsOf(document, section).forEach(inOneLine);
  for (const component of rowsOf(document, 'components')) {
    inOneLine(component.get('rooms', true));
    const points = component.get('points', true);
    if (isMap(points)) for (const { value } of points.items) inOneLine(value);
  }
  const lines = [
    `Proposal made from ${source}.`,
    ...advice,
    ...listed('Look at this twice:', doubts),
    ...listed('Different from before:', difference),
    ...listed(
      `Without a place (${unplaced.length}):`,
      unplaced.map(({ what, why }) => `${what}: ${why}`),
    ),
  ];
  const head = lines.map((line) => `# ${oneLine(line)}`.trimEnd()).join('\n');
  return `${head}\n${document.toString({ lineWidth: 0, flowCollectionPadding: true })}`;
};

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

/** A comment ends with its line, whatever a name holds. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');

const rowsOf = (document: Document, section: string): readonly YAMLMap[] => {
  const rows = document.get(section);
  return isSeq(rows) ? (rows as YAMLSeq).items.filter(isMap) : [];
};

const inOneLine = (node: unknown): void => {
  if (isMap(node) || isSeq(node)) node.flow = true;
};
