import { type Fields, field, isFields, same } from '../clients/json.ts';
import { entryOf } from '../discovery/lamps.ts';
import { brief, type Reply, told } from '../trials/caller.ts';
import type { Check } from './check.ts';

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)$/;

/** Components and their values, read over every path. */
export const COMPONENTS: readonly Check[] = [
  {
    id: 'components.shape',
    title: 'components and their values have the form that the interface gives them',
    proves: [
      ...['components.list', 'component.cid', 'component.cid-unique', 'component.texts', 'component.rooms'],
      ...['component.data', 'entry.property', 'entry.value', 'entry.content', 'entry.last-update'],
      ...['entry.switch-value', 'entry.switch-content', 'entry.switch-agrees'],
    ],
    needs: [],
    async run(t) {
      for (const caller of await t.callers()) {
        const reply = await caller.call('getAllComponents', { withProperties: false, withMappings: false });
        t.expect('components.list', Array.isArray(reply.body) && reply.body.every(isFields), told(reply));
        const components = listOf(reply);
        const every = (id: string, holds: (component: Fields) => boolean) => {
          const odd = components.find((component) => !holds(component));
          t.expect(
            id,
            odd === undefined,
            `${caller.path}: ${odd === undefined ? `${components.length} components` : brief(odd)}`,
          );
        };
        every('component.cid', ({ cid }) => /^C\d+$/.test(String(cid)));
        every('component.texts', (each) => [each.name, each.category, each.type].every((it) => typeof it === 'string'));
        every('component.rooms', ({ rooms }) => Array.isArray(rooms) && rooms.every(Number.isInteger));
        every('component.data', ({ data }) => Array.isArray(data) && data.every(isFields) && unique(data, 'property'));
        t.expect('component.cid-unique', unique(components, 'cid'), `${components.length} components`);
        const entries = components.flatMap((component) => entriesOf(component));
        const each = (id: string, holds: (entry: Fields) => boolean, among = entries) => {
          const odd = among.find((entry) => !holds(entry));
          t.expect(
            id,
            odd === undefined,
            `${caller.path}: ${odd === undefined ? `${among.length} entries` : brief(odd)}`,
          );
        };
        each('entry.property', ({ property }) => typeof property === 'string');
        each('entry.value', (entry) => 'value' in entry);
        each('entry.content', (entry) => 'content' in entry && typeof entry.content !== 'boolean');
        each('entry.last-update', ({ lastUpdate }) => lastUpdate === null || UTC.test(String(lastUpdate)));
        const switches = entries.filter(({ property, value }) => property === 'state' && value !== null);
        each('entry.switch-value', ({ value }) => typeof value === 'boolean', switches);
        each('entry.switch-content', ({ content }) => content === 1 || content === 0, switches);
        each('entry.switch-agrees', ({ content, value }) => Boolean(content) === value, switches);
      }
    },
  },
  {
    id: 'components.descriptions',
    title: 'the description of properties is there only if it was asked for',
    proves: ['components.plain', 'components.with-properties'],
    needs: [],
    async run(t) {
      for (const caller of await t.callers()) {
        const keys = async (withProperties: boolean) => {
          const reply = await caller.call('getAllComponents', { withProperties, withMappings: false });
          return new Set(listOf(reply).flatMap((component) => Object.keys(component)));
        };
        const [plain, described] = [await keys(false), await keys(true)];
        const added = [...described].filter((key) => !plain.has(key));
        const lost = [...plain].filter((key) => !described.has(key));
        const says = `${caller.path}: plain ${[...plain]}; with properties ${[...described]}`;
        t.expect('components.plain', lost.length === 0 && !plain.has('properties') && !plain.has('mappings'), says);
        t.expect('components.with-properties', added.length > 0, says);
      }
    },
  },
  {
    id: 'components.one-value',
    title: 'a single value reads as in the list',
    proves: ['data.answer', 'data.agrees'],
    needs: ['switches'],
    async run(t) {
      const { cid } = await t.lamp();
      for (const caller of await t.callers()) {
        const single = await caller.call('getComponentData', { cid, property: 'state' });
        const { value, content, lastUpdate } = isFields(single.body) ? single.body : {};
        const complete = [value, content, lastUpdate].every((each) => each !== undefined);
        t.expect('data.answer', complete, told(single));
        const all = listOf(await caller.call('getAllComponents', { withProperties: false, withMappings: false }));
        const entry = entryOf(
          all.find((component) => component.cid === cid),
          'state',
        );
        const agrees = same([value, content, lastUpdate], [entry?.value, entry?.content, entry?.lastUpdate]);
        t.expect('data.agrees', agrees, `${told(single)}; in the list ${brief(entry)}`);
      }
    },
  },
  {
    id: 'components.command',
    title: 'a command is accepted, carried out and seen',
    proves: ['update.answer', 'update.accepted', 'update.effect', 'paths.same-state'],
    needs: ['switches'],
    async run(t) {
      const lamp = await t.lamp();
      const callers = await t.callers();
      let state = lamp.state;
      for (const caller of callers) {
        state = !state;
        const reply = await caller.call('componentUpdate', { cid: lamp.cid, property: 'state', value: state });
        const answer = field(reply.body, lamp.cid);
        t.expect('update.answer', isFields(reply.body) && typeof answer === 'boolean', told(reply));
        t.expect('update.accepted', answer === true, told(reply));
        const seen = await t.until(async () => (await t.stateOf(lamp)) === state);
        t.expect('update.effect', seen, `${caller.path}: commanded ${state}, ${seen ? 'reported' : 'not reported'}`);
        for (const other of callers) {
          const read = await other.call('getComponentData', { cid: lamp.cid, property: 'state' });
          const says = `commanded ${state} over ${caller.path}; ${told(read)}`;
          t.expect('paths.same-state', field(read.body, 'value') === state, says);
        }
      }
    },
  },
  {
    id: 'components.unknown',
    title: 'a command to something that does not exist is answered with false, not with an error',
    proves: ['update.unknown-cid', 'update.no-error'],
    needs: [],
    async run(t) {
      const cid = unusedCid(t.house.components);
      for (const caller of await t.callers()) {
        const reply = await caller.call('componentUpdate', { cid, property: 'state', value: true });
        t.expect('update.unknown-cid', field(reply.body, cid) === false, told(reply));
        t.expect('update.no-error', reply.code === null && (reply.status ?? 200) === 200, told(reply));
      }
    },
  },
];

/** A cid that no component has. */
export const unusedCid = (components: readonly Fields[]): string =>
  `C${Math.max(0, ...components.map(({ cid }) => Number(String(cid).slice(1)) || 0)) + 90_001}`;

/** The objects of a list that was answered. */
export const listOf = ({ body }: Reply): readonly Fields[] => (Array.isArray(body) ? body.filter(isFields) : []);

const entriesOf = ({ data }: Fields): readonly Fields[] => (Array.isArray(data) ? data.filter(isFields) : []);
const unique = (list: readonly Fields[], name: string): boolean =>
  new Set(list.map((each) => each[name])).size === list.length;
