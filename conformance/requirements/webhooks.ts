import { CALLS, HTTP, must, section, type Transport, unseen } from './requirement.ts';

const HOOK: readonly Transport[] = ['webhook'];

/** Addresses that the controller calls by itself. */
export const WEBHOOK_RULES = [
  ...section('Webhook', {
    'webhook.id': must(CALLS, 'addWebHook answers an object with id, a whole number.'),
    'webhook.record': must(CALLS, 'A record has id, created, lastUpdate, type, url, enabled, cid and property.'),
    'webhook.record-times': must(CALLS, 'created and lastUpdate are moments in UTC by ISO 8601.'),
    'webhook.record-kept': must(CALLS, 'A record tells what was given: type, url, cid and property.'),
    'webhook.record-types': must(CALLS, 'id is a whole number, enabled a boolean, everything else in a record a text.'),
    'webhook.times-order': must(CALLS, 'lastUpdate is not before created.'),
    'webhook.last-update': must(HTTP, 'Switching a webhook on moves lastUpdate and leaves created.'),
    'webhook.id-unique': must(CALLS, 'No two webhooks have the same id.'),
    'webhook.enabled-default': must(CALLS, 'Without enabled a webhook is enabled.'),
    'webhook.enabled-false': must(CALLS, 'With enabled: false it is stored and disabled.'),
    'webhook.disable': must(CALLS, 'After disableWebHook it is still stored, and disabled.'),
    'webhook.enable': must(CALLS, 'After enableWebHook it is enabled.'),
    'webhook.remove': must(CALLS, 'After removeWebHook it is not listed any more.'),
    'webhook.missing-106': must(CALLS, 'addWebHook without cid or property is error 106.'),
    'webhook.missing-url-106': must(CALLS, 'addWebHook without url is error 106.'),
    'webhook.unknown-id-112': must(CALLS, 'disableWebHook of an unknown id is error 112.'),
    'webhook.unknown-type-112': must(CALLS, 'addWebHook with an unknown type is error 112.'),
    'webhook.unchangeable': unseen(
      'A webhook cannot be changed, only removed and added again.',
      'The specification names no call that would change one.',
    ),
    'webhook.restart': unseen('A webhook survives a restart.', 'The suite cannot restart somebody else’s controller.'),
  }),
  ...section('Webhook call', {
    'hook-call.fires': must(HOOK, 'The address is called when the watched value changes.'),
    'hook-call.get': must(HOOK, 'It is called with GET.'),
    'hook-call.id': must(HOOK, 'The query names the webhook’s id.'),
    'hook-call.cid': must(HOOK, 'The query names cid and property.'),
    'hook-call.content': must(HOOK, 'content is the raw value: 1 or 0 for a switching state.'),
    'hook-call.user-agent': must(HOOK, 'The call has a User-Agent.'),
    'hook-call.once': must(HOOK, 'One change is one call.'),
    'hook-call.each': must(HOOK, 'Every webhook of a value is called.'),
    'hook-call.only-watched': must(HOOK, 'A change of another property or component does not call the address.'),
    'hook-call.disabled-silent': must(HOOK, 'A disabled webhook does not call.'),
    'hook-call.removed-silent': must(HOOK, 'A removed webhook does not call.'),
    'hook-call.enabled-again': must(HOOK, 'A webhook that is enabled again calls again.'),
    'hook-call.answer-ignored': must(HOOK, 'Whatever the receiver answers, the next change calls it again.'),
    'hook-call.no-retry': must(HOOK, 'A call that failed is not repeated.'),
    'hook-call.five-seconds': must(HOOK, 'The controller waits at most 5 seconds for the receiver.'),
    'hook-call.self-signed': must(HOOK, 'A receiver with a self-signed certificate is not called.'),
    'hook-call.no-secret': must(HOOK, 'The call carries no authentication.'),
    'hook-call.user-agent-name': must(HOOK, 'The User-Agent carries the name of the controller.'),
    'hook-call.log': unseen('A call that failed is noted in the log.', 'The log is not part of the interface.'),
  }),
];
