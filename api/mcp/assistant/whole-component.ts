import type { Catalogue, Described } from './catalogue.ts';
import type { HouseReader } from './house-reader.ts';
import { roomName } from './told.ts';

/** All that is known of a component, with what each of its properties is. */
export const wholeComponent = async (house: HouseReader, catalogue: Catalogue, component: Described) => {
  const { cid, name, category, type, rooms, properties } = component;
  const entries = await house.present(component);
  return {
    cid,
    name,
    category,
    type,
    rooms: rooms.map((id) => ({ id, name: roomName(catalogue, id) })),
    data: entries.map((entry, index) => {
      const { property: _, unit = null, ...described } = properties[index] ?? {};
      return { ...entry, unit, ageSeconds: house.ageOf(entry.lastUpdate), ...described };
    }),
  };
};
