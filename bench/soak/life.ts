import { COUNTERS, switches } from './building.ts';
import { Client } from './client.ts';
import type { CommandWatch } from './command-watch.ts';
import type { HouseProcess } from './house-process.ts';
import type { Look } from './laws.ts';
import type { Ledger } from './ledger.ts';
import type { SoakSettings } from './settings.ts';

/** What one life of the house is used with. */
export interface Use {
  readonly settings: SoakSettings;
  readonly ledger: Ledger;
  readonly watch: CommandWatch;
  /** The highest reading of each counter that the house has told. */
  readonly told: Map<string, number>;
  readonly stuck: string[];
  readonly dice: (sides: number) => number;
  /** One more bad thing happens on a bus. */
  trouble(): Promise<void>;
  /** The counters count. */
  count(): void;
  /** The clock of the machine goes on. */
  tick(house: HouseProcess): void;
  note(event: string, more?: object): void;
}

/** Uses a house for some time, in every way that there is; answers what was seen of its memory. */
export const live = async (
  house: HouseProcess,
  use: Use,
  { seconds, looksLeast }: { readonly seconds: number; readonly looksLeast: number },
): Promise<readonly Look[]> => {
  const { settings, ledger, watch, told, stuck, dice, note } = use;
  const client = new Client(house.http, settings.callWithin, (sentence) => stuck.push(sentence));
  const looks: Look[] = [];
  const begun = performance.now();
  /** On a busy machine the looks at memory may take their time; ten times as long is enough in any case. */
  const isOn = (): boolean => {
    const passed = (performance.now() - begun) / 1_000;
    return house.isAlive && (passed < seconds || (looks.length < looksLeast && passed < 10 * seconds));
  };
  /** Again and again, with pauses, until the life is over. A call that is under way then has had its chance. */
  const again = async (everyMs: number, work: () => void | Promise<void>): Promise<void> => {
    while (isOn()) {
      await work();
      await pause(everyMs);
    }
  };
  const way = () => (dice(2) === 0 ? 'http' : 'socket');
  await client.logIn();
  await Promise.all([
    again(200, () => use.tick(house)),
    again(200, () => use.count()),
    again(60, () => ledger.change(client, 'http', dice)),
    again(60, () => ledger.change(client, 'socket', dice)),
    again(80, async () => {
      const { cid } = switches[dice(switches.length)] ?? { cid: 'C1' };
      await client[way()]('componentUpdate', { cid, property: 'state', value: dice(2) === 0 });
    }),
    again(2_000, async () => {
      await client[way()]('executeScene', { id: 1 + dice(2) });
    }),
    again(150, async () => {
      for (const { cid, property } of COUNTERS) {
        const reply = await client.http('getComponentData', { cid, property });
        const value = reply.answered && reply.status === 200 ? (reply.body as { value: number | null }).value : null;
        if (value !== null) told.set(cid, Math.max(told.get(cid) ?? 0, value));
      }
    }),
    again(1_500, async () => {
      await client[way()]('getAllComponents', { withProperties: true, withMappings: false });
    }),
    again(1_000 + dice(1_000), () => use.trouble()),
    again(500, () => watch.look(performance.now())),
    again(5_000, async () => {
      note('buses', { buses: busesIn(await client.metrics()) });
    }),
    again(1_000 * settings.lookEvery, async () => {
      if (performance.now() - begun < 1_000 * settings.settled) return;
      const look = await house.look();
      if (look === null) return;
      looks.push(look);
      note('look', look);
    }),
  ]);
  client.close();
  return looks;
};

/** What was told before the last end is not forgotten. */
export const compareCounters = async (
  client: Client,
  told: ReadonlyMap<string, number>,
  lost: string[],
  when: string,
) => {
  for (const { cid, property } of COUNTERS) {
    const reply = await client.http('getComponentData', { cid, property });
    const value = reply.answered && reply.status === 200 ? ((reply.body as { value: number | null }).value ?? 0) : 0;
    const before = told.get(cid) ?? 0;
    if (value < before) lost.push(`${when}: ${cid} ${property} is ${value} and was told to be ${before}`);
  }
};

/** The lines about buses, shortened to what they say. */
const busesIn = (metrics: string): readonly string[] =>
  metrics
    .split('\n')
    .filter((line) => /^twinhaus_bus_(up|commands_waiting|commands_total)/.test(line))
    .map((line) => line.replace('twinhaus_bus_', ''));

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
