import { type Fields, field, isFields } from '../clients/json.ts';
import type { Heard, Wire } from '../clients/wire.ts';
import { entryOf, type Lamp } from '../discovery/lamps.ts';
import { brief } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';

/** Long enough for an event that must not come. */
const SILENCE_MS = 1_000;
const FIELDS = ['cid', 'property', 'value', 'content', 'unit'];

/** What listeners are told. */
export const EVENTS: readonly Check[] = [
  {
    id: 'events.update',
    title: 'everybody who listens is told of a change, in the form of the interface',
    proves: [
      ...['event.update', 'event.list', 'event.fields', 'event.raw', 'event.everyone', 'event.agrees'],
      ...['event.cid', 'event.property', 'event.unit', 'event.content'],
    ],
    needs: ['switches'],
    async run(t) {
      const lamp = await t.lamp();
      const wires = [await t.readyWire(4), await t.readyWire(4), await t.readyWire(2)];
      for (const commander of [wires[0], wires[2]]) {
        if (commander === undefined) continue;
        const { wanted, heard } = await changed(t, commander, lamp, wires);
        for (const [index, wire] of wires.entries()) {
          const path = `socket${wire.generation}`;
          const got = heard[index] ?? { heard: false };
          const says = `${path}: ${got.heard ? 'told' : 'not told'} of ${wanted}`;
          if (wire === commander) t.expect('event.update', got.heard, says);
          else t.expect('event.everyone', got.heard, says);
          if (got.heard) await judge(t, wire, got.payload, lamp, wanted);
        }
      }
    },
  },
  {
    id: 'events.users',
    title: 'a regular user is told the same as an administrator, of every component',
    proves: ['event.same-for-users', 'event.every-component'],
    needs: ['users', 'switches'],
    async run(t) {
      // One is enough where there is only one.
      const lamps = await t.lamps(Math.min(2, t.around.lamps.size));
      const { login } = await t.lodger();
      for (const generation of [4, 2] as const) {
        const wires = [await t.readyWire(generation), await t.readyWire(generation, login)];
        for (const lamp of lamps) {
          const { wanted, heard } = await changed(t, null, lamp, wires);
          const [above, below] = heard.map((got) => (got.heard ? entryAmong(got.payload, lamp.cid) : undefined));
          const says = `socket${generation}, ${lamp.cid} to ${wanted}: ${brief(above)}; a regular user: ${brief(below)}`;
          t.expect('event.every-component', above !== undefined && below !== undefined, says);
          if (above === undefined || below === undefined) continue;
          const alike = FIELDS.every((name) => name in above === name in below && above[name] === below[name]);
          t.expect('event.same-for-users', alike, says);
        }
      }
    },
  },
  {
    id: 'events.strangers',
    title: 'who has not logged in is told of no change',
    proves: ['event.not-before-login'],
    needs: ['switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      const wires = [await t.wire(4), await t.wire(2)];
      await t.toggle(lamp);
      for (const wire of wires) {
        const heard = await wire.next('onComponentUpdate', undefined, SILENCE_MS);
        const says = `socket${wire.generation}: ${heard.heard ? brief(heard.payload) : 'silent'}`;
        t.expect('event.not-before-login', !heard.heard, says);
      }
    },
  },
];

/**
 * Switches to what is not now, and waits for all to be told of just that. Somebody may switch by hand at the very moment; then it
 * is done again.
 */
async function changed(t: Trial, commander: Wire | null, lamp: Lamp, wires: readonly Wire[]) {
  let wanted = false;
  let heard: readonly Heard[] = [];
  await t.inTries(async () => {
    wanted = (await t.stateOf(lamp)) !== true;
    const where = { cid: lamp.cid, property: 'state', value: wanted };
    for (const wire of wires) wire.forget();
    if (commander === null) await t.command(lamp, wanted);
    else await commander.call('componentUpdate', where);
    if (!(await t.until(async () => (await t.stateOf(lamp)) === wanted))) {
      throw new Missing(`${lamp.cid} was switched to ${wanted} and did not report it`);
    }
    heard = await Promise.all(wires.map((wire) => wire.next('onComponentUpdate', where)));
    return heard.every((got) => got.heard);
  });
  return { wanted, heard };
}

async function judge(t: Trial, wire: Wire, payload: unknown, lamp: Lamp, wanted: boolean): Promise<void> {
  const path = `socket${wire.generation}`;
  t.expect('event.list', Array.isArray(payload), `${path}: ${brief(payload)}`);
  const entry = entryAmong(payload, lamp.cid);
  const says = `${path}, commanded ${wanted}: ${brief(entry)}`;
  const named = FIELDS.every((name) => name in (entry ?? {}));
  t.expect('event.fields', named, says);
  t.expect('event.raw', entry?.value === wanted && entry.content === Number(wanted), says);
  const all = (Array.isArray(payload) ? payload : [payload]).filter(isFields);
  const each = (id: string, holds: (told: Fields) => boolean) => {
    const odd = all.find((told) => !holds(told));
    t.expect(id, odd === undefined, odd === undefined ? says : `${path}: ${brief(odd)}`);
  };
  each('event.cid', ({ cid }) => /^C\d+$/.test(String(cid)));
  each('event.property', ({ property }) => typeof property === 'string');
  each('event.unit', ({ unit }) => unit === undefined || typeof unit === 'string');
  each('event.content', ({ content }) => content === undefined || typeof content !== 'boolean');
  const list = await t.http.call('getAllComponents', t.user, { withProperties: false, withMappings: false });
  const listed = (Array.isArray(list.body) ? list.body : []).find((one) => field(one, 'cid') === lamp.cid);
  const state = entryOf(listed, 'state')?.value;
  // Whoever switches by hand meanwhile is reported as well.
  const since = state === entry?.value ? null : await wire.next('onComponentUpdate', { cid: lamp.cid, value: state });
  t.expect('event.agrees', since?.heard !== false, `${says}, listed afterwards: ${brief(state)}`);
}

const entryAmong = (payload: unknown, cid: string): Fields | undefined =>
  (Array.isArray(payload) ? payload : [payload])
    .filter(isFields)
    .find((entry) => field(entry, 'cid') === cid && entry.property === 'state');
