import { BRIDGE } from './bridge.ts';
import type { Check } from './check.ts';
import { COMPONENTS } from './components.ts';
import { CONNECTIONS } from './connections.ts';
import { EVENTS } from './events.ts';
import { HOOK_CALLS } from './hook-calls.ts';
import { HOOK_RECORDS } from './hook-records.ts';
import { HTTP_FORM } from './http-form.ts';
import { HTTP_REQUESTS } from './http-requests.ts';
import { LANGUAGES_OF_ERRORS } from './languages.ts';
import { LOCKOUT_TIMES } from './lockout-times.ts';
import { LOCKOUTS } from './lockouts.ts';
import { LOGINS } from './logins.ts';
import { MCP_CLIENTS } from './mcp-clients.ts';
import { MCP_DOORS } from './mcp-doors.ts';
import { MCP_ENDPOINT } from './mcp-endpoint.ts';
import { PATHS_ALIKE } from './paths-alike.ts';
import { PERMISSIONS } from './permissions.ts';
import { PERMITTED_CALLS } from './permitted-calls.ts';
import { PROPERTIES } from './properties.ts';
import { REMOTE_ACCESS } from './remote-access.ts';
import { SCENES } from './scenes.ts';
import { SESSION_TIMES } from './session-times.ts';
import { TLS } from './tls.ts';

/** Every question that the suite asks. */
export const CHECKS: readonly Check[] = [
  ...BRIDGE,
  ...HTTP_FORM,
  ...HTTP_REQUESTS,
  ...LANGUAGES_OF_ERRORS,
  ...LOGINS,
  ...CONNECTIONS,
  ...COMPONENTS,
  ...EVENTS,
  ...PERMISSIONS,
  ...PERMITTED_CALLS,
  ...SCENES,
  ...LOCKOUTS,
  ...LOCKOUT_TIMES,
  ...SESSION_TIMES,
  ...HOOK_CALLS,
  ...HOOK_RECORDS,
  ...MCP_CLIENTS,
  ...MCP_DOORS,
  ...MCP_ENDPOINT,
  ...PATHS_ALIKE,
  ...PROPERTIES,
  ...REMOTE_ACCESS,
  ...TLS,
];
