import { crossing } from '../twin/building/sun.ts';
import {
  type AutomationRecord,
  between,
  type Duration,
  days,
  hours,
  type Instant,
  milliseconds,
  minutes,
} from '../twin/index.ts';
import { lamp, OWNER, type WiredHouse, wired } from './wired-house.ts';

export const NOON = Date.parse('2026-05-04T12:00:00Z') as Instant;

const set = (cid: string, value: boolean) => ({ do: 'set' as const, cid, property: 'state', value });
const rule = (triggers: AutomationRecord['triggers'], actions: AutomationRecord['actions']): AutomationRecord => ({
  ...{ id: 1, name: 'Rule', enabled: true, mode: 'single', conditions: [] },
  ...{ triggers, actions },
});
const at = (time: string) => rule([{ when: 'time', at: time }], [set('C1', true)]);
const asked = (actions: AutomationRecord['actions']) => rule([], actions);
const run = ({ controller }: WiredHouse) => void controller.life.twin.runAutomation(1, OWNER);

/** Something that is due while nobody is there. */
export interface Case {
  readonly what: string;
  readonly automation?: AutomationRecord;
  /** What is done before, of which something is still to come. */
  readonly before?: (house: WiredHouse) => void;
  /** From noon on. */
  readonly away: Duration;
  /** What is sent then. */
  readonly sent: readonly (readonly [cid: string, content: number])[];
  /** The results of the runs that the owner sees, the oldest first. */
  readonly runs: readonly string[];
}

const SUNSET = crossing(wired().house.place, NOON, 'sunset') as Instant;

/** What becomes of what was due while nobody was there. */
export const CASES: readonly Case[] = [
  {
    what: 'a time of day five minutes ago',
    automation: at('12:15'),
    away: minutes(20),
    sent: [['C1', 1]],
    runs: ['done'],
  },
  { what: 'a time of day an hour ago', automation: at('13:00'), away: hours(2), sent: [], runs: ['missed'] },
  {
    what: 'a time of day three days in a row, the last one four minutes ago',
    automation: at('13:00'),
    away: milliseconds(days(2) + minutes(64)),
    sent: [['C1', 1]],
    runs: ['missed', 'done'],
  },
  {
    what: 'a time of day that is still to come',
    automation: at('15:00'),
    away: hours(2),
    sent: [],
    runs: [],
  },
  {
    what: 'a sunset hours ago',
    automation: rule([{ when: 'sun', event: 'sunset' }], [set('C1', true)]),
    away: hours(10),
    sent: [],
    runs: ['missed'],
  },
  {
    what: 'a sunset only just',
    automation: rule([{ when: 'sun', event: 'sunset' }], [set('C1', true)]),
    away: milliseconds(between(NOON, SUNSET) + minutes(3)),
    sent: [['C1', 1]],
    runs: ['done'],
  },
  {
    what: 'a pause of a run',
    automation: asked([{ do: 'wait', seconds: 600 }, set('C1', false)]),
    before: run,
    away: days(1),
    sent: [['C1', 0]],
    runs: ['done'],
  },
  {
    what: 'many pauses, one after the other: the next one begins now',
    automation: asked([{ do: 'repeat', times: 100, actions: [{ do: 'wait', seconds: 60 }, set('C1', true)] }]),
    before: run,
    away: hours(1),
    sent: [['C1', 1]],
    runs: ['running'],
  },
  {
    what: 'the end of a wait for a condition that does not hold',
    automation: asked([
      { do: 'waitFor', condition: { if: 'value', cid: 'C2', property: 'state', is: true }, limit: 600 },
      set('C1', true),
    ]),
    before: run,
    away: hours(1),
    sent: [['C1', 1]],
    runs: ['done'],
  },
  {
    what: 'the end of a wait that a run gives up at',
    automation: asked([
      {
        ...{ do: 'waitFor', condition: { if: 'value', cid: 'C2', property: 'state', is: true }, limit: 600 },
        otherwise: 'stop',
      },
      set('C1', true),
    ]),
    before: run,
    away: hours(1),
    sent: [],
    runs: ['stopped'],
  },
  {
    what: 'a value that had to stay for a while',
    automation: rule([{ when: 'change', cid: 'C2', property: 'state', to: true, for: 600 }], [set('C1', true)]),
    before: (house) => {
      house.wire().say('C2', 0);
      house.wire().say('C2', 1);
    },
    away: hours(3),
    sent: [['C1', 1]],
    runs: ['done'],
  },
  {
    what: 'a wait of a scene: the next one begins now',
    before: ({ controller }) => void controller.life.twin.runScene(1, OWNER),
    away: hours(3),
    sent: [['C1', 1]],
    runs: [],
  },
];

/** The house that it happens in. */
export const scenarioOf = ({ automation }: Case) =>
  wired({
    components: [lamp('C1'), lamp('C2')],
    scenes: [
      {
        ...{ id: 1, name: 'Slow', rooms: [] },
        steps: [
          { wait: 600 },
          { cid: 'C1', property: 'state', value: true },
          { wait: 600 },
          { cid: 'C1', property: 'state', value: false },
        ],
      },
    ],
    ...(automation && { automations: [automation] }),
  });
