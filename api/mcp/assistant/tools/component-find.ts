import { type Static, Type } from '@sinclair/typebox';
import type { Catalogue, Described } from '../catalogue.ts';
import { fold, nearest, rankOf, soundsLike } from '../names.ts';
import type { PresentEntry } from '../records.ts';
import { Reference, roomOf, unknown, zoneOf } from '../references.ts';
import { PageInput, PageOutput, pageOf, Records, strict, toldComponent, without } from '../told.ts';
import { defineTool, type ToolWork } from '../tool.ts';

const Input = strict({
  query: Type.Optional(Type.String({ description: 'name or a part of it' })),
  room: Type.Optional(Reference),
  zone: Type.Optional(Reference),
  type: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  unreachable: Type.Optional(Type.Boolean({ description: 'only these (true) or the others' })),
  silentSeconds: Type.Optional(Type.Integer({ minimum: 0, description: 'nothing reported for so long' })),
  ...PageInput,
});
type Input = Static<typeof Input>;

export const componentFind = defineTool({
  name: 'component_find',
  means:
    'Finds components (devices) by name, room, zone, type (dimmer …) or category (lighting …), each with its present values.',
  effect: 'reads',
  input: Input,
  output: strict({ components: Records, ...PageOutput }),
  run: async (work, input) => {
    const { house } = work;
    const catalogue = await house.catalogue();
    const { found, remarks } = byName(described(catalogue, input), input.query);
    const kept = await byState(work, found, input);
    const page = pageOf(kept.components, input, [
      ...remarks,
      ...without(kept.components.filter(({ rooms }) => rooms.length === 0).length, 'room'),
    ]);
    const data = kept.data ?? (await house.presentOf(page.items));
    const components = page.items.map((one) => toldComponent(house, catalogue, one, data.get(one.cid) ?? []));
    return { components, total: page.total, leftOut: page.leftOut };
  },
});

/** Those that are what, and where, the input says. */
const described = (catalogue: Catalogue, { room, zone, type, category }: Input): readonly Described[] => {
  const all = [...catalogue.components.values()];
  const rooms = room === undefined ? undefined : [roomOf(catalogue, room).id];
  const inZone = zone === undefined ? undefined : roomsOfZone(catalogue, zoneOf(catalogue, zone).id);
  const ofType = type === undefined ? undefined : wordOf('type', type, new Set(all.map((one) => one.type)));
  const inCategory =
    category === undefined ? undefined : wordOf('category', category, new Set(all.map((one) => one.category)));
  return all.filter(
    (one) =>
      (rooms === undefined || one.rooms.some((id) => rooms.includes(id))) &&
      (inZone === undefined || one.rooms.some((id) => inZone.includes(id))) &&
      (ofType === undefined || one.type === ofType) &&
      (inCategory === undefined || one.category === inCategory),
  );
};

const roomsOfZone = ({ rooms }: Catalogue, zone: number): readonly number[] =>
  [...rooms.values()].filter(({ zones }) => zones.includes(zone)).map(({ id }) => id);

const wordOf = (noun: string, asked: string, words: ReadonlySet<string>): string => {
  const found = [...words].find((word) => fold(word) === fold(asked));
  if (found !== undefined) return found;
  const near = nearest(asked, words);
  throw unknown(noun, asked, near.length > 0 ? near : [...words].slice(0, 12), noun);
};

/** The best first. If nothing has the name, what sounds like it. */
const byName = (
  all: readonly Described[],
  query: string | undefined,
): { found: readonly Described[]; remarks: readonly string[] } => {
  const question = fold(query ?? '');
  if (question === '') return { found: all, remarks: [] };
  const ranked = all.flatMap((one) => {
    const rank = rankOf(question, one.folded);
    return rank === undefined ? [] : [{ one, rank }];
  });
  if (ranked.length > 0) {
    return { found: ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one), remarks: [] };
  }
  const similar = all.filter(({ folded }) => soundsLike(question, folded));
  if (similar.length > 0) return { found: similar, remarks: [`nothing is called '${query}': these sound like it`] };
  const near = nearest(
    query ?? '',
    all.map(({ name }) => name),
  );
  const meant = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return { found: [], remarks: [`nothing is called '${query}'${meant}`] };
};

/** Those whose values are as the input says; with the values, if they had to be looked at. */
const byState = async (
  { house }: ToolWork,
  found: readonly Described[],
  { unreachable, silentSeconds }: Input,
): Promise<{ components: readonly Described[]; data?: ReadonlyMap<string, readonly PresentEntry[]> }> => {
  if (unreachable === undefined && silentSeconds === undefined) return { components: found };
  const data = await house.presentOf(found);
  const components = found.filter(({ cid }) => {
    const entries = data.get(cid) ?? [];
    if (unreachable !== undefined && isUnreachable(entries) !== unreachable) return false;
    return (
      silentSeconds === undefined ||
      entries.every((entry) => (house.ageOf(entry.lastUpdate) ?? Infinity) >= silentSeconds)
    );
  });
  return { components, data };
};

export const isUnreachable = (entries: readonly PresentEntry[]): boolean =>
  entries.some(({ property, value }) => property === 'reachable' && value === false);
