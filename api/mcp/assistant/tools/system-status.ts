import { Type } from '@sinclair/typebox';
import { toIso } from '../../../../twin/index.ts';
import type { Catalogue, Described } from '../catalogue.ts';
import type { HouseReader } from '../house-reader.ts';
import { isAlarm } from '../is-alarm.ts';
import type { PresentEntry, Skill } from '../records.ts';
import { Record, Records, roomName, strict } from '../told.ts';
import { defineTool } from '../tool.ts';
import { isUnreachable } from './component-find.ts';

export const systemStatus = defineTool({
  name: 'system_status',
  means:
    "The controller, the house's time, counts, alarms that are on, devices that cannot be reached, and whether this token may only read.",
  effect: 'reads',
  input: strict({}),
  output: strict({
    controller: Record,
    time: Type.String(),
    readOnly: Type.Boolean(),
    counts: Record,
    alarms: Records,
    unreachable: Records,
    leftOut: Type.String(),
  }),
  run: async ({ house, context }) => {
    const [catalogue, versions, skills] = await Promise.all([
      house.catalogue(),
      house.ask<object>('getVersion'),
      house.ask<readonly Skill[]>('getSkills'),
    ]);
    const found = await troubles(house, catalogue);
    return {
      controller: {
        ...context.controller,
        versions,
        skillsOff: skills.filter((one) => !one.enabled).map(({ id }) => id),
      },
      time: toIso(context.clock.now()),
      readOnly: context.readOnly(),
      counts: countsOf(catalogue),
      ...found,
    };
  },
});

export const countsOf = ({ components, rooms, zones, scenes }: Catalogue) => ({
  components: components.size,
  rooms: rooms.size,
  zones: zones.size,
  scenes: scenes.size,
});

/** Alarms that are on, and devices that cannot be reached. */
export const troubles = async (house: HouseReader, catalogue: Catalogue) => {
  const components = [...catalogue.components.values()];
  const data = await house.presentOf(components);
  const unreachable = components.filter(({ cid }) => isUnreachable(data.get(cid) ?? []));
  const silent = components.filter(({ cid }) => (data.get(cid) ?? []).every(({ lastUpdate }) => lastUpdate === null));
  const alarms = components.flatMap((one) => alarmsOf(house, catalogue, one, data.get(one.cid) ?? []));
  const shown = unreachable.slice(0, SHOWN);
  return {
    alarms,
    unreachable: shown.map(({ cid, name, type, rooms }) => ({
      cid,
      name,
      type,
      rooms: rooms.map((id) => roomName(catalogue, id)),
    })),
    leftOut: `${shown.length} of ${unreachable.length} unreachable; ${silent.length} have never reported anything`,
  };
};

const alarmsOf = (
  house: HouseReader,
  catalogue: Catalogue,
  { cid, name, rooms, properties }: Described,
  entries: readonly PresentEntry[],
) =>
  entries
    .filter(({ property, value }) => value === true && isAlarm(properties.find((row) => row.property === property)))
    .map(({ property, lastUpdate }) => ({
      cid,
      name,
      property,
      rooms: rooms.map((id) => roomName(catalogue, id)),
      ageSeconds: house.ageOf(lastUpdate),
    }));

const SHOWN = 50;
