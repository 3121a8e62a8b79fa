import type { Called, HookCall } from '../clients/receiver.ts';
import type { Lamp } from '../discovery/lamps.ts';
import { brief } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Check } from './check.ts';

/** Long enough for a call that must not come. */
const SILENCE_MS = 1_000;
/** What was on its way when a webhook was switched off may still arrive. */
const QUIET_MS = 200;

/** What is seen when nothing comes. */
const SILENT = ['disabled-silent', 'enabled-again', 'removed-silent', 'only-watched'].map(
  (name) => `hook-call.${name}`,
);

/** Webhooks as they fire: the suite opens the addresses itself. */
export const HOOK_CALLS: readonly Check[] = [
  {
    id: 'hooks.fires',
    title: 'a webhook calls its address with GET and the raw value',
    proves: [
      ...['hook-call.fires', 'hook-call.get', 'hook-call.id', 'hook-call.cid', 'hook-call.content'],
      ...['hook-call.user-agent', 'hook-call.no-secret', 'hook-call.once'],
    ],
    needs: ['webhooks', 'switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      const receiver = await t.receiver();
      const id = await t.hook({ cid: lamp.cid, property: 'state', url: receiver.url });
      for (let count = 0; count < 2; count += 1) {
        const state = await t.toggle(lamp);
        const got = await receiver.next();
        if (!t.expect('hook-call.fires', got.called, `switched to ${state}: ${got.called ? 'called' : 'no call'}`))
          return;
        const { method, query, headers } = (got as { call: HookCall }).call;
        t.expect('hook-call.get', method === 'GET', method);
        t.expect('hook-call.id', query.id === String(id), brief(query));
        t.expect('hook-call.cid', query.cid === lamp.cid && query.property === 'state', brief(query));
        t.expect('hook-call.content', query.content === String(Number(state)), `switched to ${state}: ${brief(query)}`);
        t.expect('hook-call.user-agent', (headers['user-agent'] ?? '') !== '', brief(headers));
        const secret = ['authorization', 'cookie', 'auth-password', 'x-service-sid'].filter((name) => name in headers);
        t.expect('hook-call.no-secret', secret.length === 0, `headers ${Object.keys(headers).join(', ')}`);
        const more = await receiver.next(SILENCE_MS);
        // Somebody may switch by hand: then it is another content.
        const twice = more.called && more.call.query.content === query.content;
        t.expect('hook-call.once', !twice, twice ? `called again: ${brief(more.call.query)}` : 'called once');
      }
    },
  },
  {
    id: 'hooks.named',
    title: 'a webhook tells the receiver which controller calls',
    proves: ['hook-call.user-agent-name'],
    // The interface tells the name nowhere else.
    needs: ['webhooks', 'switches', 'waits', 'name'],
    async run(t) {
      const lamp = await t.lamp();
      const receiver = await t.receiver();
      await t.hook({ cid: lamp.cid, property: 'state', url: receiver.url });
      await t.toggle(lamp);
      const got = await receiver.next();
      if (!got.called) throw new Missing('no call came');
      const agent = got.call.headers['user-agent'] ?? '';
      // As it is, or in UTF-8, of which a header here has a letter for each byte; in a comment some letters are escaped.
      const told = [agent, Buffer.from(agent, 'latin1').toString('utf8')].map((text) => text.replaceAll('\\', ''));
      const holds = told.some((text) => text.includes((t.around.target.name ?? '').replaceAll('\\', '')));
      t.expect('hook-call.user-agent-name', holds, `User-Agent: ${agent}`);
    },
  },
  {
    id: 'hooks.silence',
    title: 'a webhook is silent while it is disabled, after its removal, and about everything else',
    proves: SILENT,
    needs: ['webhooks', 'switches', 'waits'],
    async run(t) {
      if (t.around.lamps.size < 2) return t.unable(SILENT, 'needs two things that may be switched');
      const [lamp, other] = (await t.lamps(2)) as [Lamp, Lamp];
      const receiver = await t.receiver();
      const id = await t.hook({ cid: lamp.cid, property: 'state', url: receiver.url, enabled: false });
      await t.toggle(lamp);
      const disabled = await receiver.next(SILENCE_MS);
      t.expect('hook-call.disabled-silent', !disabled.called, `added disabled: ${brief(disabled)}`);
      await t.http.call('enableWebHook', t.user, { id });
      let says = '';
      const quiet = await t.inTries(async () => {
        const before = await t.stateOf(lamp);
        await t.toggle(other);
        const elsewhere = await receiver.next(SILENCE_MS);
        says = `${other.cid} switched: ${brief(elsewhere)}`;
        // Who switched the watched one by hand is right to call.
        const byHand = elsewhere.called && elsewhere.call.query.cid === lamp.cid && (await t.stateOf(lamp)) !== before;
        return !elsewhere.called || byHand;
      });
      t.expect('hook-call.only-watched', quiet, says);
      await t.toggle(lamp);
      const enabled = await receiver.next();
      t.expect('hook-call.enabled-again', enabled.called, `enabled: ${brief(enabled)}`);
      await t.http.call('disableWebHook', t.user, { id });
      await receiver.next(QUIET_MS);
      await t.toggle(lamp);
      const again = await receiver.next(SILENCE_MS);
      t.expect('hook-call.disabled-silent', !again.called, `disabled later: ${brief(again)}`);
      await t.http.call('enableWebHook', t.user, { id });
      await t.http.call('removeWebHook', t.user, { id });
      await receiver.next(QUIET_MS);
      await t.toggle(lamp);
      const removed = await receiver.next(SILENCE_MS);
      t.expect('hook-call.removed-silent', !removed.called, `removed: ${brief(removed)}`);
    },
  },
  {
    id: 'hooks.several',
    title: 'every webhook of a value is called',
    proves: ['hook-call.each'],
    needs: ['webhooks', 'switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      const receivers = [await t.receiver(), await t.receiver()];
      for (const { url } of receivers) await t.hook({ cid: lamp.cid, property: 'state', url });
      await t.toggle(lamp);
      for (const [index, receiver] of receivers.entries()) {
        const got = await receiver.next();
        t.expect('hook-call.each', got.called, `webhook ${index + 1} of 2: ${got.called ? 'called' : 'no call'}`);
      }
    },
  },
  {
    id: 'hooks.failing-receiver',
    title: 'a call that fails is not repeated, and the next change calls again',
    proves: ['hook-call.no-retry', 'hook-call.answer-ignored'],
    needs: ['webhooks', 'switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      const receiver = await t.receiver(500);
      await t.hook({ cid: lamp.cid, property: 'state', url: receiver.url });
      await t.toggle(lamp);
      const first = await receiver.next();
      const repeated = await receiver.next(2_500);
      t.expect('hook-call.no-retry', !again(first, repeated), `after a 500: ${brief(repeated)}`);
      await t.toggle(lamp);
      const next = await receiver.next();
      t.expect('hook-call.answer-ignored', next.called, `the next change: ${next.called ? 'called' : 'silent'}`);
    },
  },
  {
    id: 'hooks.slow-receiver',
    title: 'the controller waits at most five seconds for a receiver',
    proves: ['hook-call.five-seconds', 'hook-call.no-retry'],
    needs: ['webhooks', 'switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      const receiver = await t.receiver('never');
      await t.hook({ cid: lamp.cid, property: 'state', url: receiver.url });
      await t.toggle(lamp);
      const first = await receiver.next();
      const { ms } = await receiver.heldFor(8_000);
      // A clock of its own, a busy machine: a second more is not held against anybody.
      t.expect(
        'hook-call.five-seconds',
        ms !== null && ms <= 6_500,
        ms === null ? 'it still waits after 8 s' : `${ms} ms`,
      );
      const repeated = await receiver.next(1_500);
      t.expect('hook-call.no-retry', !again(first, repeated), `after no answer: ${brief(repeated)}`);
    },
  },
  {
    id: 'hooks.self-signed',
    title: 'a receiver whose certificate nobody vouches for is not called',
    proves: ['hook-call.self-signed'],
    needs: ['webhooks', 'switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      const receiver = await t.receiver(200, true);
      await t.hook({ cid: lamp.cid, property: 'state', url: receiver.url });
      await t.toggle(lamp);
      const got = await receiver.next(2_000);
      t.expect('hook-call.self-signed', !got.called, brief(got));
    },
  },
];

/** The same was told once more; another content is a change that somebody made by hand. */
const again = (first: Called, next: Called): boolean =>
  next.called && (!first.called || next.call.query.content === first.call.query.content);
