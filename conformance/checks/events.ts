import { type Fields, field, isFields } from '../clients/json.ts';
import { brief } from '../trials/caller.ts';
import type { Check } from './check.ts';

/** What listeners are told. */
export const EVENTS: readonly Check[] = [
  {
    id: 'events.update',
    title: 'everybody who listens is told of a change, in the form of the interface',
    proves: ['event.update', 'event.list', 'event.fields', 'event.raw', 'event.everyone', 'event.agrees'],
    needs: ['switches'],
    async run(t) {
      const lamp = await t.lamp();
      const wires = [await t.readyWire(4), await t.readyWire(4), await t.readyWire(2)];
      const told: boolean[] = [];
      for (const commander of [wires[0], wires[2]]) {
        const wanted = told.length === 0 ? !lamp.state : lamp.state;
        await commander?.call('componentUpdate', { cid: lamp.cid, property: 'state', value: wanted });
        for (const wire of wires) {
          const path = `socket${wire.generation}`;
          const heard = await wire.next('onComponentUpdate', { cid: lamp.cid, property: 'state' });
          told.push(heard.heard);
          if (wire === commander)
            t.expect('event.update', heard.heard, `${path}: ${heard.heard ? 'told' : 'not told'}`);
          else t.expect('event.everyone', heard.heard, `${path}: ${heard.heard ? 'told' : 'not told'}`);
          if (!heard.heard) continue;
          t.expect('event.list', Array.isArray(heard.payload), `${path}: ${brief(heard.payload)}`);
          const entry = entryAmong(heard.payload, lamp.cid);
          const complete = ['cid', 'property', 'value', 'content', 'unit'].every((name) => name in (entry ?? {}));
          t.expect('event.fields', complete, `${path}: ${brief(entry)}`);
          const raw = entry?.value === wanted && entry?.content === Number(wanted);
          t.expect('event.raw', raw, `${path}, commanded ${wanted}: ${brief(entry)}`);
          const state = await t.stateOf(lamp);
          t.expect(
            'event.agrees',
            state === entry?.value,
            `${path}: ${brief(entry)}, read afterwards: ${brief(state)}`,
          );
        }
      }
    },
  },
];

const entryAmong = (payload: unknown, cid: string): Fields | undefined =>
  (Array.isArray(payload) ? payload : [payload])
    .filter(isFields)
    .find((entry) => field(entry, 'cid') === cid && entry.property === 'state');
