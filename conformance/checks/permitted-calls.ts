import { field, isFields } from '../clients/json.ts';
import { brief, type Caller, type Reply, told } from '../trials/caller.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';
import { listOf } from './components.ts';

/** Nobody is there: these webhooks never need to fire. */
const NOWHERE = 'http://127.0.0.1:9/nowhere';

/** Which calls a regular user may use, and which not. */
export const PERMITTED_CALLS: readonly Check[] = [
  {
    id: 'permissions.calls',
    title: 'a regular user is refused the calls that administer, and nothing comes of them',
    proves: [
      ...['permission.user-refused', 'permission.user-status', 'permission.refused-still'],
      ...['errors.not-allowed', 'errors.text-117'],
    ],
    needs: ['users'],
    async run(t) {
      const { login } = await t.lodger();
      // What the controller does not have at all is no question of permission.
      if (!t.house.hooks && !t.house.tokens) {
        const about = ['permission.user-refused', 'permission.user-status', 'errors.not-allowed', 'errors.text-117'];
        return t.unable(about, 'the controller has none of the calls that the specification reserves');
      }
      const cid = String(t.house.components[0]?.cid);
      const url = `${NOWHERE}?${t.name('hook')}`;
      const given = { type: 'component', cid, property: propertyOf(t.house.components[0]), url };
      const id = t.house.hooks ? await t.hook(given) : 0;
      for (const caller of await t.callers(login)) {
        if (t.house.hooks) {
          refused(t, 'getWebHooks', await caller.call('getWebHooks'));
          for (const name of ['disableWebHook', 'enableWebHook', 'removeWebHook']) {
            refused(t, name, await caller.call(name, { id }));
          }
          await addedBy(t, caller, given);
        }
        if (!t.house.tokens) continue;
        refused(t, 'getMCPTokens', await caller.call('getMCPTokens'));
        // What these take is not shown: a controller may find fault with that first.
        for (const name of ['addMCPToken', 'setMCPToken', 'removeMCPToken']) {
          const reply = await caller.call(name, { id: 0, name: t.name('token') });
          if (reply.code !== 106) refused(t, name, reply);
        }
      }
      if (!t.house.hooks) return t.unable(['permission.refused-still'], 'the controller has no webhooks');
      const { body } = await t.http.call('getWebHooks', t.user);
      const records = (Array.isArray(body) ? body.filter(isFields) : []).filter((record) => record.url === url);
      const still = records.length === 1 && records[0]?.id === id && records[0].enabled === true;
      t.expect('permission.refused-still', still, `after the refusals: ${brief(records)}`);
    },
  },
  {
    id: 'permissions.everyone',
    title: 'a regular user may use the calls for everyone',
    proves: ['permission.user-allowed', 'permission.user-reads', 'permission.user-scenes'],
    needs: ['users', 'scenes'],
    async run(t) {
      const { login } = await t.lodger();
      const scene = await t.scene([]);
      const [first] = t.house.components;
      const parameters = { cid: first?.cid, property: propertyOf(first) };
      for (const caller of await t.callers(login)) {
        for (const name of ['getVersion', 'getAllComponents', 'getScenes']) {
          const reply = await caller.call(name);
          t.expect('permission.user-allowed', reply.answered && reply.code === null, `${name}, ${told(reply)}`);
        }
        const read = await caller.call('getComponentData', parameters);
        t.expect('permission.user-reads', isFields(read.body) && 'content' in read.body, told(read));
        const listed = listOf(await caller.call('getScenes')).some(({ id }) => id === scene);
        const run = await caller.call('executeScene', { id: scene });
        t.expect('permission.user-scenes', listed && run.body === true, `listed ${listed}, ${told(run)}`);
      }
    },
  },
  {
    id: 'permissions.commands',
    title: 'a regular user may command where nothing forbids it',
    proves: ['permission.user-commands'],
    needs: ['users', 'switches'],
    async run(t) {
      const lamp = await t.lamp();
      const { login } = await t.lodger();
      for (const caller of await t.callers(login)) {
        const command = await caller.call('componentUpdate', { cid: lamp.cid, property: 'state', value: !lamp.state });
        t.expect('permission.user-commands', field(command.body, lamp.cid) === true, told(command));
      }
    },
  },
  {
    id: 'permissions.makers',
    title: 'a regular user makes no users and no scenes',
    proves: ['permission.makes-refused'],
    needs: ['users'],
    async run(t) {
      const { login } = await t.lodger();
      for (const caller of await t.callers(login)) {
        const user = { username: t.name('user'), password: `${t.name('Word1')}-long-enough`, group: 'user' };
        const makes = [['addUser', user, 'removeUser'] as const];
        const scene = ['addScene', { name: t.name('scene'), rooms: [], steps: [] }, 'removeScene'] as const;
        for (const [name, given, remove] of t.house.makesScenes ? [...makes, scene] : makes) {
          const reply = await caller.call(name, given);
          const id = field(reply.body, 'id');
          if (id !== undefined) await t.http.call(remove, t.user, { id });
          // What these take is not shown: a controller may find fault with that first.
          if (reply.code !== 106) t.expect('permission.makes-refused', reply.code === 117, `${name}, ${told(reply)}`);
        }
      }
    },
  },
];

/** Says that a call was refused, and how. */
function refused(t: Trial, name: string, reply: Reply): void {
  t.expect('permission.user-refused', reply.code === 117, `${name}, ${told(reply)}`);
  t.expect('errors.not-allowed', reply.code === 117, `${name}, ${told(reply)}`);
  if (reply.status === null) return;
  t.expect('permission.user-status', reply.status === 400, `${name}, ${told(reply)}`);
  t.expect('errors.text-117', field(reply.body, 'errorText') === 'Not allowed', `${name}, ${told(reply)}`);
}

/** What was added all the same is removed again; then there was one more for a moment. */
async function addedBy(t: Trial, caller: Caller, given: object): Promise<void> {
  const reply = await caller.call('addWebHook', given);
  const id = field(reply.body, 'id');
  if (id !== undefined) await t.http.call('removeWebHook', t.user, { id });
  refused(t, 'addWebHook', reply);
}

const propertyOf = (component: { readonly data?: unknown } | undefined): string =>
  String(Array.isArray(component?.data) ? field(component.data[0], 'property') : undefined);
