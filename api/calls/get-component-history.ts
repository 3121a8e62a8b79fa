import { Type } from '@sinclair/typebox';
import type { Cause } from '../../twin/index.ts';
import { defineCall } from '../call.ts';
import type { Caller } from '../caller.ts';
import { CallFault } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { Content, instantOf, LISTED, limitOf, Nullable, Since, Timestamp, Value } from './values.ts';

export const getComponentHistory = defineCall({
  name: 'getComponentHistory',
  means:
    'The values that a property had, the newest first, each with why it came about. How far back depends on how much has happened in the house since.',
  who: 'everyone',
  effect: 'read',
  skill: 'history',
  explains: true,
  input: Type.Object({
    cid: Type.String(),
    property: Type.String(),
    since: Since,
    limit: limitOf(LIMITS.historyListed.value),
  }),
  output: Type.Array(
    Type.Object({
      value: Value,
      content: Content,
      lastUpdate: Timestamp,
      cause: Type.Object({
        by: Type.String({ description: 'device, user, scene, automation, fault or restart' }),
        user: Type.Optional(
          Nullable(Type.String({ description: 'Others than oneself are for administrators to see' })),
        ),
        call: Type.Optional(Type.String()),
        scene: Type.Optional(Type.Integer()),
        automation: Type.Optional(Type.Integer()),
        run: Type.Optional(Type.Integer()),
      }),
    }),
  ),
  errors: [106, 112, 116, 117],
  run: async ({ twin, caller, history }, { cid, property, since, limit = LISTED }) => {
    const from = instantOf(since);
    const mayKnow = (): boolean => {
      const component = twin.components.get(cid);
      return component?.entry(property) !== undefined && caller.view.maySee(component);
    };
    if (!mayKnow()) throw new CallFault(112);
    const entries = await history.entries({ cid, property, since: from, limit });
    // Looking takes time, in which permissions may have changed.
    if (!mayKnow()) throw new CallFault(112);
    return entries.map(({ cause, ...entry }) => ({ ...entry, cause: causeAsSeenBy(caller, cause, twin.scenes) }));
  },
});

/** Users learn of themselves and of the scenes that they may run, of none that is gone; administrators of everybody and everything. */
const causeAsSeenBy = (
  { user, view }: Caller,
  cause: Cause,
  scenes: ReadonlyMap<number, unknown>,
): Cause | Pick<Cause, 'by'> => {
  if (user.group === 'admin') return cause;
  switch (cause.by) {
    case 'user': {
      const { by, call } = cause;
      return cause.user === user.username ? cause : { by, call };
    }
    case 'scene': {
      const { by, scene } = cause;
      return {
        by,
        ...(scenes.has(scene) && view.mayRun(scene) && { scene }),
        ...(cause.user === user.username && { user: cause.user }),
      };
    }
    case 'automation':
      return { by: 'automation' };
    default:
      return cause;
  }
};
