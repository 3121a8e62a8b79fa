import { Type } from '@sinclair/typebox';
import { toIso } from '../../twin/index.ts';
import type { TokenFacts } from '../access/token-list.ts';
import { type CallDefinition, defineCall } from '../call.ts';
import { noteElsewhere } from './configure.ts';
import { Nullable, Timestamp, True } from './values.ts';

const getRemoteTokens = defineCall({
  name: 'getRemoteTokens',
  means: 'The tokens of remote access, with the time of their last use; never a token itself.',
  who: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), created: Timestamp, lastUsed: Nullable(Timestamp) }),
  ),
  errors: [],
  run: ({ remoteTokens }) => remoteTokens.all.map(tokenRecord),
});

const addRemoteToken = defineCall({
  name: 'addRemoteToken',
  means:
    'Issues a token for remote access: whoever sends it as x-remote-token may try to log in there. It is shown this once, and only on the local network.',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  local: true,
  input: Type.Object({ name: Type.String() }),
  output: Type.Object({ id: Type.Integer(), token: Type.String() }),
  errors: [106, 117],
  run: async (context, { name }) => {
    const added = await context.remoteTokens.add(name, {});
    noteElsewhere(context, { collection: 'remoteTokens', action: 'add', id: added.id }, { name });
    return added;
  },
});

const removeRemoteToken = defineCall({
  name: 'removeRemoteToken',
  means: 'Removes a token of remote access. Connections that came in with it end at once.',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({ id: Type.Integer() }),
  output: True,
  errors: [106, 112],
  run: async (context, { id }) => {
    await context.remoteTokens.remove(id);
    noteElsewhere(context, { collection: 'remoteTokens', action: 'remove', id }, null);
    return true as const;
  },
});

/** `getRemoteTokens`, `addRemoteToken`, `removeRemoteToken`. */
export const remoteTokenCalls: readonly CallDefinition[] = [getRemoteTokens, addRemoteToken, removeRemoteToken];

/** A token as admins see it: everything but the token. */
export const tokenRecord = ({ id, name, created, lastUsed }: TokenFacts) => ({
  id,
  name,
  created: toIso(created),
  lastUsed: lastUsed === null ? null : toIso(lastUsed),
});
