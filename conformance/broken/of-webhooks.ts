import { field } from '../clients/json.ts';
import type { Faulty, HookCall, Spoiling } from './faulty.ts';
import { codes, fieldIn, isCall, swallowed } from './helpers.ts';

/** Changes how receivers are called. */
const calls = (change: (call: HookCall) => HookCall) => (): Spoiling => ({ hook: (call) => [change(call)] });

/** Receivers are called as they should be, but something goes wrong before. */
const calling = (spoiling: Spoiling) => (): Spoiling => ({ hook: (call) => [call], ...spoiling });

/** `enabled` of what is added over HTTP becomes this. */
const added = (enabled: boolean, where: (given: unknown) => boolean): Spoiling => ({
  request: (passing) => {
    if (isCall(passing, 'addWebHook') && where(fieldIn(passing, 'enabled')))
      passing.body = JSON.stringify({ ...JSON.parse(passing.body), enabled });
    return undefined;
  },
});

/** Controllers that keep webhooks otherwise, or call otherwise. */
export const OF_WEBHOOKS: readonly Faulty[] = [
  {
    id: 'hooks-doubled',
    spoils: 'every change calls the receiver twice',
    caughtBy: ['hook-call.once'],
    how: () => ({ hook: (call) => [call, call] }),
  },
  {
    id: 'hooks-first-only',
    spoils: 'of several webhooks of a value only the first is called',
    caughtBy: ['hook-call.each'],
    how: () => {
      let first: string | undefined;
      return {
        hook: (call) => {
          first ??= call.query.id;
          return call.query.id === first ? [call] : [];
        },
      };
    },
  },
  {
    id: 'hooks-without-cid',
    spoils: 'webhooks do not tell the component',
    caughtBy: ['hook-call.cid'],
    how: calls(({ query: { cid: _, ...query }, ...call }) => ({ ...call, query })),
  },
  {
    id: 'hooks-without-content',
    spoils: 'webhooks do not tell the content',
    caughtBy: ['hook-call.content'],
    how: calls(({ query: { content: _, ...query }, ...call }) => ({ ...call, query })),
  },
  {
    id: 'hooks-off-by-default',
    spoils: 'a webhook is disabled unless enabled is given',
    caughtBy: ['webhook.enabled-default'],
    how: () => added(false, (enabled) => enabled === undefined),
  },
  {
    id: 'hooks-always-on',
    spoils: 'enabled: false is ignored when a webhook is added',
    caughtBy: ['webhook.enabled-false'],
    how: () => added(true, (enabled) => enabled === false),
  },
  {
    id: 'disable-ignored',
    spoils: 'disableWebHook does nothing',
    caughtBy: ['webhook.disable'],
    how: swallowed('disableWebHook', true),
  },
  {
    id: 'enable-ignored',
    spoils: 'enableWebHook does nothing',
    caughtBy: ['webhook.enable'],
    how: swallowed('enableWebHook', true),
  },
  {
    id: 'remove-ignored',
    spoils: 'removeWebHook does nothing',
    caughtBy: ['webhook.remove'],
    how: swallowed('removeWebHook', true),
  },
  {
    id: 'hook-missing-112',
    spoils: 'a webhook without cid is error 112',
    caughtBy: ['webhook.missing-106'],
    how: codes(106, 112, 'addWebHook'),
  },
  {
    id: 'hook-type-106',
    spoils: 'an unknown type of webhook is error 106',
    caughtBy: ['webhook.unknown-type-112'],
    how: codes(112, 106, 'addWebHook'),
  },
  {
    id: 'hooks-posted',
    spoils: 'receivers are called with POST',
    caughtBy: ['hook-call.get'],
    how: calls((call) => ({ ...call, method: 'POST' })),
  },
  {
    id: 'hooks-without-property',
    spoils: 'webhooks do not tell the property',
    caughtBy: ['hook-call.cid'],
    how: calls(({ query: { property: _, ...query }, ...call }) => ({ ...call, query })),
  },
  {
    id: 'hooks-anonymous',
    spoils: 'webhooks have no User-Agent',
    caughtBy: ['hook-call.user-agent'],
    how: calls((call) => ({ ...call, headers: {} })),
  },
  {
    id: 'hooks-of-another-name',
    spoils: 'webhooks do not tell which controller calls',
    caughtBy: ['hook-call.user-agent-name'],
    how: calls((call) => ({ ...call, headers: { ...call.headers, 'user-agent': 'controller' } })),
  },
  {
    id: 'hooks-with-password',
    spoils: 'webhooks carry authentication',
    caughtBy: ['hook-call.no-secret'],
    how: calls((call) => ({ ...call, headers: { ...call.headers, authorization: 'Bearer of-the-house' } })),
  },
  {
    id: 'hooks-of-everything',
    spoils: 'webhooks are called whatever is switched',
    caughtBy: ['hook-call.only-watched'],
    how: () => {
      const watched = new Set<unknown>();
      return {
        hook: (call) => [call],
        rings: ({ name, parameters }) => {
          const cid = field(parameters, 'cid');
          if (name === 'addWebHook') watched.add(cid);
          return name === 'componentUpdate' && !watched.has(cid) ? { id: '1', cid: String(cid) } : undefined;
        },
      };
    },
  },
  {
    id: 'disabled-calls',
    spoils: 'a webhook that was disabled goes on calling',
    caughtBy: ['hook-call.disabled-silent'],
    how: calling(swallowed('disableWebHook', true)()),
  },
  {
    id: 'removed-calls',
    spoils: 'a webhook that was removed goes on calling',
    caughtBy: ['hook-call.removed-silent'],
    how: calling(swallowed('removeWebHook', true)()),
  },
  {
    id: 'enabled-silent',
    spoils: 'a webhook that is enabled again stays silent',
    caughtBy: ['hook-call.enabled-again'],
    how: calling(swallowed('enableWebHook', true)()),
  },
  {
    id: 'hooks-offended',
    spoils: 'a receiver that answered 500 is not called any more',
    caughtBy: ['hook-call.answer-ignored'],
    how: () => {
      let offended = false;
      return {
        hook: (call) => (offended ? [] : [call]),
        hookAnswered: (status) => {
          offended ||= status >= 500;
        },
      };
    },
  },
  {
    id: 'hooks-credulous',
    spoils: 'receivers are called whatever certificate they show',
    caughtBy: ['hook-call.self-signed'],
    how: calling({ credulous: true }),
  },
];
