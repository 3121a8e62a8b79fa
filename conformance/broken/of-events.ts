import { field, isFields, type Json } from '../clients/json.ts';
import { DROPPED, type Faulty } from './faulty.ts';
import { isRegular } from './helpers.ts';
import { updates } from './wires.ts';

/** What an event would tell of a command. */
export const updateOf = (parameters: Json): Json => {
  const value = field(parameters, 'value') === true;
  return [{ ...(parameters as object), value, content: Number(value), unit: '' }];
};

/** Controllers that tell listeners something else, or others. */
export const OF_EVENTS: readonly Faulty[] = [
  {
    id: 'update-cid-numbered',
    spoils: 'a reported change tells the number of the component instead of its cid',
    caughtBy: ['event.cid'],
    how: () => ({
      event: (name, payload) =>
        name === 'onComponentUpdate' && Array.isArray(payload)
          ? [...payload, { ...(payload[0] as object), cid: Number(String(field(payload[0], 'cid')).slice(1)) }]
          : payload,
    }),
  },
  {
    id: 'update-property-numbered',
    spoils: 'a reported change numbers its property besides naming it',
    caughtBy: ['event.property'],
    how: () => ({
      event: (name, payload) =>
        name === 'onComponentUpdate' && Array.isArray(payload)
          ? [...payload, { ...(payload[0] as object), property: 1 }]
          : payload,
    }),
  },
  {
    id: 'update-unit-null',
    spoils: 'the unit of a reported change is null where there is none',
    caughtBy: ['event.unit'],
    how: updates((entry) => ({ ...entry, unit: entry.unit === '' ? null : (entry.unit ?? null) })),
  },
  {
    id: 'update-unit-numbered',
    spoils: 'the unit of a reported change is a number',
    caughtBy: ['event.unit'],
    how: updates((entry) => ({ ...entry, unit: 0 })),
  },
  {
    id: 'update-content-boolean',
    spoils: 'the content of a reported change is true or false',
    caughtBy: ['event.content'],
    how: updates((entry) => ({ ...entry, content: entry.content === 1 })),
  },
  {
    id: 'update-without-value',
    spoils: 'a reported change has the content, and no value',
    caughtBy: ['event.update'],
    how: updates(({ value: _, ...entry }) => entry),
  },
  {
    id: 'update-without-content-for-users',
    spoils: 'regular users are told of changes without content',
    caughtBy: ['event.same-for-users'],
    how: () => ({
      event: (name, payload, _, user) =>
        name === 'onComponentUpdate' && isRegular({ user }) && Array.isArray(payload)
          ? payload.filter(isFields).map(({ content: _gone, ...entry }) => entry as Json)
          : payload,
    }),
  },
  {
    id: 'update-of-one-component',
    spoils: 'only changes of the component that changed first are reported',
    caughtBy: ['event.every-component'],
    how: () => {
      let first: unknown;
      return {
        event: (name, payload) => {
          if (name !== 'onComponentUpdate' || !Array.isArray(payload)) return payload;
          const switched = payload.filter((entry) => field(entry, 'property') === 'state');
          first ??= field(switched[0], 'cid');
          return switched.some((entry) => field(entry, 'cid') !== first) ? DROPPED : payload;
        },
      };
    },
  },
  {
    id: 'strangers-told',
    spoils: 'who has not logged in is told of changes',
    caughtBy: ['event.not-before-login'],
    how: () => ({
      broadcast: ({ name, parameters }) =>
        name === 'componentUpdate' ? ['onComponentUpdate', updateOf(parameters)] : undefined,
    }),
  },
];
