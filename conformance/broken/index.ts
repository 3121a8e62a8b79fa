import { ANSWERS } from './answers.ts';
import type { Faulty } from './faulty.ts';
import { HOOKS } from './hooks.ts';
import { OF_COMPONENTS } from './of-components.ts';
import { OF_CONNECTIONS } from './of-connections.ts';
import { OF_EVENTS } from './of-events.ts';
import { OF_FACES } from './of-faces.ts';
import { OF_FORMS } from './of-forms.ts';
import { OF_HOOK_RECORDS } from './of-hook-records.ts';
import { OF_LOCKOUTS } from './of-lockouts.ts';
import { OF_MCP } from './of-mcp.ts';
import { OF_MCP_DOORS } from './of-mcp-doors.ts';
import { OF_MCP_REQUESTS } from './of-mcp-requests.ts';
import { OF_PERMISSIONS } from './of-permissions.ts';
import { OF_REQUESTS } from './of-requests.ts';
import { OF_SESSIONS } from './of-sessions.ts';
import { OF_TEXTS } from './of-texts.ts';
import { OF_USERS } from './of-users.ts';
import { OF_WEBHOOKS } from './of-webhooks.ts';
import { OVER_HTTP } from './over-http.ts';
import { WIRES } from './wires.ts';

/** Every controller with a fault. */
export const FAULTY: readonly Faulty[] = [
  ...ANSWERS,
  ...OF_COMPONENTS,
  ...OVER_HTTP,
  ...OF_FORMS,
  ...OF_TEXTS,
  ...OF_REQUESTS,
  ...OF_SESSIONS,
  ...OF_LOCKOUTS,
  ...OF_PERMISSIONS,
  ...OF_USERS,
  ...WIRES,
  ...OF_EVENTS,
  ...OF_CONNECTIONS,
  ...HOOKS,
  ...OF_HOOK_RECORDS,
  ...OF_WEBHOOKS,
  ...OF_MCP,
  ...OF_MCP_DOORS,
  ...OF_MCP_REQUESTS,
  ...OF_FACES,
];
