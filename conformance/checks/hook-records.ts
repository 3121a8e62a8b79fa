import { field, isFields } from '../clients/json.ts';
import { brief, told } from '../trials/caller.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';
import { listOf } from './components.ts';

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
    ],
    needs: ['webhooks', 'switches'],
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
      }
      const id = await t.hook({ ...given, enabled: false });
      const stored = await recordOf(t, id);
      t.expect('webhook.enabled-false', stored?.enabled === false, brief(stored));
      await t.http.call('enableWebHook', t.user, { id });
      const enabled = await recordOf(t, id);
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
    proves: ['webhook.missing-106', 'webhook.unknown-type-112'],
    needs: ['webhooks'],
    async run(t) {
      const [first] = t.house.components;
      const whole = { type: 'component', cid: String(first?.cid), property: 'state', url: NOWHERE };
      for (const caller of await t.callers()) {
        for (const lacking of ['cid', 'property'] as const) {
          const reply = await caller.call('addWebHook', { ...whole, [lacking]: undefined });
          t.expect('webhook.missing-106', reply.code === 106, `without ${lacking}, ${told(reply)}`);
          await removeIfMade(t, reply.body);
        }
        const reply = await caller.call('addWebHook', { ...whole, type: 'no-such-type' });
        t.expect('webhook.unknown-type-112', reply.code === 112, told(reply));
        await removeIfMade(t, reply.body);
      }
    },
  },
];

const recordOf = async (t: Trial, id: number) => {
  const { body } = await t.http.call('getWebHooks', t.user);
  return (Array.isArray(body) ? body.filter(isFields) : []).find((record) => record.id === id);
};

const removeIfMade = async (t: Trial, body: unknown): Promise<void> => {
  const id = field(body, 'id');
  if (typeof id === 'number') await t.http.call('removeWebHook', t.user, { id });
};
