import { codeOf, told } from '../trials/caller.ts';
import type { Check } from './check.ts';
import { listOf } from './components.ts';
import { unusedId } from './http-form.ts';

const STEP_SECONDS = 2;
/** Less than the wait of the scene by what a step of a clock may cost. */
const SURELY_MS = 1_700;

/** Scenes of the suite's own; those of the house are only listed. */
export const SCENES: readonly Check[] = [
  {
    id: 'scenes.list',
    title: 'scenes are listed, and an unknown one is not found',
    proves: ['scenes.list', 'scene.unknown-112', 'errors.not-found', 'errors.parameter-missing'],
    needs: [],
    async run(t) {
      for (const caller of await t.callers()) {
        const list = await caller.call('getScenes');
        const shaped = Array.isArray(list.body) && listOf(list).every(({ id }) => Number.isInteger(id));
        t.expect('scenes.list', shaped, told(list));
        const unknown = await caller.call('executeScene', { id: unusedId(t.house.scenes) });
        t.expect('scene.unknown-112', unknown.code === 112, told(unknown));
        t.expect('errors.not-found', unknown.code === 112, told(unknown));
        const missing = await caller.call('executeScene', {});
        t.expect('errors.parameter-missing', missing.code === 106, told(missing));
      }
    },
  },
  {
    id: 'scenes.run',
    title: 'a scene is answered with true, and only when it has run completely',
    proves: ['scene.true', 'scene.complete', 'scene.effect'],
    needs: ['scenes', 'switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      for (const caller of await t.callers()) {
        let says = '';
        const effect = await t.inTries(async () => {
          const value = (await t.stateOf(lamp)) !== true;
          const scene = await t.workingScene([{ wait: STEP_SECONDS }, { cid: lamp.cid, property: 'state', value }]);
          const run = await caller.call('executeScene', { id: scene });
          t.expect('scene.true', run.body === true, told(run));
          const late = run.ms !== null && run.ms >= SURELY_MS;
          t.expect('scene.complete', late, `${told(run)} after ${run.ms} ms; the scene waits ${STEP_SECONDS} s`);
          says = `${told(run)}; ${lamp.cid} is to be ${value}`;
          return t.until(async () => (await t.stateOf(lamp)) === value);
        });
        t.expect('scene.effect', effect, says);
      }
    },
  },
  {
    id: 'scenes.time-limit',
    title: 'a call that takes longer than 15 seconds is given up',
    proves: ['status.timeout-408', 'limits.call-15s', 'limits.call-15s-socket'],
    needs: ['scenes', 'waits'],
    async run(t) {
      const scene = await t.workingScene([{ wait: 20 }]);
      const wire = await t.readyWire(4);
      const [answer, acknowledged] = await Promise.all([
        t.http.call('executeScene', t.user, { id: scene }),
        wire.call('executeScene', { id: scene }, 17_000),
      ]);
      const says = `status ${answer.status}, ${answer.text} after ${answer.ms} ms`;
      t.expect('status.timeout-408', answer.status === 408 && /"errorCode":\s*116\b/.test(answer.text), says);
      t.expect('limits.call-15s', answer.ms > 14_000 && answer.ms < 19_000, says);
      const given = !acknowledged.answered || /"errorCode":116\b/.test(JSON.stringify(acknowledged.answer));
      t.expect(
        'limits.call-15s-socket',
        given,
        acknowledged.answered ? JSON.stringify(acknowledged.answer) : 'no answer',
      );
    },
  },
  {
    id: 'calls.version',
    title: 'the version is told over every path',
    proves: ['version.record', 'call.get-version', 'http.success-body'],
    needs: [],
    async run(t) {
      const bodies: string[] = [];
      for (const caller of await t.callers()) {
        const reply = await caller.call('getVersion');
        const { api, ncd, engine } = (reply.body ?? {}) as Record<string, unknown>;
        t.expect(
          'version.record',
          [api, ncd, engine].every((text) => typeof text === 'string'),
          told(reply),
        );
        t.expect('call.get-version', reply.answered && reply.code === null, told(reply));
        bodies.push(JSON.stringify(reply.body));
      }
      t.expect('http.success-body', new Set(bodies).size === 1, bodies.join(' | '));
    },
  },
  {
    id: 'calls.logout',
    title: 'logging out is answered with true over every path',
    proves: ['session.logout', 'session.logout-credentials', 'session.logout-over-socket'],
    needs: [],
    async run(t) {
      const session = await t.session();
      const overHttp = await t.http.call('logout', { session });
      t.expect('session.logout', overHttp.body === true, `http: ${overHttp.text}`);
      const bare = await t.http.call('logout', t.user);
      t.expect(
        'session.logout-credentials',
        bare.status === 200 && bare.body === true,
        `status ${bare.status}, ${bare.text}`,
      );
      for (const generation of [4, 2] as const) {
        const shown = await t.session();
        const inside = await t.wire(generation, { session: shown });
        await inside.call('logout');
        const after = await t.http.call('getVersion', { session: shown });
        t.expect('session.logout-over-socket', codeOf(after.body) === 106, `socket${generation}: ${after.text}`);
        const wire = await t.readyWire(generation);
        const got = await wire.call('logout');
        t.expect('session.logout', got.answered && got.answer === true, `socket${generation}: ${JSON.stringify(got)}`);
      }
    },
  },
];
