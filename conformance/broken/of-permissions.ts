import { field, type Json } from '../clients/json.ts';
import type { Faulty, Spoiling } from './faulty.ts';
import { isCall, isRegular, withFields } from './helpers.ts';
import { updateOf } from './of-events.ts';

export const NOT_ALLOWED = { errorCode: 117, errorText: 'Not allowed' };
export const ADMIN = { 'auth-username': 'admin', 'auth-password': 'sandbox-admin' };

/** Changes what a call answers to regular users, errors as well. */
export const forRegular = (name: string, change: (answer: Json, parameters: Json) => Json) => (): Spoiling => ({
  call: (called, answer) => (called.name === name && isRegular(called) ? change(answer, called.parameters) : answer),
});

/** Commands of regular users are carried out as the administrator's; what is answered stays a refusal. */
const secretly = (): Spoiling => ({
  request: (passing) => {
    const { headers } = passing;
    if (!isCall(passing, 'componentUpdate') || headers['auth-username'] === 'admin') return undefined;
    Object.assign(headers, ADMIN, { 'x-faulty': 'secretly' });
    return undefined;
  },
  http: (returning, { headers }) => {
    if (headers['x-faulty'] === 'secretly') returning.body = returning.body.replace('true', 'false');
  },
});

/** Controllers that let users see or do something else. */
export const OF_PERMISSIONS: readonly Faulty[] = [
  {
    id: 'admin-refused-on-sockets',
    spoils: 'over Socket.io nobody may list webhooks',
    caughtBy: ['permission.admin'],
    how: () => ({
      call: ({ name, path }, answer) => (name === 'getWebHooks' && path !== 'http' ? NOT_ALLOWED : answer),
    }),
  },
  {
    id: 'tokens-for-all',
    spoils: 'everyone may list MCP tokens',
    caughtBy: ['permission.user-refused'],
    how: forRegular('getMCPTokens', () => []),
  },
  {
    id: 'scenes-for-admins',
    spoils: 'only administrators may list scenes',
    caughtBy: ['permission.user-allowed'],
    how: forRegular('getScenes', () => NOT_ALLOWED),
  },
  {
    id: 'off-listed',
    spoils: 'everyone is given the list of components of an administrator',
    caughtBy: ['permission.off-hidden'],
    how: () => {
      let all: Json = [];
      return {
        call: (called, answer) => {
          if (called.name !== 'getAllComponents' || !Array.isArray(answer)) return answer;
          if (called.user === 'admin') all = answer;
          return isRegular(called) ? all : answer;
        },
      };
    },
  },
  {
    id: 'off-readable',
    spoils: 'the values of a hidden component can be read',
    caughtBy: ['permission.off-data'],
    how: forRegular('getComponentData', (answer) =>
      field(answer, 'errorCode') === undefined ? answer : { value: true, content: 1, lastUpdate: null },
    ),
  },
  {
    id: 'forbidden-answered-true',
    spoils: 'a command that is not allowed is answered with true',
    caughtBy: ['permission.off-update', 'permission.view-update'],
    how: forRegular('componentUpdate', (answer, parameters) =>
      Object.values(answer as object).includes(false) ? { [String(field(parameters, 'cid'))]: true } : answer,
    ),
  },
  {
    id: 'forbidden-carried-out',
    spoils: 'a command that is not allowed is answered with false and carried out',
    caughtBy: ['permission.off-still', 'permission.view-still'],
    how: secretly,
  },
  {
    id: 'off-reported',
    spoils: 'everybody is told of every change',
    caughtBy: ['permission.off-silent'],
    how: () => ({
      broadcast: ({ name, user, parameters }) =>
        name === 'componentUpdate' && user === 'admin' ? ['onComponentUpdate', updateOf(parameters)] : undefined,
    }),
  },
  {
    id: 'view-hidden',
    spoils: 'regular users are given no components',
    caughtBy: ['permission.view-listed'],
    how: forRegular('getAllComponents', () => []),
  },
  {
    id: 'view-not-reported',
    spoils: 'regular users are told of no change',
    caughtBy: ['permission.view-reported'],
    how: () => ({
      event: (name, payload, _, user) => (name === 'onComponentUpdate' && isRegular({ user }) ? [] : payload),
    }),
  },
  {
    id: 'scenes-all-listed',
    spoils: 'scenes that are Off are listed',
    caughtBy: ['permission.scene-hidden'],
    how: () => {
      const made: Json[] = [];
      return {
        call: (called, answer) => {
          const id = called.name === 'addScene' ? field(answer, 'id') : undefined;
          if (id !== undefined) made.push(id as Json);
          const adds = called.name === 'getScenes' && isRegular(called) && Array.isArray(answer);
          return adds ? [...answer, ...made.map((each) => ({ id: each, name: 'made' }))] : answer;
        },
      };
    },
  },
  {
    id: 'scene-off-112',
    spoils: 'a scene that is Off is error 112',
    caughtBy: ['permission.scene-refused'],
    how: forRegular('executeScene', (answer) =>
      field(answer, 'errorCode') === 117 ? withFields(answer, { errorCode: 112 }) : answer,
    ),
  },
];
