import { type Fields, field, isFields, same } from '../clients/json.ts';
import { entryOf } from '../discovery/lamps.ts';
import { brief, type Caller, type Reply, told } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Check } from './check.ts';

export const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)$/;

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
        // Other types may have a state of their own, such as that of a lock or a vacuum cleaner.
        const states = components.flatMap((component) =>
          entriesOf(component)
            .filter(({ property, value }) => property === 'state' && value !== null && value !== undefined)
            .filter(({ value }) => typeof value === 'boolean' || SWITCHING.test(`${component.type}`)),
        );
        if (states.length === 0) {
          t.unable(['entry.switch-value', 'entry.switch-content', 'entry.switch-agrees'], 'nothing here is switched');
          continue;
        }
        each('entry.switch-value', ({ value }) => typeof value === 'boolean', states);
        each('entry.switch-content', ({ content }) => content === 1 || content === 0, states);
        each('entry.switch-agrees', ({ content, value }) => Boolean(content) === value, states);
      }
    },
  },
  {
    id: 'components.descriptions',
    title: 'the description of properties is there only if it was asked for',
    proves: [
      'components.plain',
      'components.with-properties',
      'components.with-mappings',
      'components.same-components',
    ],
    needs: [],
    async run(t) {
      if (t.house.components.length === 0) {
        return t.unable(['components.plain', 'components.with-properties'], 'the house has no components');
      }
      for (const caller of await t.callers()) {
        const asked = async (withProperties: boolean, withMappings: boolean) => {
          const reply = await caller.call('getAllComponents', { withProperties, withMappings });
          const list = listOf(reply);
          const keys = new Set(list.flatMap((component) => Object.keys(component)));
          return { reply, keys, cids: list.map(({ cid }) => cid) };
        };
        const [bare, whole, mapped] = [await asked(false, false), await asked(true, false), await asked(false, true)];
        const [plain, described] = [bare.keys, whole.keys];
        t.expect('components.with-mappings', Array.isArray(mapped.reply.body), told(mapped.reply));
        const alike = [whole, mapped].every(({ cids }) => same([...cids].sort(), [...bare.cids].sort()));
        t.expect(
          'components.same-components',
          alike,
          `${caller.path}: ${bare.cids.length} without, ${whole.cids.length} with properties, ${mapped.cids.length} with mappings`,
        );
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
    proves: ['data.answer', 'data.agrees', 'data.last-update', 'data.switch-value', 'data.switch-content'],
    needs: ['switches'],
    async run(t) {
      const { cid } = await t.lamp();
      for (const caller of await t.callers()) {
        let says = '';
        const agrees = await t.inTries(async () => {
          const single = await caller.call('getComponentData', { cid, property: 'state' });
          const { value, content, lastUpdate } = isFields(single.body) ? single.body : {};
          const complete = [value, content, lastUpdate].every((each) => each !== undefined);
          t.expect('data.answer', complete, told(single));
          t.expect('data.last-update', lastUpdate === null || UTC.test(String(lastUpdate)), told(single));
          t.expect('data.switch-value', value === null || typeof value === 'boolean', told(single));
          t.expect('data.switch-content', [null, 0, 1].includes(content as null), told(single));
          const all = listOf(await caller.call('getAllComponents', { withProperties: false, withMappings: false }));
          const listed = all.find((component) => component.cid === cid);
          const entry = entryOf(listed, 'state');
          says = `${told(single)}; in the list ${brief(entry)}`;
          return same([value, content, lastUpdate], [entry?.value, entry?.content, entry?.lastUpdate]);
        });
        t.expect('data.agrees', agrees, says);
      }
    },
  },
  {
    id: 'components.command',
    title: 'a command is accepted, carried out and seen',
    proves: ['update.answer', 'update.only-cid', 'update.accepted', 'update.effect', 'paths.same-state'],
    needs: ['switches'],
    async run(t) {
      const lamp = await t.lamp();
      const callers = await t.callers();
      const command = (caller: Caller, state: boolean) =>
        caller.call('componentUpdate', { cid: lamp.cid, property: 'state', value: state });
      const reports = (state: boolean) => t.until(async () => (await t.stateOf(lamp)) === state);
      const works: Caller[] = [];
      const fails: Caller[] = [];
      for (const caller of callers) {
        let says = '';
        const agrees = await t.inTries(async () => {
          const state = (await t.stateOf(lamp)) !== true;
          const reply = await command(caller, state);
          const answer = field(reply.body, lamp.cid);
          t.expect('update.answer', isFields(reply.body) && typeof answer === 'boolean', told(reply));
          t.expect(
            'update.only-cid',
            Object.keys(Object(reply.body)).every((cid) => cid === lamp.cid),
            told(reply),
          );
          t.expect('update.accepted', answer === true, told(reply));
          if (!(await reports(state))) {
            fails.push(caller);
            return true;
          }
          works.push(caller);
          const reads = await Promise.all(
            callers.map((other) => other.call('getComponentData', { cid: lamp.cid, property: 'state' })),
          );
          says = `commanded ${state} over ${caller.path}; ${reads.map(told).join('; ')}`;
          return reads.every(({ body }) => field(body, 'value') === state);
        });
        if (says !== '') t.expect('paths.same-state', agrees, says);
      }
      // `true` does not promise that the device switches: it may be out of reach. Over another path it is not.
      for (const caller of works) t.expect('update.effect', true, `${caller.path}: commanded and reported`);
      if (fails.length > 0 && works.length === 0) {
        throw new Missing(`${lamp.cid} reports nothing, whoever commands it`);
      }
      for (const caller of fails) t.expect('update.effect', false, `${caller.path}: commanded and not reported`);
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

/** Types that are switched on and off, in the words that are common. */
const SWITCHING = /^(?:light|lamp|switch|socket|outlet|plug|relay|dimmer)\b/i;

/** A cid that no component has. */
export const unusedCid = (components: readonly Fields[]): string =>
  `C${Math.max(0, ...components.map(({ cid }) => Number(String(cid).slice(1)) || 0)) + 90_001}`;

/** The objects of a list that was answered. */
export const listOf = ({ body }: Reply): readonly Fields[] => (Array.isArray(body) ? body.filter(isFields) : []);

const entriesOf = ({ data }: Fields): readonly Fields[] => (Array.isArray(data) ? data.filter(isFields) : []);
const unique = (list: readonly Fields[], name: string): boolean =>
  new Set(list.map((each) => each[name])).size === list.length;
