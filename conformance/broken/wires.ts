import { isFields, type Json } from '../clients/json.ts';
import { DROPPED, type Faulty } from './faulty.ts';

/** Changes every entry of onComponentUpdate. */
export const updates = (change: (entry: Record<string, Json>) => Json) => () => ({
  event: (name: string, payload: Json) =>
    name === 'onComponentUpdate' && Array.isArray(payload)
      ? payload.map((entry) => change({ ...(entry as object) }))
      : payload,
});

/** Controllers whose connections and events go wrong. */
export const WIRES: readonly Faulty[] = [
  {
    id: 'silent-connection',
    spoils: 'nobody is told to log in',
    caughtBy: ['connection.state-change'],
    how: () => ({ event: (name, payload) => (name === 'stateChange' ? DROPPED : payload) }),
  },
  {
    id: 'other-state',
    spoils: 'stateChange tells another state',
    caughtBy: ['connection.state-payload'],
    how: () => ({ event: (name, payload) => (name === 'stateChange' ? { part: 'app', state: 'Login' } : payload) }),
  },
  {
    id: 'session-over-socket',
    spoils: 'a client without cookies is told a session over Socket.io',
    caughtBy: ['connection.session-null'],
    how: () => ({
      call: ({ name, path }, answer) =>
        name === 'auth' && path !== 'http' && isFields(answer) && 'sessionID' in answer
          ? ({ ...answer, sessionID: 'abc' } as Json)
          : answer,
    }),
  },
  {
    id: 'init-answers-object',
    spoils: 'init answers an object instead of true',
    caughtBy: ['connection.init'],
    how: () => ({ call: ({ name }, answer) => (name === 'init' ? {} : answer) }),
  },
  {
    id: 'query-session-ignored',
    spoils: 'a session in the query does not log in',
    caughtBy: ['connection.query-session'],
    how: () => ({ connect: (path) => path.replace(/x-service-sid=[^&]*/, 'x-service-sid=none') }),
  },
  {
    id: 'no-updates',
    spoils: 'changes are not reported',
    caughtBy: ['event.update'],
    how: () => ({ event: (name, payload) => (name === 'onComponentUpdate' ? DROPPED : payload) }),
  },
  {
    id: 'no-updates-for-elders',
    spoils: 'changes are not reported to clients of Socket.io 2',
    caughtBy: ['event.everyone'],
    how: () => ({
      event: (name, payload, generation) => (name === 'onComponentUpdate' && generation === 2 ? DROPPED : payload),
    }),
  },
  {
    id: 'single-update',
    spoils: 'onComponentUpdate carries one entry instead of a list',
    caughtBy: ['event.list'],
    how: () => ({
      event: (name, payload) =>
        name === 'onComponentUpdate' && Array.isArray(payload) ? (payload[0] as Json) : payload,
    }),
  },
  {
    id: 'update-without-unit',
    spoils: 'a reported change has no unit',
    caughtBy: ['event.fields'],
    how: updates(({ unit: _, ...entry }) => entry),
  },
  {
    id: 'update-cooked',
    spoils: 'a reported change has the value in place of the content',
    caughtBy: ['event.raw'],
    how: updates((entry) => ({ ...entry, content: entry.value ?? null })),
  },
  {
    id: 'elders-refused-otherwise',
    spoils: 'clients of Socket.io 2 are refused with another error than others',
    caughtBy: ['paths.same-refusal'],
    how: () => ({
      call: ({ path }, answer) =>
        path === 'socket2' && isFields(answer) && answer.errorCode === 112
          ? ({ ...answer, errorCode: 106 } as Json)
          : answer,
    }),
  },
];
