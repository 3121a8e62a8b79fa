import type { Catalogue, Described } from '../catalogue.ts';
import type { HouseReader } from '../house-reader.ts';
import { embedded, embeddedResource, type Prompt, type PromptWork, roomNames, text } from '../prompt.ts';
import { roomOf } from '../references.ts';
import { toldComponent } from '../told.ts';
import { componentChanges } from '../tools/component-changes.ts';
import { componentFind } from '../tools/component-find.ts';
import { countsOf, troubles } from '../tools/system-status.ts';

export const statusReport: Prompt = {
  name: 'status_report',
  title: 'Status report',
  means: 'A short report on the house, or on one room: what is on, open, unusual, or cannot be reached.',
  arguments: { room: { means: 'Only this room', names: roomNames } },
  write: async (work, { room }) => {
    const catalogue = await work.house.catalogue();
    const about =
      room === undefined
        ? await embeddedResource(work, 'service://components/all')
        : await embeddedResource(work, `service://rooms/${roomOf(catalogue, room).id}`);
    const state = { counts: countsOf(catalogue), ...(await troubles(work.house, catalogue)) };
    return [
      text(
        `Report on the state of ${room === undefined ? 'the house' : `the room ${room}`} in at most ten lines: first what needs attention (alarms, open windows and doors, devices that cannot be reached, values that are old for what they are), then lights and devices that are on, then warmth. Name rooms. Say how old a value is where it matters, and what the data does not tell. Change nothing.`,
      ),
      about,
      embedded('service://status', JSON.stringify(state)),
    ];
  },
};

export const energyReport: Prompt = {
  name: 'energy_report',
  title: 'Energy report',
  means: 'Where power comes from and goes to at present, and what could be saved.',
  arguments: {},
  write: async (work) => [
    text(
      'Report on energy: the balance of grid, solar panels, battery and house at this moment, the largest consumers in order, and what runs although nobody seems to need it. Power is in W, energy in kWh counted since the meter was installed: for a period take the difference with component_changes (component, property energy…, since). Negative power of a grid meter flows out. Suggest at most three savings with their size; change nothing.',
    ),
    await componentsWhere(
      work,
      ({ category, properties }) => category === 'energy' || properties.some(({ quantity }) => quantity === 'power'),
      'service://components/energy',
    ),
  ],
};

export const deviceCheck: Prompt = {
  name: 'device_check',
  title: 'Find devices that need care',
  means: 'Devices that cannot be reached or have said nothing for long.',
  arguments: { hours: { means: 'Silent for so many hours; 24 unless it is said' } },
  write: async (work, { hours }) => {
    const silentSeconds = Math.round((positive(hours) ?? 24) * 3_600);
    const { house } = work;
    const signal = new AbortController().signal;
    const find = { house, context: work.context, signal, progress: undefined, say: () => undefined };
    const [unreachable, silent] = await Promise.all([
      componentFind.run(find, { unreachable: true, limit: 50 }),
      componentFind.run(find, { silentSeconds, limit: 50 }),
    ]);
    return [
      text(
        `Which devices need care? unreachable: they do not answer, and their values are the last known ones. silent: no value for ${silentSeconds / 3_600} h, which is normal for what only reports changes (a window that nobody opens) and not for what measures. Group them by room and by probable cause (one device, a whole room, a whole bus), and say what to look at first.`,
      ),
      embedded('service://devices/check', JSON.stringify({ unreachable, silent })),
    ];
  },
};

export const absenceReview: Prompt = {
  name: 'absence_review',
  title: 'What happened while I was away',
  means: 'What has happened in the house in the last hours, in the order of importance.',
  arguments: { hours: { means: 'So many hours; 8 unless it is said' } },
  write: async (work, { hours }) => {
    const back = positive(hours) ?? 8;
    const signal = new AbortController().signal;
    const changes = await componentChanges.run(
      { house: work.house, context: work.context, signal, progress: undefined, say: () => undefined },
      { seconds: Math.max(1, Math.round(back * 3_600)), limit: 100 },
    );
    const { alarms, unreachable } = await troubles(work.house, await work.house.catalogue());
    return [
      text(
        `What happened in the last ${back} h? Begin with alarms, doors, windows, locks and movement, then what was switched and by whom or what, then the rest in one line. Below is the latest value of each property that was reported; for what is important look up the history with component_changes (component and property), which also tells the cause. Say what cannot be known.`,
      ),
      embedded('service://changes', JSON.stringify({ ...changes, alarms, unreachable })),
    ];
  },
};

const positive = (words: string | undefined): number | undefined => {
  const number = Number(words);
  return words !== undefined && Number.isFinite(number) && number > 0 ? Math.min(number, 8_760) : undefined;
};

/** The components that are meant, with their present values. */
export const componentsWhere = async ({ house }: PromptWork, isMeant: (component: Described) => boolean, uri: string) =>
  embedded(uri, JSON.stringify(await toldWhere(house, await house.catalogue(), isMeant)));

const toldWhere = async (house: HouseReader, catalogue: Catalogue, isMeant: (component: Described) => boolean) => {
  const all = [...catalogue.components.values()].filter(isMeant);
  const shown = all.slice(0, SHOWN);
  const data = await house.presentOf(shown);
  return {
    components: shown.map((one) => toldComponent(house, catalogue, one, data.get(one.cid) ?? [])),
    leftOut: `${shown.length} of ${all.length}`,
  };
};

const SHOWN = 100;
