import { field } from '../clients/json.ts';
import type { Lamp } from '../discovery/lamps.ts';
import { brief, told } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';
import { listOf } from './components.ts';

const SILENCE_MS = 700;

/** Calls that only administrators may use, as the specification names them. */
const HOOK_CALLS = ['addWebHook', 'getWebHooks', 'disableWebHook', 'enableWebHook', 'removeWebHook'];
const TOKEN_CALLS = ['addMCPToken', 'getMCPTokens', 'setMCPToken', 'removeMCPToken'];

/** Who may see and do what. */
export const PERMISSIONS: readonly Check[] = [
  {
    id: 'permissions.calls',
    title: 'a regular user may use the calls for everyone and no others',
    proves: [
      'permission.user-refused',
      'permission.user-status',
      'permission.user-allowed',
      'errors.not-allowed',
      'errors.text-117',
    ],
    needs: ['users'],
    async run(t) {
      const { login } = await t.lodger();
      // What the controller does not have at all is no question of permission.
      const refused = [...(t.house.hooks ? HOOK_CALLS : []), ...(t.house.tokens ? TOKEN_CALLS : [])];
      if (refused.length === 0) {
        const about = ['permission.user-refused', 'permission.user-status', 'errors.not-allowed', 'errors.text-117'];
        t.unable(about, 'the controller has none of the calls that the specification reserves');
      }
      for (const caller of await t.callers(login)) {
        for (const name of refused) {
          const reply = await caller.call(name, { id: 0 });
          t.expect('permission.user-refused', reply.code === 117, `${name}, ${told(reply)}`);
          t.expect('errors.not-allowed', reply.code === 117, `${name}, ${told(reply)}`);
          if (reply.status === null) continue;
          t.expect('permission.user-status', reply.status === 400, `${name}, ${told(reply)}`);
          t.expect('errors.text-117', field(reply.body, 'errorText') === 'Not allowed', `${name}, ${told(reply)}`);
        }
        for (const name of ['getVersion', 'getAllComponents', 'getScenes']) {
          const reply = await caller.call(name);
          t.expect('permission.user-allowed', reply.answered && reply.code === null, `${name}, ${told(reply)}`);
        }
      }
    },
  },
  {
    id: 'permissions.admin',
    title: 'an administrator may use the calls that administer',
    proves: ['permission.admin'],
    needs: ['webhooks'],
    async run(t) {
      for (const caller of await t.callers()) {
        const reply = await caller.call('getWebHooks');
        t.expect('permission.admin', Array.isArray(reply.body), told(reply));
      }
    },
  },
  {
    id: 'permissions.room-off',
    title: 'a room that is Off is not there',
    proves: [
      'permission.off-hidden',
      'permission.off-data',
      'permission.off-update',
      'permission.off-still',
      'permission.off-silent',
    ],
    needs: ['users', 'switches', 'waits'],
    async run(t) {
      const lamp = await roomLamp(t);
      const { login } = await t.lodger({ rooms: levels(lamp, 'Off') });
      const wires = [await t.readyWire(4, login), await t.readyWire(2, login)];
      for (const caller of await t.callers(login)) {
        const list = await caller.call('getAllComponents');
        const hidden = Array.isArray(list.body) && !listOf(list).some(({ cid }) => cid === lamp.cid);
        t.expect('permission.off-hidden', hidden, `${lamp.cid} in the list, ${caller.path}`);
        const read = await caller.call('getComponentData', { cid: lamp.cid, property: 'state' });
        t.expect('permission.off-data', read.code !== null, told(read));
        const command = await caller.call('componentUpdate', { cid: lamp.cid, property: 'state', value: !lamp.state });
        t.expect('permission.off-update', field(command.body, lamp.cid) === false, told(command));
      }
      await t.wait(SILENCE_MS);
      const state = await t.stateOf(lamp);
      t.expect('permission.off-still', state === lamp.state, `state ${brief(state)}, before ${lamp.state}`);
      await t.switchTo(lamp, !lamp.state);
      for (const wire of wires) {
        const heard = await wire.next('onComponentUpdate', { cid: lamp.cid }, SILENCE_MS);
        t.expect(
          'permission.off-silent',
          !heard.heard,
          `socket${wire.generation}: ${heard.heard ? brief(heard.payload) : 'silent'}`,
        );
      }
    },
  },
  {
    id: 'permissions.room-view',
    title: 'a room that is View only can be read and not commanded',
    proves: ['permission.view-listed', 'permission.view-update', 'permission.view-still', 'permission.view-reported'],
    needs: ['users', 'switches', 'waits'],
    async run(t) {
      const lamp = await roomLamp(t);
      const { login } = await t.lodger({ rooms: levels(lamp, 'View only') });
      const wires = [await t.readyWire(4, login), await t.readyWire(2, login)];
      for (const caller of await t.callers(login)) {
        const listed = listOf(await caller.call('getAllComponents')).some(({ cid }) => cid === lamp.cid);
        const read = await caller.call('getComponentData', { cid: lamp.cid, property: 'state' });
        t.expect(
          'permission.view-listed',
          listed && field(read.body, 'value') === lamp.state,
          `listed ${listed}, ${told(read)}`,
        );
        const command = await caller.call('componentUpdate', { cid: lamp.cid, property: 'state', value: !lamp.state });
        t.expect('permission.view-update', field(command.body, lamp.cid) === false, told(command));
      }
      await t.wait(SILENCE_MS);
      const state = await t.stateOf(lamp);
      t.expect('permission.view-still', state === lamp.state, `state ${brief(state)}, before ${lamp.state}`);
      await t.switchTo(lamp, !lamp.state);
      for (const wire of wires) {
        const heard = await wire.next('onComponentUpdate', { cid: lamp.cid, property: 'state', value: !lamp.state });
        t.expect(
          'permission.view-reported',
          heard.heard,
          `socket${wire.generation}: ${heard.heard ? 'reported' : 'silent'}`,
        );
      }
    },
  },
  {
    id: 'permissions.scene-off',
    title: 'a scene that is Off is not listed and cannot be run',
    proves: ['permission.scene-hidden', 'permission.scene-refused'],
    needs: ['users', 'scenes'],
    async run(t) {
      const scene = await t.scene([]);
      const { login } = await t.lodger({ scenes: { [scene]: 'Off' } });
      for (const caller of await t.callers(login)) {
        const list = await caller.call('getScenes');
        const hidden = Array.isArray(list.body) && !listOf(list).some(({ id }) => id === scene);
        t.expect('permission.scene-hidden', hidden, `scene ${scene} in the list, ${caller.path}`);
        const run = await caller.call('executeScene', { id: scene });
        t.expect('permission.scene-refused', run.code === 117, told(run));
      }
    },
  },
];

/** A lamp in some room: a level can be given only for rooms. */
async function roomLamp(t: Trial): Promise<Lamp> {
  const lamp = await t.lamp();
  if (lamp.rooms.length === 0) throw new Missing(`${lamp.cid} is in no room`);
  return lamp;
}

/** Its rooms at this level; the most generous of a component's rooms counts. */
const levels = ({ rooms }: Lamp, level: string) => Object.fromEntries(rooms.map((room) => [String(room), level]));
