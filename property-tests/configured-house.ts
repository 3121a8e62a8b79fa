import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assemble } from '../controller/assemble.ts';
import type { Scenario } from '../controller/scenario/index.ts';
import { SIMULATOR } from '../hardware/simulator/index.ts';
import type { Cid, DataEntry, Instant } from '../twin/index.ts';
import type { Configuration, Member } from './models/configuration.ts';

/** The switch that nobody changes the rooms of, so that everybody sees it: what it reports comes after everything before it. */
export const MARKER = 'C7';

const SWITCHES: readonly { readonly cid: string; readonly rooms: readonly number[] }[] = [
  { cid: 'C1', rooms: [1] },
  { cid: 'C2', rooms: [2] },
  { cid: 'C3', rooms: [3] },
  { cid: 'C4', rooms: [1, 2] },
  { cid: 'C5', rooms: [3, 1] },
  { cid: 'C6', rooms: [] },
  { cid: MARKER, rooms: [] },
];

const MEMBERS: readonly Omit<Member, 'id' | 'password' | 'enabled' | 'remoteAccess'>[] = [
  { username: 'admin-one', group: 'admin', rooms: {}, scenes: {} },
  { username: 'admin-two', group: 'admin', rooms: {}, scenes: {} },
  // Shut out of a room that nothing is in.
  { username: 'resident', group: 'user', rooms: { 4: 'Off' }, scenes: {} },
  { username: 'guest', group: 'user', rooms: { 1: 'Off', 2: 'View only' }, scenes: { 2: 'Off' } },
  { username: 'visitor', group: 'user', rooms: { '*': 'Off', 3: 'Full' }, scenes: { '*': 'Off', 1: 'Full' } },
  { username: 'former', group: 'user', rooms: {}, scenes: {} },
];

/** As it is before anybody has changed anything; which skills there are is for the house to say. */
export function firstConfiguration(skills: readonly string[]): Configuration {
  const numbered = <Record>(records: readonly Record[], key: (record: Record) => number) =>
    new Map(records.map((record) => [key(record), record]));
  const byId = ({ id }: { readonly id: number }) => id;
  return {
    users: numbered(
      MEMBERS.map((member, index) => ({
        ...member,
        id: index + 1,
        password: `the password of ${member.username}`,
        enabled: member.username !== 'former',
        remoteAccess: false,
      })),
      byId,
    ),
    rooms: numbered(
      [1, 2, 3, 4].map((id) => ({ id, name: `Room ${id}`, zones: [1] })),
      byId,
    ),
    zones: numbered([{ id: 1, name: 'House' }], byId),
    scenes: numbered(
      [
        { id: 1, name: 'Scene 1', rooms: [1, 2], steps: [{ cid: 'C1', property: 'state', value: true }] },
        { id: 2, name: 'Scene 2', rooms: [], steps: [{ wait: 1 }, { cid: 'C6', property: 'state', value: false }] },
      ],
      byId,
    ),
    automations: numbered(
      [
        { do: 'set', cid: 'C2', property: 'state', value: true },
        { do: 'scene', scene: 2 },
      ].map((action, index) => ({
        id: index + 1,
        name: `Rule ${index + 1}`,
        enabled: true,
        mode: 'single',
        triggers: [{ when: 'change', cid: 'C1', property: 'state', to: true }],
        conditions: [],
        actions: [action],
      })),
      byId,
    ),
    components: new Map(
      SWITCHES.map(({ cid, rooms }) => [cid, { cid, name: `Switch ${cid}`, category: 'lighting', rooms }]),
    ),
    values: new Map(),
    skills: new Map(skills.map((id) => [id, true])),
    next: { users: 7, rooms: 5, zones: 2, scenes: 3, automations: 3 },
    sessions: new Map(),
  };
}

function scenario(): Scenario {
  const { users, rooms, zones, scenes, automations, components } = firstConfiguration([]);
  return {
    name: 'configured',
    seed: 1,
    house: {
      name: 'Configured',
      timeZone: 'Europe/Berlin',
      place: { latitude: 52.5, longitude: 13.4 },
      components: [...components.values()].map((thing) => ({
        ...thing,
        cid: thing.cid as Cid,
        type: 'switch',
        backend: SIMULATOR,
      })),
      rooms: [...rooms.values()],
      zones: [...zones.values()],
      scenes: [...scenes.values()] as Scenario['house']['scenes'],
      automations: [...automations.values()] as unknown as NonNullable<Scenario['house']['automations']>,
    },
    accounts: [...users.values()].map(({ id: _, ...account }) => account),
    devices: { rooms: {}, devices: {} },
  };
}

/** The same house as a file, which is YAML and so may be JSON. */
export function configuredScenario(): string {
  const { name, house, accounts } = scenario();
  const { components, name: called, ...rest } = house;
  const things = components.map(({ category: _, backend: __, ...thing }) => thing);
  return JSON.stringify({ name, house: called, ...rest, components: things, accounts });
}

/** The whole controller in this process, behind a listener; time stands still until it is driven. */
export interface ConfiguredHouse {
  readonly base: string;
  /** Begins anew; from now on `told` is called with everything that devices report. */
  begin(told: (entry: DataEntry) => void): Promise<void>;
  present(cid: string): unknown;
  /** Somebody presses a wall switch. */
  press(cid: string): void;
  advance(seconds: number): Promise<void>;
  /** Everything that went into the house and came out of it. */
  journal(): Promise<string>;
  close(): Promise<void>;
}

export async function configuredHouse(): Promise<ConfiguredHouse> {
  const controller = await assemble({
    speed: 0,
    start: Date.parse('2026-06-01T10:00:00Z') as Instant,
    load: async () => scenario(),
    log: {
      say: () => undefined,
      problem: (during, error) => assert.fail(`could not ${during}: ${String(error)}`),
    },
  });
  const server = createServer((req, res) => controller.handle(req, res, 'local'));
  server.on('upgrade', (req, socket, head) => controller.upgrade(req, socket, head, 'local'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const present = (cid: string) => controller.life.twin.components.get(cid)?.entry('state');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async begin(told) {
      await controller.control.reset({});
      controller.life.twin.entries.subscribe(told);
    },
    present: (cid) => present(cid)?.value,
    press: (cid) => controller.control.press({ cid, property: 'state', content: present(cid)?.value === true ? 0 : 1 }),
    async advance(seconds) {
      await controller.control.clock({ advance: seconds });
    },
    async journal() {
      const pieces: Buffer[] = [];
      for await (const piece of controller.control.journal()) pieces.push(Buffer.from(piece));
      return Buffer.concat(pieces).toString();
    },
    async close() {
      await controller.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
