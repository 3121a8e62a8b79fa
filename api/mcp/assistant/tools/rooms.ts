import { Type } from '@sinclair/typebox';
import { fold, rankOf } from '../names.ts';
import { Reference, zoneOf } from '../references.ts';
import { PageInput, PageOutput, pageOf, Records, strict, without } from '../told.ts';
import { toldRoom } from '../told-room.ts';
import { defineTool } from '../tool.ts';

export const roomList = defineTool({
  name: 'room_list',
  means: 'Rooms with their zones, how many components of each category are in them, and their scenes.',
  effect: 'reads',
  input: strict({
    query: Type.Optional(Type.String()),
    zone: Type.Optional(Reference),
    ...PageInput,
  }),
  output: strict({ rooms: Records, ...PageOutput }),
  run: async ({ house }, { query, zone, ...paging }) => {
    const catalogue = await house.catalogue();
    const question = fold(query ?? '');
    const inZone = zone === undefined ? undefined : zoneOf(catalogue, zone).id;
    const rooms = [...catalogue.rooms.values()].filter(
      ({ name, zones }) =>
        (question === '' || rankOf(question, fold(name)) !== undefined) &&
        (inZone === undefined || zones.includes(inZone)),
    );
    const roomless = [...catalogue.components.values()].filter((one) => one.rooms.length === 0).length;
    const page = pageOf(
      rooms,
      paging,
      without(roomless, 'room').map((said) => `of all components, ${said}`),
    );
    return {
      rooms: page.items.map((room) => toldRoom(catalogue, room)),
      total: page.total,
      leftOut: page.leftOut,
    };
  },
});

export const zoneList = defineTool({
  name: 'zone_list',
  means: 'Zones, such as floors, with the rooms that belong to each. A room may be in several zones or in none.',
  effect: 'reads',
  input: strict(PageInput),
  output: strict({ zones: Records, ...PageOutput }),
  run: async ({ house }, paging) => {
    const { rooms, zones } = await house.catalogue();
    const zoneless = [...rooms.values()].filter((room) => room.zones.length === 0).length;
    const page = pageOf(
      [...zones.values()],
      paging,
      without(zoneless, 'zone').map((said) => `of all rooms, ${said}`),
    );
    return {
      zones: page.items.map(({ id, name }) => ({
        id,
        name,
        rooms: [...rooms.values()]
          .filter((room) => room.zones.includes(id))
          .map((room) => ({ id: room.id, name: room.name })),
      })),
      total: page.total,
      leftOut: page.leftOut,
    };
  },
});
