import { field, type Json } from '../clients/json.ts';
import type { Faulty, Spoiling } from './faulty.ts';
import { isCall, refused, withFields } from './helpers.ts';
import { ADMIN, forRegular, NOT_ALLOWED } from './of-permissions.ts';

/** The name of each user becomes the administrator's for one call; what is answered is a refusal all the same. */
const secretly = (name: string) => (): Spoiling => ({
  request: (passing) => {
    const { headers } = passing;
    if (!isCall(passing, name) || headers['auth-username'] === 'admin') return undefined;
    Object.assign(headers, ADMIN, { 'x-faulty': 'secretly' });
    return undefined;
  },
  http: (returning, { headers }) => {
    if (headers['x-faulty'] === 'secretly') Object.assign(returning, refused(400, 117));
  },
});

/** A call of regular users is answered as if they might. */
const mayMake = (name: string) =>
  forRegular(name, (answer) => (field(answer, 'errorCode') === 117 ? { id: 999_999 } : answer));

const isRefused = (answer: Json): boolean => field(answer, 'errorCode') === 117;

/** Controllers that take regular users for less, or for more, than they are. */
export const OF_USERS: readonly Faulty[] = [
  {
    id: 'reading-for-admins',
    spoils: 'only administrators may read a single value',
    caughtBy: ['permission.user-reads'],
    how: forRegular('getComponentData', () => NOT_ALLOWED),
  },
  {
    id: 'commanding-for-admins',
    spoils: 'commands of regular users are answered with false',
    caughtBy: ['permission.user-commands'],
    how: forRegular('componentUpdate', (_, given) => ({ [String(field(given, 'cid'))]: false })),
  },
  {
    id: 'running-for-admins',
    spoils: 'only administrators may run scenes',
    caughtBy: ['permission.user-scenes'],
    how: forRegular('executeScene', () => NOT_ALLOWED),
  },
  {
    id: 'no-scenes-for-users',
    spoils: 'regular users are listed no scenes',
    caughtBy: ['permission.user-scenes'],
    how: forRegular('getScenes', () => []),
  },
  {
    id: 'refused-and-disabled',
    spoils: 'disableWebHook of a regular user is refused and done',
    caughtBy: ['permission.refused-still'],
    how: secretly('disableWebHook'),
  },
  {
    id: 'refused-and-removed',
    spoils: 'removeWebHook of a regular user is refused and done',
    caughtBy: ['permission.refused-still'],
    how: secretly('removeWebHook'),
  },
  {
    id: 'users-make-users',
    spoils: 'regular users may make users',
    caughtBy: ['permission.makes-refused'],
    how: mayMake('addUser'),
  },
  {
    id: 'users-make-scenes',
    spoils: 'regular users may make scenes',
    caughtBy: ['permission.makes-refused'],
    how: mayMake('addScene'),
  },
  {
    id: 'users-add-hooks',
    spoils: 'regular users may add webhooks',
    caughtBy: ['permission.user-refused'],
    how: mayMake('addWebHook'),
  },
  {
    id: 'users-enable-hooks',
    spoils: 'regular users may enable webhooks',
    caughtBy: ['permission.user-refused'],
    how: forRegular('enableWebHook', (answer) => (isRefused(answer) ? true : answer)),
  },
  {
    id: 'users-make-tokens',
    spoils: 'regular users are given MCP tokens',
    caughtBy: ['permission.user-refused'],
    how: forRegular('addMCPToken', (answer) => (isRefused(answer) ? { id: 999_999, token: 'for-all' } : answer)),
  },
  {
    id: 'off-scene-runs',
    spoils: 'a scene that is Off is refused and runs',
    caughtBy: ['permission.scene-still'],
    how: secretly('executeScene'),
  },
  {
    id: 'scene-does-nothing',
    spoils: 'a scene is answered with true and has done nothing',
    caughtBy: ['scene.effect'],
    how: () => {
      const given = new Map<unknown, Json>();
      let last: Json = null;
      return {
        // On its way in, every command is lost; the list tells it all the same.
        request: (passing) => {
          if (!isCall(passing, 'addScene')) return undefined;
          const { steps = [], ...record } = JSON.parse(passing.body) as { steps?: readonly Json[] };
          last = steps;
          passing.body = JSON.stringify({ ...record, steps: steps.filter((step) => field(step, 'cid') === undefined) });
          return undefined;
        },
        call: ({ name }, answer) => {
          if (name === 'addScene') given.set(field(answer, 'id'), last);
          if (name !== 'getScenes' || !Array.isArray(answer)) return answer;
          return answer.map((scene) => withFields(scene, { steps: given.get(field(scene, 'id')) ?? [] }));
        },
      };
    },
  },
];
