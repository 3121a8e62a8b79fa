import type { Catalogue } from './catalogue.ts';
import type { Room } from './records.ts';

/** A room in one line of a list: where it belongs, and how much is in it. */
export const toldRoom = ({ components, scenes, zones }: Catalogue, { id, name, zones: inZones }: Room) => ({
  id,
  name,
  zones: inZones.map((zone) => zones.get(zone)?.name ?? `zone ${zone}`),
  components: countByCategory([...components.values()].filter(({ rooms }) => rooms.includes(id))),
  scenes: [...scenes.values()].filter(({ rooms }) => rooms.includes(id)).map((scene) => scene.name),
});

const countByCategory = (components: readonly { readonly category: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { category } of components) counts[category] = (counts[category] ?? 0) + 1;
  return counts;
};
