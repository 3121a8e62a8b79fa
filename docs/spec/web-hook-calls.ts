import { type CallRow, optional, required } from './call-row.ts';
import type { Code } from './errors.ts';
import type { From } from './from.ts';
import { WEB_HOOK, WEB_HOOK_DELIVERY } from './records.ts';
import { BOOLEAN, INTEGER, list, TEXT, TRUE } from './shape.ts';

const id = required('id', INTEGER);

/** Calls that manage webhooks. While the skill is off each is error 117. */
export const WEB_HOOK_CALLS: readonly CallRow[] = [
  {
    name: 'addWebHook',
    who: 'admin',
    parameters: [
      required('type', TEXT),
      required('cid', TEXT),
      required('property', TEXT),
      required('url', TEXT),
      optional('enabled', BOOLEAN),
    ],
    answer: { type: 'object', fields: { id: INTEGER } },
    errors: [106, 112, 117],
    from: 'Specification: Calls',
  },
  {
    name: 'getWebHooks',
    who: 'admin',
    parameters: [],
    answer: list(WEB_HOOK),
    errors: [117],
    from: 'Specification: Calls',
  },
  ...['enableWebHook', 'disableWebHook', 'removeWebHook'].map(
    (name): CallRow => ({
      name,
      who: 'admin',
      parameters: [id],
      answer: TRUE,
      errors: [106, 112, 117],
      from: 'Decided: webhooks',
    }),
  ),
  {
    name: 'getWebHookDeliveries',
    who: 'admin',
    parameters: [id],
    answer: list(WEB_HOOK_DELIVERY),
    errors: [106, 112, 117],
    from: 'Decided: webhooks',
  },
  {
    name: 'testWebHook',
    who: 'admin',
    parameters: [id],
    answer: WEB_HOOK_DELIVERY,
    errors: [106, 112, 116, 117],
    from: 'Decided: webhooks',
  },
];

/** What `addWebHook` answers; the first row that applies. */
export const ADD_WEB_HOOK_ANSWERS = [
  { when: 'a parameter is missing or wrongly typed', answer: 106, from: 'Specification: Calls' },
  { when: 'the address is none that could be called', answer: 106, from: 'Decided: webhooks' },
  { when: 'the type is unknown', answer: 112, from: 'Specification: Calls' },
  { when: 'the cid or the property is unknown', answer: 112, from: 'Decided: webhooks' },
  { when: 'there are too many', answer: 106, from: 'Decided: webhooks' },
] as const satisfies readonly { when: string; answer: Code; from: From }[];

/** Parameters that are added to the address's own query, in their order. */
export const WEB_HOOK_PARAMETERS = ['id', 'cid', 'property', 'content'] as const;
