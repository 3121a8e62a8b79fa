import { Type } from '@sinclair/typebox';
import type { McpToken } from '../access/mcp-tokens.ts';
import { type CallDefinition, defineCall } from '../call.ts';
import { noteElsewhere } from './configure.ts';
import { tokenRecord } from './remote-tokens.ts';
import { Nullable, Timestamp, True } from './values.ts';

const rights = {
  enabled: Type.Boolean(),
  readOnly: Type.Boolean({ description: 'Whether an assistant with this token may change nothing' }),
};

const getMCPTokens = defineCall({
  name: 'getMCPTokens',
  means: 'The tokens of the MCP endpoint, with the time of their last use; never a token itself.',
  who: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      ...{ id: Type.Integer(), name: Type.String(), ...rights },
      ...{ created: Timestamp, lastUsed: Nullable(Timestamp) },
    }),
  ),
  errors: [],
  run: ({ mcpTokens }) => mcpTokens.all.map(mcpTokenRecord),
});

const addMCPToken = defineCall({
  name: 'addMCPToken',
  means:
    'Issues a token of the MCP endpoint: an assistant that sends it as authorization: Bearer … has the rights of an administrator, whatever users may do. It is shown this once.',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({ name: Type.String(), readOnly: Type.Optional(rights.readOnly) }),
  output: Type.Object({ id: Type.Integer(), token: Type.String() }),
  errors: [106],
  run: async (context, { name, readOnly = false }) => {
    const added = await context.mcpTokens.add(name, { enabled: true, readOnly });
    noteElsewhere(context, { collection: 'mcpTokens', action: 'add', id: added.id }, { name, readOnly });
    return added;
  },
});

const setMCPToken = defineCall({
  name: 'setMCPToken',
  means:
    'Renames a token of the MCP endpoint, disables or enables it, or lets it only read. What it opened ends, or loses its tools, at once.',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({
    id: Type.Integer(),
    ...Type.Partial(Type.Object({ name: Type.String(), ...rights })).properties,
  }),
  output: True,
  errors: [106, 112],
  run: async (context, { id, name, enabled, readOnly }) => {
    const changes = {
      ...(name !== undefined && { name }),
      ...(enabled !== undefined && { enabled }),
      ...(readOnly !== undefined && { readOnly }),
    };
    await context.mcpTokens.set(id, changes);
    noteElsewhere(context, { collection: 'mcpTokens', action: 'set', id }, changes);
    return true as const;
  },
});

const removeMCPToken = defineCall({
  name: 'removeMCPToken',
  means: 'Removes a token of the MCP endpoint. What it opened ends at once.',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({ id: Type.Integer() }),
  output: True,
  errors: [106, 112],
  run: async (context, { id }) => {
    await context.mcpTokens.remove(id);
    noteElsewhere(context, { collection: 'mcpTokens', action: 'remove', id }, null);
    return true as const;
  },
});

/** `getMCPTokens`, `addMCPToken`, `setMCPToken`, `removeMCPToken`. */
export const mcpTokenCalls: readonly CallDefinition[] = [getMCPTokens, addMCPToken, setMCPToken, removeMCPToken];

/** A token as admins see it: everything but the token. */
export const mcpTokenRecord = (token: McpToken) => {
  const { id, name, ...times } = tokenRecord(token);
  return { id, name, enabled: token.enabled, readOnly: token.readOnly, ...times };
};
