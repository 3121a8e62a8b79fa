import { field, type Json } from '../clients/json.ts';
import type { Faulty } from './faulty.ts';
import { answers, codes, components, entries, isCall, ok, withFields } from './helpers.ts';

/** Controllers that go wrong with components, values and scenes. */
export const OF_COMPONENTS: readonly Faulty[] = [
  {
    id: 'cid-twice',
    spoils: 'two components have the same cid',
    caughtBy: ['component.cid-unique'],
    how: answers('getAllComponents', (list) => [...(list as readonly Json[]), (list as readonly Json[])[0] ?? null]),
  },
  {
    id: 'components-by-cid',
    spoils: 'getAllComponents answers an object instead of a list',
    caughtBy: ['components.list'],
    how: answers('getAllComponents', (list) =>
      Object.fromEntries((list as readonly Json[]).map((each) => [String(field(each, 'cid')), each])),
    ),
  },
  {
    id: 'nameless-component',
    spoils: 'a component without a name has null there',
    caughtBy: ['component.texts'],
    how: components((component) => ({ ...component, name: null })),
  },
  {
    id: 'data-twice',
    spoils: 'data has two entries for one property',
    caughtBy: ['component.data'],
    how: components((component) => ({
      ...component,
      data: [...(component.data as readonly Json[]), ...(component.data as readonly Json[])],
    })),
  },
  {
    id: 'property-numbered',
    spoils: 'properties are numbered instead of named',
    caughtBy: ['entry.property'],
    how: components((component) => ({
      ...component,
      data: (component.data as readonly Json[]).map((entry, property) => withFields(entry, { property })),
    })),
  },
  {
    id: 'value-missing',
    spoils: 'entries have no value',
    caughtBy: ['entry.value'],
    how: entries(({ value: _, ...entry }) => entry),
  },
  {
    id: 'content-missing',
    spoils: 'entries have no content',
    caughtBy: ['entry.content'],
    how: entries(({ content: _, ...entry }) => entry),
  },
  {
    id: 'content-upside-down',
    spoils: 'the content of a switching state is 0 when it is on',
    caughtBy: ['entry.switch-agrees'],
    how: entries((entry) => (entry.property === 'state' ? { ...entry, content: entry.value === true ? 0 : 1 } : entry)),
  },
  {
    id: 'single-value-older',
    spoils: 'getComponentData tells another time than the list',
    caughtBy: ['data.agrees'],
    how: answers('getComponentData', (answer) => withFields(answer, { lastUpdate: '2020-01-01T00:00:00.000Z' })),
  },
  {
    id: 'mappings-refused',
    spoils: 'withMappings: true is error 106',
    caughtBy: ['components.with-mappings'],
    how: answers('getAllComponents', (list, { parameters }) =>
      field(parameters, 'withMappings') === true ? { errorCode: 106, errorText: 'Parameter(s) error' } : list,
    ),
  },
  {
    id: 'described-only',
    spoils: 'with properties only the first components are listed',
    caughtBy: ['components.same-components'],
    how: answers('getAllComponents', (list, { parameters }) =>
      field(parameters, 'withProperties') === true ? (list as readonly Json[]).slice(0, -1) : list,
    ),
  },
  {
    id: 'single-value-in-seconds',
    spoils: 'getComponentData tells its time in seconds',
    caughtBy: ['data.last-update'],
    how: answers('getComponentData', (answer) => withFields(answer, { lastUpdate: 1_893_456_000 })),
  },
  {
    id: 'single-value-as-word',
    spoils: 'over Socket.io getComponentData tells on or off as the value of a switching state',
    caughtBy: ['data.switch-value'],
    how: answers('getComponentData', (answer, { path }) =>
      path !== 'http' && typeof field(answer, 'value') === 'boolean'
        ? withFields(answer, { value: field(answer, 'value') === true ? 'on' : 'off' })
        : answer,
    ),
  },
  {
    id: 'single-content-as-boolean',
    spoils: 'getComponentData tells true or false as the content of a switching state',
    caughtBy: ['data.switch-content'],
    how: answers('getComponentData', (answer) => withFields(answer, { content: field(answer, 'content') === 1 })),
  },
  {
    id: 'command-names-others',
    spoils: 'the answer of componentUpdate names a further component',
    caughtBy: ['update.only-cid'],
    how: answers('componentUpdate', (answer) => withFields(answer, { C999999: false })),
  },
  {
    id: 'descriptions-never',
    spoils: 'withProperties brings no descriptions',
    caughtBy: ['components.with-properties'],
    how: components(({ properties: _, mappings: __, ...component }) => component),
  },
  {
    id: 'command-answered-false',
    spoils: 'a command that was taken is answered with false',
    caughtBy: ['update.accepted'],
    how: answers('componentUpdate', (answer) =>
      Object.fromEntries(Object.keys(answer as object).map((cid) => [cid, false])),
    ),
  },
  {
    id: 'command-forgotten',
    spoils: 'a command over HTTP is accepted and not carried out',
    caughtBy: ['update.effect'],
    how: () => ({
      request: (passing) =>
        isCall(passing, 'componentUpdate') ? ok({ [String(field(JSON.parse(passing.body), 'cid'))]: true }) : undefined,
    }),
  },
  {
    id: 'unknown-cid-error',
    spoils: 'a command to an unknown cid is error 112',
    caughtBy: ['update.no-error'],
    how: answers('componentUpdate', (answer) =>
      Object.values(answer as object).includes(false) ? { errorCode: 112, errorText: 'Not found' } : answer,
    ),
  },
  {
    id: 'scene-not-awaited',
    spoils: 'executeScene is answered before the scene has run',
    caughtBy: ['scene.complete'],
    how: () => ({
      ahead: (name, given) => (name === 'executeScene' && field(given, 'id') !== undefined ? true : undefined),
    }),
  },
  {
    id: 'missing-parameter-112',
    spoils: 'a missing parameter is error 112',
    caughtBy: ['errors.parameter-missing'],
    how: codes(106, 112, 'executeScene'),
  },
  {
    id: 'version-refused',
    spoils: 'clients of Socket.io 4 may not ask for the version',
    caughtBy: ['call.get-version'],
    how: () => ({
      call: ({ name, path }, answer) =>
        name === 'getVersion' && path === 'socket4' ? { errorCode: 117, errorText: 'Not allowed' } : answer,
    }),
  },
  {
    id: 'version-dressed-for-http',
    spoils: 'over HTTP getVersion has a field more than over Socket.io',
    caughtBy: ['http.success-body'],
    how: answers('getVersion', (answer, { path }) => (path === 'http' ? withFields(answer, { ok: true }) : answer)),
  },
  {
    id: 'elders-told-otherwise',
    spoils: 'clients of Socket.io 2 are told another version than others',
    caughtBy: ['paths.same-answer'],
    how: answers('getVersion', (answer, { path }) => (path === 'socket2' ? withFields(answer, { api: '0' }) : answer)),
  },
  {
    id: 'elders-read-old-values',
    spoils: 'clients of Socket.io 2 read what was before',
    caughtBy: ['paths.same-state'],
    how: answers('getComponentData', (answer, { path }) =>
      path === 'socket2' ? withFields(answer, { value: field(answer, 'value') !== true }) : answer,
    ),
  },
  {
    id: 'read-before-reported',
    spoils: 'what is listed is not what was reported',
    caughtBy: ['event.agrees'],
    how: entries((entry) => (entry.property === 'state' ? { ...entry, value: entry.value !== true } : entry)),
  },
  {
    id: 'odd-input-crashes',
    spoils: 'a cid that is no text is an internal error',
    caughtBy: ['paths.errors-only'],
    how: () => ({
      http: (returning, passing) => {
        if (isCall(passing, 'getComponentData') && /"cid":[^"]/.test(passing.body)) {
          Object.assign(returning, { status: 500, body: 'Internal Server Error' });
        }
      },
    }),
  },
  {
    id: 'odd-input-lames',
    spoils: 'after an id that is a list nobody is told the version any more',
    caughtBy: ['paths.unharmed'],
    how: () => {
      let lame = false;
      return {
        http: (returning, passing) => {
          lame ||= passing.body.includes('"id":[');
          if (lame && isCall(passing, 'getVersion') && passing.body === '') returning.status = 500;
        },
      };
    },
  },
];
