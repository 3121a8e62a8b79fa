import { field } from '../clients/json.ts';
import type { Lamp } from '../discovery/lamps.ts';
import { brief, type Caller, told } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';
import { listOf } from './components.ts';

const SILENCE_MS = 700;

/** Who may see and do what. */
export const PERMISSIONS: readonly Check[] = [
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
      }
      const { still, says } = await forbidden(t, 'permission.off-update', lamp, await t.callers(login));
      t.expect('permission.off-still', still, says);
      await t.toggle(lamp);
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
        const reads = typeof field(read.body, 'value') === 'boolean';
        t.expect('permission.view-listed', listed && reads, `listed ${listed}, ${told(read)}`);
      }
      const { still, says } = await forbidden(t, 'permission.view-update', lamp, await t.callers(login));
      t.expect('permission.view-still', still, says);
      const value = await t.toggle(lamp);
      for (const wire of wires) {
        const heard = await wire.next('onComponentUpdate', { cid: lamp.cid, property: 'state', value });
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
  {
    id: 'permissions.scene-still',
    title: 'a scene that is Off and was refused has not run',
    proves: ['permission.scene-still'],
    needs: ['users', 'scenes', 'switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      let says = '';
      const still = await t.inTries(async () => {
        const before = (await t.stateOf(lamp)) === true;
        const scene = await t.workingScene([{ cid: lamp.cid, property: 'state', value: !before }]);
        const { login } = await t.lodger({ scenes: { [scene]: 'Off' } });
        await t.http.call('executeScene', login, { id: scene });
        await t.wait(SILENCE_MS);
        const after = await t.stateOf(lamp);
        says = `state ${brief(after)} after the refusal, before ${before}`;
        return after === before;
      });
      t.expect('permission.scene-still', still, says);
    },
  },
];

/** Commands that must change nothing, over every path; three times, as somebody may switch by hand at the very moment. */
async function forbidden(t: Trial, id: string, lamp: Lamp, callers: readonly Caller[]) {
  let says = '';
  const still = await t.inTries(async () => {
    const before = await t.stateOf(lamp);
    for (const caller of callers) {
      const command = await caller.call('componentUpdate', {
        cid: lamp.cid,
        property: 'state',
        value: before !== true,
      });
      t.expect(id, field(command.body, lamp.cid) === false, told(command));
    }
    await t.wait(SILENCE_MS);
    const after = await t.stateOf(lamp);
    says = `state ${brief(after)}, before ${brief(before)}`;
    return after === before;
  });
  return { still, says };
}

/** A lamp in some room: a level can be given only for rooms. */
async function roomLamp(t: Trial): Promise<Lamp> {
  const lamp = await t.lamp();
  if (lamp.rooms.length === 0) throw new Missing(`${lamp.cid} is in no room`);
  return lamp;
}

/** Its rooms at this level; the most generous of a component's rooms counts. */
const levels = ({ rooms }: Lamp, level: string) => Object.fromEntries(rooms.map((room) => [String(room), level]));
