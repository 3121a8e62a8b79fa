import { BRIDGE_RULES } from './bridge.ts';
import { HTTP_RULES } from './http.ts';
import { LOCKOUT_RULES } from './lockout.ts';
import { MCP_RULES } from './mcp.ts';
import { REMOTE_AND_TLS_RULES } from './remote-and-tls.ts';
import type { Requirement } from './requirement.ts';
import { RESOURCE_RULES } from './resources.ts';
import { SESSION_RULES } from './sessions.ts';
import { WEBHOOK_RULES } from './webhooks.ts';

/** The version of the interface that the rows are frozen for. */
export const INTERFACE_VERSION = 'v1';

/** Everything that the interface asks for. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...HTTP_RULES,
  ...SESSION_RULES,
  ...LOCKOUT_RULES,
  ...RESOURCE_RULES,
  ...WEBHOOK_RULES,
  ...MCP_RULES,
  ...REMOTE_AND_TLS_RULES,
  ...BRIDGE_RULES,
];

const BY_ID: ReadonlyMap<string, Requirement> = new Map(REQUIREMENTS.map((row) => [row.id, row]));

/** The row with this id; an unknown one is a fault of the suite itself. */
export const requirement = (id: string): Requirement => {
  const row = BY_ID.get(id);
  if (row === undefined) throw new Error(`no requirement is called ${id}`);
  return row;
};
