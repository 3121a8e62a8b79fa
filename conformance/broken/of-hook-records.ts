import { field, type Json } from '../clients/json.ts';
import type { Faulty } from './faulty.ts';
import { answers, withFields } from './helpers.ts';

/** Changes every record of the list. */
const records = (change: (record: Record<string, Json>) => Json) =>
  answers('getWebHooks', (list) => (list as readonly Json[]).map((each) => change({ ...(each as object) })));

/** Controllers that tell something else of their webhooks. */
export const OF_HOOK_RECORDS: readonly Faulty[] = [
  {
    id: 'hook-id-as-text',
    spoils: 'addWebHook answers its id as a text',
    caughtBy: ['webhook.id'],
    how: answers('addWebHook', (answer) => withFields(answer, { id: String(field(answer, 'id')) })),
  },
  {
    id: 'hook-record-short',
    spoils: 'a webhook record has no created',
    caughtBy: ['webhook.record'],
    how: records(({ created: _, ...record }) => record),
  },
  {
    id: 'hook-times-in-seconds',
    spoils: 'a webhook record tells its times in seconds',
    caughtBy: ['webhook.record-times'],
    how: records((record) => ({ ...record, created: 1_893_456_000, lastUpdate: 1_893_456_000 })),
  },
  {
    id: 'hook-url-trimmed',
    spoils: 'a webhook record tells the address without its path',
    caughtBy: ['webhook.record-kept'],
    how: records((record) => ({ ...record, url: new URL(String(record.url)).origin })),
  },
  {
    id: 'hook-enabled-as-number',
    spoils: 'a webhook record tells enabled as a number',
    caughtBy: ['webhook.record-types'],
    how: records((record) => ({ ...record, enabled: Number(record.enabled) })),
  },
  {
    id: 'hook-cid-numbered',
    spoils: 'a webhook record tells the number of the component instead of its cid',
    caughtBy: ['webhook.record-types'],
    how: records((record) => ({ ...record, cid: Number(String(record.cid).slice(1)) })),
  },
  {
    id: 'hook-born-late',
    spoils: 'a webhook record tells a lastUpdate before created',
    caughtBy: ['webhook.times-order'],
    how: records((record) => ({ ...record, lastUpdate: '2020-01-01T00:00:00.000Z' })),
  },
  {
    id: 'hook-never-updated',
    spoils: 'lastUpdate of a webhook stays what created is',
    caughtBy: ['webhook.last-update'],
    how: records((record) => ({ ...record, lastUpdate: record.created ?? null })),
  },
  {
    id: 'hook-ids-alike',
    spoils: 'addWebHook answers the same id every time',
    caughtBy: ['webhook.id-unique'],
    how: () => {
      let first: Json | undefined;
      return answers('addWebHook', (answer) => {
        first ??= answer;
        return first;
      })();
    },
  },
  {
    id: 'hook-url-optional',
    spoils: 'a webhook without url is error 112',
    caughtBy: ['webhook.missing-url-106'],
    how: () => ({
      call: ({ name, parameters }, answer) =>
        name === 'addWebHook' && field(parameters, 'url') === undefined && field(answer, 'errorCode') === 106
          ? withFields(answer, { errorCode: 112 })
          : answer,
    }),
  },
  {
    id: 'hook-unknown-accepted',
    spoils: 'disableWebHook of an unknown id is answered with true',
    caughtBy: ['webhook.unknown-id-112'],
    how: () => ({
      call: ({ name }, answer) => (name === 'disableWebHook' && field(answer, 'errorCode') === 112 ? true : answer),
    }),
  },
  {
    id: 'hook-removed-in-part',
    spoils: 'a webhook record has no lastUpdate',
    caughtBy: ['webhook.record'],
    how: records(({ lastUpdate: _, ...record }) => record),
  },
];
