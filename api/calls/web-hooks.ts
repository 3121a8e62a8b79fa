import { Type } from '@sinclair/typebox';
import type { Cid as ComponentId } from '../../twin/index.ts';
import { type CallContext, type CallDefinition, defineCall } from '../call.ts';
import { CallFault } from '../errors.ts';
import { readAddress } from '../web-hook-address.ts';
import type { WebHook } from '../web-hooks.ts';
import { True } from './values.ts';
import { DeliveryRecord, deliveryRecord, WebHookRecord, webHookRecord } from './web-hook-fields.ts';

const admins = { who: 'admin', skill: 'webhooks', explains: true } as const;
const changes = { ...admins, effect: 'write', configures: true } as const;
const Id = Type.Object({ id: Type.Integer() });

const addWebHook = defineCall({
  ...changes,
  name: 'addWebHook',
  means:
    'Adds a webhook: whenever the property reports another content, the address is called with GET and id, cid, property and content in its query. The identifier is new and stays its own for ever.',
  input: Type.Object({
    type: Type.String({ description: 'component' }),
    cid: Type.String(),
    property: Type.String(),
    url: Type.String({ description: 'http:// or https://, without credentials; its own query is kept' }),
    enabled: Type.Optional(Type.Boolean({ description: 'true unless it is said' })),
  }),
  output: Id,
  errors: [106, 112, 117],
  run: async (context, { type, cid, property, url, enabled = true }) => {
    // First whether it can be at all, then whether what it names is there, as everywhere.
    const address = readAddress(url);
    if (typeof address === 'string') throw new CallFault(106, undefined, `url: ${address}`);
    if (type !== 'component') throw new CallFault(112, undefined, 'type: there is only component');
    const { components } = context.twin;
    if (components.get(cid)?.entry(property) === undefined) {
      const field = components.has(cid) ? 'property' : 'cid';
      throw new CallFault(112, undefined, `${field}: there is no such ${field === 'cid' ? 'component' : 'property'}`);
    }
    const hook = await context.webHooks.add({ url, enabled, cid: cid as ComponentId, property });
    note(context, 'add', hook.id, { type, origin: address.origin, enabled, cid, property });
    return { id: hook.id };
  },
});

const getWebHooks = defineCall({
  ...admins,
  name: 'getWebHooks',
  means: 'All webhooks, with their addresses as they were given.',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(WebHookRecord),
  errors: [117],
  run: ({ webHooks }) => [...webHooks.records.values()].map(webHookRecord),
});

const enabling = (name: string, enabled: boolean, means: string): CallDefinition =>
  defineCall({
    ...changes,
    name,
    means,
    input: Id,
    output: True,
    errors: [106, 112, 117],
    run: async (context, { id }) => {
      if (await context.webHooks.enable(id, enabled)) note(context, 'set', id, { enabled });
      return true as const;
    },
  });

const removeWebHook = defineCall({
  ...changes,
  name: 'removeWebHook',
  means: 'Removes a webhook; what waits to be sent for it is not sent any more.',
  input: Id,
  output: True,
  errors: [106, 112, 117],
  run: async (context, { id }) => {
    await context.webHooks.remove(id);
    note(context, 'remove', id, null);
    return true as const;
  },
});

const getWebHookDeliveries = defineCall({
  ...admins,
  name: 'getWebHookDeliveries',
  means:
    'What became of the latest 200 calls of a webhook since the controller started, the newest first: why did it not fire?',
  effect: 'read',
  input: Id,
  output: Type.Array(DeliveryRecord),
  errors: [106, 112, 117],
  run: ({ webHooks }, { id }) => webHooks.deliveries(id).map(deliveryRecord),
});

const testWebHook = defineCall({
  ...admins,
  name: 'testWebHook',
  means:
    'Calls the address of a webhook once, now, with the present content, even of a disabled one, and answers what became of it.',
  effect: 'write',
  input: Id,
  output: DeliveryRecord,
  errors: [106, 112, 116, 117],
  run: async ({ webHooks }, { id }) => deliveryRecord(await webHooks.test(id)),
});

export const webHookCalls: readonly CallDefinition[] = [
  addWebHook,
  getWebHooks,
  enabling('enableWebHook', true, 'Lets a webhook fire; of what has changed meanwhile it says nothing.'),
  enabling(
    'disableWebHook',
    false,
    'Keeps a webhook, but it does not fire; what waits to be sent for it is not sent any more.',
  ),
  removeWebHook,
  getWebHookDeliveries,
  testWebHook,
];

/** Of an address nothing but its origin is written down: any other part may be a secret. */
const note = (
  { twin, cause }: CallContext,
  action: 'add' | 'set' | 'remove',
  id: WebHook['id'],
  record: { readonly [field: string]: unknown } | null,
): void => twin.note({ collection: 'webhooks', action, id, cause }, record);
