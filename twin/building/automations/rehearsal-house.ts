import { of, Subject } from 'rxjs';
import type { Backend, Report } from '../../backend.ts';
import type { Instant } from '../../clock/clock.ts';
import { seconds } from '../../clock/clock.ts';
import { VirtualClock } from '../../clock/virtual-clock.ts';
import { createTwin } from '../../create-twin.ts';
import type { Cause, Cid, Content, Value } from '../../data-entry.ts';
import type { Kind } from '../../kind.ts';
import { boolean } from '../../stages/boolean.ts';
import type { Twin } from '../../twin.ts';
import type { ComponentRecord, House } from '../house.ts';
import type { AutomationRecord } from './automation.ts';

const yesOrNo = (commandable: boolean) => ({
  means: 'Yes or no.',
  quantity: 'state',
  unit: null,
  content: { type: 'integer', minimum: 0, maximum: 1 } as const,
  value: { type: 'boolean' } as const,
  stages: [boolean()],
  commandable,
});

const number = (commandable: boolean) => ({
  means: 'A number.',
  quantity: 'number',
  unit: null,
  content: { type: 'number', minimum: -1_000, maximum: 1_000 } as const,
  value: { type: 'number', minimum: -1_000, maximum: 1_000 } as const,
  stages: [],
  commandable,
});

const KINDS: readonly Kind[] = [
  { type: 'lamp', category: 'lighting', means: 'A lamp.', properties: { state: yesOrNo(true) } },
  { type: 'motion', category: 'sensor', means: 'A motion sensor.', properties: { motion: yesOrNo(false) } },
  { type: 'wind', category: 'sensor', means: 'An anemometer.', properties: { speed: number(false) } },
  { type: 'awning', category: 'shading', means: 'An awning.', properties: { position: number(true) } },
];

const component = (cid: Cid, type: string): ComponentRecord => ({
  cid,
  name: `${type} ${cid}`,
  category: 'test',
  type,
  rooms: [],
  backend: 'stage',
});

const HOUSE: House = {
  name: 'Rehearsal',
  timeZone: 'Europe/Berlin',
  place: { latitude: 52.52, longitude: 13.405 },
  components: [
    component('C1', 'lamp'),
    component('C2', 'lamp'),
    component('C3', 'motion'),
    component('C4', 'wind'),
    component('C5', 'awning'),
  ],
  rooms: [],
  zones: [],
  scenes: [
    {
      id: 1,
      name: 'Both lamps',
      rooms: [],
      steps: [
        { cid: 'C1', property: 'state', value: true },
        { wait: 10 },
        { cid: 'C2', property: 'state', value: true },
      ],
    },
  ],
};

/** A house whose devices answer at once, for stories about what an owner has laid down. */
export interface RehearsalHouse {
  readonly clock: VirtualClock;
  readonly twin: Twin;
  readonly journal: readonly string[];
  /** A device reports by itself. */
  says(cid: Cid, property: string, content: Content): void;
  /** Somebody asks for a value. */
  asks(cid: Cid, property: string, value: Value): void;
  value(cid: Cid, property: string): Value | null | undefined;
  /** Seconds pass. */
  passes(count: number): void;
  until(iso: string): void;
  add(automation: Partial<Omit<AutomationRecord, 'id'>>): number;
}

const OWNER: Cause = { by: 'user', user: 'admin', call: 'addAutomation' };

export function rehearsalHouse(start = '2026-06-01T10:00:00Z', onlyReports = false): RehearsalHouse {
  const clock = new VirtualClock(Date.parse(start) as Instant);
  const journal: string[] = [];
  const reports = new Subject<Report>();
  const backend: Backend = {
    name: 'stage',
    reports,
    link: new Subject(),
    write: ({ cid, property }, content) => {
      if (!onlyReports) clock.after(seconds(0.05)).subscribe(() => reports.next({ cid, property, content }));
      return of({ ok: true });
    },
    close: async () => undefined,
  };
  const kinds = new Map(KINDS.map((kind) => [kind.type, kind]));
  const twin = createTwin({
    house: HOUSE,
    kinds,
    clock,
    backends: [backend],
    journal: { append: (line) => journal.push(line) },
  });
  for (const [cid, property] of [
    ['C1', 'state'],
    ['C2', 'state'],
    ['C3', 'motion'],
    ['C4', 'speed'],
    ['C5', 'position'],
  ] as const) {
    reports.next({ cid, property, content: 0 });
  }
  return {
    clock,
    twin,
    journal,
    says: (cid, property, content) => reports.next({ cid, property, content }),
    asks: (cid, property, value) =>
      void twin.command({ cid, property, value, cause: { by: 'user', user: 'resident', call: 'componentUpdate' } }),
    value: (cid, property) => twin.components.get(cid)?.entry(property)?.value,
    passes: (count) => void clock.advanceTo((clock.now() + count * 1_000) as Instant),
    until: (iso) => void clock.advanceTo(Date.parse(iso) as Instant),
    add: (automation) => {
      const record = {
        name: 'a rule',
        enabled: true,
        mode: 'single',
        triggers: [],
        conditions: [],
        actions: [],
        ...automation,
      } as const;
      const outcome = twin.configure({ collection: 'automations', action: 'add', record }, OWNER);
      if (!outcome.ok) throw new Error(`${outcome.field}: ${outcome.reason}`);
      return Number(outcome.id);
    },
  };
}
