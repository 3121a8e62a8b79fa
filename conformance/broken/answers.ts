import { isFields, type Json } from '../clients/json.ts';
import type { Faulty } from './faulty.ts';
import { answers, codes, components, entries } from './helpers.ts';

/** Controllers whose calls answer something else. */
export const ANSWERS: readonly Faulty[] = [
  {
    id: 'version-without-engine',
    spoils: 'getVersion lacks engine',
    caughtBy: ['version.record'],
    how: answers('getVersion', (answer) => ({ ...(answer as object), engine: null })),
  },
  {
    id: 'cid-as-number',
    spoils: 'cid is a bare number',
    caughtBy: ['component.cid'],
    how: components((component) => ({ ...component, cid: String(component.cid).slice(1) })),
  },
  {
    id: 'rooms-as-text',
    spoils: 'rooms are named by texts',
    caughtBy: ['component.rooms'],
    how: components((component) => ({ ...component, rooms: (component.rooms as readonly Json[]).map(String) })),
  },
  {
    id: 'local-time',
    spoils: 'lastUpdate is told without its time zone',
    caughtBy: ['entry.last-update'],
    how: entries((entry) => ({ ...entry, lastUpdate: String(entry.lastUpdate).replace('Z', '') })),
  },
  {
    id: 'content-as-boolean',
    spoils: 'the content of a switching state is true or false',
    caughtBy: ['entry.switch-content'],
    how: entries((entry) => (entry.property === 'state' ? { ...entry, content: entry.content === 1 } : entry)),
  },
  {
    id: 'state-as-text',
    spoils: 'the value of a switching state is on or off',
    caughtBy: ['entry.switch-value'],
    how: entries((entry) =>
      entry.property === 'state' ? { ...entry, value: entry.value === true ? 'on' : 'off' } : entry,
    ),
  },
  {
    id: 'descriptions-always',
    spoils: 'components describe their properties although nobody asked',
    caughtBy: ['components.plain'],
    how: components((component) => ({ ...component, properties: [] })),
  },
  {
    id: 'single-value-without-content',
    spoils: 'getComponentData lacks content',
    caughtBy: ['data.answer'],
    how: answers('getComponentData', (answer) => {
      const { content: _, ...rest } = answer as { content: Json };
      return rest;
    }),
  },
  {
    id: 'update-answers-true',
    spoils: 'componentUpdate answers a bare true',
    caughtBy: ['update.answer'],
    how: answers('componentUpdate', () => true),
  },
  {
    id: 'unknown-cid-accepted',
    spoils: 'a command to an unknown cid is answered with true',
    caughtBy: ['update.unknown-cid'],
    how: answers('componentUpdate', (answer) =>
      Object.fromEntries(Object.keys(answer as object).map((cid) => [cid, true])),
    ),
  },
  {
    id: 'scene-id-as-text',
    spoils: 'scenes are named by texts',
    caughtBy: ['scenes.list'],
    how: answers('getScenes', (list) =>
      (list as readonly { id: Json }[]).map((scene) => ({ ...scene, id: String(scene.id) })),
    ),
  },
  {
    id: 'scene-answers-object',
    spoils: 'executeScene answers an object instead of true',
    caughtBy: ['scene.true'],
    how: answers('executeScene', () => ({ done: true })),
  },
  {
    id: 'logout-answers-nothing',
    spoils: 'logout answers an empty object',
    caughtBy: ['session.logout'],
    how: answers('logout', () => ({})),
  },
  {
    id: 'not-found-106',
    spoils: 'what is not found is error 106',
    caughtBy: ['scene.unknown-112', 'errors.not-found'],
    how: codes(112, 106),
  },
  {
    id: 'unknown-call-112',
    spoils: 'an unknown call is error 112',
    caughtBy: ['errors.unknown-call'],
    how: codes(116, 112),
  },
  {
    id: 'refusal-112',
    spoils: 'a call that is not allowed is error 112',
    caughtBy: ['errors.not-allowed'],
    how: codes(117, 112),
  },
  {
    id: 'disabled-110',
    spoils: 'a disabled user is error 110',
    caughtBy: ['login.disabled-122'],
    how: codes(122, 110),
  },
  {
    id: 'wrong-password-106',
    spoils: 'a wrong password is error 106',
    caughtBy: ['login.wrong-110'],
    how: codes(110, 106),
  },
  { id: 'lockout-110', spoils: 'a lockout is error 110', caughtBy: ['lockout.code-109'], how: codes(109, 110) },
  {
    id: 'no-retry-after',
    spoils: 'a lockout does not say when to come again',
    caughtBy: ['lockout.retry-after'],
    how: () => ({
      call: (_, answer) => {
        if (!isFields(answer) || answer.errorCode !== 109) return answer;
        const { retryAfter: _gone, ...rest } = answer;
        return rest as Json;
      },
    }),
  },
];
