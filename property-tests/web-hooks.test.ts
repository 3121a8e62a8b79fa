import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { until } from './fixtures.ts';
import { WebHookModel } from './models/web-hooks.ts';
import { openReceiver } from './receiver.ts';
import { webHookHouse } from './web-hook-house.ts';

const LAMPS = ['C1', 'C2'] as const;
const MODES = ['ok', 'error', 'redirect', 'reset', 'hangs up', 'closes', 'slow', 'holds'] as const;

const lamp = fc.constantFrom(...LAMPS);
const hook = fc.nat(5);
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('change' as const), cid: lamp }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), cid: lamp }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('add' as const), cid: lamp, receiver: fc.nat(2), enabled: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('enable' as const), hook }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('disable' as const), hook }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), hook }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('skill' as const), enabled: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('mode' as const), receiver: fc.nat(2), mode: fc.constantFrom(...MODES) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('turn' as const) }) },
);

/** Two webhooks on one lamp, at different receivers. */
const BEGINNING = [0, 1].map((receiver) => ({ do: 'add', cid: 'C1', receiver, enabled: true }) as const);

/** Answers well, and closes the connection without having said so. */
const close: RequestListener = (request, response) => {
  response.removeHeader('connection');
  response.end('thanks', () => setTimeout(() => request.socket.destroy(), 1));
};

/** Somebody who misbehaves; `release` answers whoever was kept waiting. */
const troublemaker = () => {
  const held = new Set<ServerResponse>();
  let mode: (typeof MODES)[number] = 'ok';
  const answer: RequestListener = (request, response) => {
    if (mode === 'ok') response.end('thanks');
    else if (mode === 'error') response.writeHead(500).end('x'.repeat(1_000));
    else if (mode === 'redirect') response.writeHead(302, { location: request.url }).end();
    else if (mode === 'reset') request.socket.resetAndDestroy();
    else if (mode === 'hangs up') request.socket.end();
    else if (mode === 'closes') close(request, response);
    else if (mode === 'slow') setTimeout(() => response.end(), 3);
    else held.add(response);
  };
  return {
    answer,
    be(wanted: (typeof MODES)[number]) {
      mode = wanted;
    },
    release() {
      mode = 'ok';
      for (const response of held) response.end();
      held.clear();
    },
  };
};

test('a webhook sends each change once and in order, and nothing while it is disabled, whatever receivers and owners do', async () => {
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 60 }), async (steps) => {
      const house = await webHookHouse();
      const model = new WebHookModel();
      const troubles = [0, 1, 2].map(troublemaker);
      const receivers = await Promise.all(troubles.map(({ answer }) => openReceiver(answer)));
      const ids: number[] = [];
      const contents = new Map<string, number>();
      let isOn = true;
      const told = () => receivers.flatMap((receiver) => receiver.told);
      const settle = async () => {
        for (const { release } of troubles) release();
        await until(
          () => model.objectionTo(told()) === null,
          `no objection: ${model.objectionTo(told())}`,
          4_000,
        ).catch(() => assert.fail(String(model.objectionTo(told()))));
        model.settled();
      };
      const report = (cid: string, content: number) => {
        contents.set(cid, content);
        house.dim(cid, content);
        model.report(cid, content);
      };
      try {
        for (const one of [...BEGINNING, ...steps]) {
          const id = 'hook' in one ? (ids[one.hook % Math.max(1, ids.length)] ?? 0) : 0;
          if (one.do === 'change') report(one.cid, (contents.get(one.cid) ?? 0) + 1);
          else if (one.do === 'repeat') report(one.cid, contents.get(one.cid) ?? 0);
          else if (one.do === 'mode') troubles[one.receiver]?.be(one.mode);
          else if (one.do === 'settle') await settle();
          else if (one.do === 'turn') await new Promise((resolve) => setTimeout(resolve, 2));
          else if (one.do === 'skill') {
            await house.ask('setSkill', { id: 'webhooks', enabled: one.enabled });
            isOn = one.enabled;
            model.skill(one.enabled);
          } else if (isOn && one.do === 'add') {
            const added = await house.add(one.cid, receivers[one.receiver]?.origin ?? '', one.enabled, 'brightness');
            ids.push(added);
            model.add(added, one.cid, one.enabled);
          } else if (isOn && (one.do === 'enable' || one.do === 'disable' || one.do === 'remove')) {
            const answer = await house.ask(`${one.do}WebHook`, { id });
            if (answer !== true) continue;
            if (one.do === 'remove') model.remove(id);
            else model.enable(id, one.do === 'enable');
          }
        }
        await settle();
        // Whatever should not be sent has had its chance.
        await new Promise((resolve) => setTimeout(resolve, 25));
        assert.equal(model.objectionTo(told()), null);
        calls += told().length;
      } finally {
        await house.ask('setSkill', { id: 'webhooks', enabled: false });
        await house.close();
        await Promise.all(receivers.map(({ close }) => close()));
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
  assert.ok(calls > 150, `${calls} calls`);
});
