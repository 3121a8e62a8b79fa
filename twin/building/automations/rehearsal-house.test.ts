import { of, Subject } from 'rxjs';
import { Agenda, type AgendaState } from '../../agenda.ts';
import type { Backend, Report } from '../../backend.ts';
import type { Instant } from '../../clock/clock.ts';
import { later, milliseconds, RANK } from '../../clock/clock.ts';
import { VirtualClock } from '../../clock/virtual-clock.ts';
import { createTwin } from '../../create-twin.ts';
import type { Cause, Cid, Content, Value } from '../../data-entry.ts';
import type { Kind } from '../../kind.ts';
import { boolean } from '../../stages/boolean.ts';
import type { Twin, TwinState } from '../../twin.ts';
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
  state(): RehearsalState;
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

/** How a rehearsal begins; left out: in Berlin, with everything at 0. */
export interface Rehearsal {
  readonly place?: House['place'];
  readonly timeZone?: string;
  /** Nothing has been reported yet. */
  readonly silent?: boolean;
  /** Devices report while they are being commanded, not a moment later. */
  readonly prompt?: boolean;
  /** So many seconds from the start, devices take commands and report nothing. */
  readonly deafFor?: number;
  readonly state?: RehearsalState;
}

/** A rehearsal house between two instants. */
export interface RehearsalState {
  readonly now: Instant;
  readonly twin: TwinState;
  /** What devices are about to answer. */
  readonly answers: AgendaState<Report>;
}

export function rehearsalHouse(start = '2026-06-01T10:00:00Z', rehearsal: Rehearsal = {}): RehearsalHouse {
  const {
    place = HOUSE.place,
    timeZone = HOUSE.timeZone,
    silent = false,
    prompt = false,
    deafFor = 0,
    state,
  } = rehearsal;
  const clock = new VirtualClock(state?.now ?? (Date.parse(start) as Instant));
  const journal: string[] = [];
  const reports = new Subject<Report>();
  const answers = new Agenda<Report>(clock, RANK.hardware, (report) => reports.next(report));
  if (state !== undefined) answers.resume(state.answers);
  const backend: Backend = {
    name: 'stage',
    repeatable: true,
    reports,
    link: new Subject(),
    write: ({ cid, property }, content) => {
      const answer = { cid, property, content };
      if (prompt) reports.next(answer);
      else if (clock.now() >= Date.parse(start) + deafFor * 1_000)
        answers.add(later(clock.now(), milliseconds(50)), answer);
      return of({ ok: true });
    },
    close: async () => undefined,
  };
  const twin = createTwin({
    house: { ...HOUSE, place, timeZone },
    kinds: new Map(KINDS.map((kind) => [kind.type, kind])),
    clock,
    backends: [backend],
    journal: { append: (line) => journal.push(line) },
    ...(state === undefined ? {} : { state: state.twin }),
  });
  if (state === undefined && !silent) for (const point of POINTS) reports.next({ ...point, content: 0 });
  return {
    clock,
    twin,
    journal,
    state: () =>
      structuredClone({ now: clock.standsAt, twin: twin.state(), answers: answers.state() }) satisfies RehearsalState,
    says: (cid, property, content) => {
      clock.now();
      reports.next({ cid, property, content, byHand: true });
    },
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

const POINTS = [
  { cid: 'C1', property: 'state' },
  { cid: 'C2', property: 'state' },
  { cid: 'C3', property: 'motion' },
  { cid: 'C4', property: 'speed' },
  { cid: 'C5', property: 'position' },
] as const;
