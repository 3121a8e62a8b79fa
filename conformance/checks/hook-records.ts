import type { HttpAnswer } from '../clients/http-client.ts';
import { type Fields, field, isFields } from '../clients/json.ts';
import { brief, told } from '../trials/caller.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';
import { listOf } from './components.ts';
import { someValue } from './http-requests.ts';

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)$/;
/** Nobody is there: these webhooks never need to fire. */
const NOWHERE = 'http://127.0.0.1:9/nowhere';

/** Webhooks as they are stored. */
export const HOOK_RECORDS: readonly Check[] = [
  {
    id: 'hooks.records',
    title: 'webhooks are added, listed, switched and removed',
    proves: [
      ...['webhook.id', 'webhook.record', 'webhook.record-times', 'webhook.record-kept', 'webhook.enabled-default'],
      ...['webhook.enabled-false', 'webhook.disable', 'webhook.enable', 'webhook.remove'],
      ...['webhook.record-types', 'webhook.times-order', 'webhook.id-unique', 'webhook.last-update'],
    ],
    needs: ['webhooks', 'switches', 'waits'],
    async run(t) {
      const { cid } = await t.lamp();
      const given = { type: 'component', cid, property: 'state', url: NOWHERE };
      const ids: unknown[] = [];
      for (const caller of await t.callers()) {
        const added = await caller.call('addWebHook', given);
        const id = field(added.body, 'id');
        if (!t.expect('webhook.id', Number.isInteger(id), told(added))) continue;
        ids.push(id);
        t.after(() => t.http.call('removeWebHook', t.user, { id }));
        const record = listOf(await caller.call('getWebHooks')).find((each) => each.id === id);
        const names = ['id', 'created', 'lastUpdate', 'type', 'url', 'enabled', 'cid', 'property'];
        const says = `${caller.path}: ${brief(record)}`;
        t.expect('webhook.record', record !== undefined && names.every((name) => name in record), says);
        t.expect(
          'webhook.record-times',
          UTC.test(String(record?.created)) && UTC.test(String(record?.lastUpdate)),
          says,
        );
        t.expect(
          'webhook.record-kept',
          Object.entries(given).every(([name, value]) => record?.[name] === value),
          says,
        );
        t.expect('webhook.enabled-default', record?.enabled === true, says);
        t.expect('webhook.record-types', record !== undefined && isTyped(record), says);
        const inOrder = Date.parse(String(record?.created)) <= Date.parse(String(record?.lastUpdate));
        t.expect('webhook.times-order', inOrder, says);
      }
      t.expect('webhook.id-unique', new Set(ids).size === ids.length, `ids ${ids.join(', ')}`);
      const id = await t.hook({ ...given, enabled: false });
      const stored = await recordOf(t, id);
      t.expect('webhook.enabled-false', stored?.enabled === false, brief(stored));
      // Times may be kept in whole seconds.
      await t.wait(1_100);
      await t.http.call('enableWebHook', t.user, { id });
      const enabled = await recordOf(t, id);
      const moved = stored?.created === enabled?.created && stored?.lastUpdate !== enabled?.lastUpdate;
      t.expect('webhook.last-update', moved, `${brief(stored)}, then ${brief(enabled)}`);
      t.expect('webhook.enable', enabled?.enabled === true, brief(enabled));
      await t.http.call('disableWebHook', t.user, { id });
      const disabled = await recordOf(t, id);
      t.expect('webhook.disable', disabled?.enabled === false, brief(disabled));
      await t.http.call('removeWebHook', t.user, { id });
      const removed = await recordOf(t, id);
      t.expect('webhook.remove', removed === undefined, brief(removed));
    },
  },
  {
    id: 'hooks.refusals',
    title: 'a webhook that lacks something, or is of an unknown type, is refused',
    proves: ['webhook.missing-106', 'webhook.unknown-type-112', 'webhook.missing-url-106', 'webhook.unknown-id-112'],
    needs: ['webhooks'],
    async run(t) {
      const whole = { type: 'component', ...someValue(t), url: NOWHERE };
      const known = listOfHooks(await t.http.call('getWebHooks', t.user)).map(({ id }) => Number(id) || 0);
      const unused = Math.max(0, ...known) + 987_654;
      for (const caller of await t.callers()) {
        for (const lacking of ['cid', 'property'] as const) {
          const reply = await caller.call('addWebHook', { ...whole, [lacking]: undefined });
          t.expect('webhook.missing-106', reply.code === 106, `without ${lacking}, ${told(reply)}`);
          await removeIfMade(t, reply.body);
        }
        const nowhere = await caller.call('addWebHook', { ...whole, url: undefined });
        t.expect('webhook.missing-url-106', nowhere.code === 106, `without url, ${told(nowhere)}`);
        await removeIfMade(t, nowhere.body);
        const unknown = await caller.call('disableWebHook', { id: unused });
        t.expect('webhook.unknown-id-112', unknown.code === 112, told(unknown));
        const reply = await caller.call('addWebHook', { ...whole, type: 'no-such-type' });
        t.expect('webhook.unknown-type-112', reply.code === 112, told(reply));
        await removeIfMade(t, reply.body);
      }
    },
  },
];

const recordOf = async (t: Trial, id: number) =>
  listOfHooks(await t.http.call('getWebHooks', t.user)).find((record) => record.id === id);

const listOfHooks = ({ body }: HttpAnswer): readonly Fields[] => (Array.isArray(body) ? body.filter(isFields) : []);

const isTyped = ({ id, enabled, created, lastUpdate, type, url, cid, property }: Fields): boolean =>
  Number.isInteger(id) &&
  typeof enabled === 'boolean' &&
  [created, lastUpdate, type, url, cid, property].every((each) => typeof each === 'string');

const removeIfMade = async (t: Trial, body: unknown): Promise<void> => {
  const id = field(body, 'id');
  if (typeof id === 'number') await t.http.call('removeWebHook', t.user, { id });
};
