import { must, section, should, type Transport, unseen } from './requirement.ts';

const MCP: readonly Transport[] = ['mcp'];
const NOT_SHOWN = 'The specification does not show it.';

/** The path of assistants. */
export const MCP_RULES = [
  ...section('MCP session', {
    'mcp.initialize': must(MCP, 'initialize with a valid token opens a session.'),
    'mcp.session-id': must(MCP, 'Its answer carries the header Mcp-Session-Id.'),
    'mcp.instructions': must(MCP, 'Its answer has instructions that explain the data model.'),
    'mcp.no-session-400': must(MCP, 'A request that is not initialize and has no valid session is status 400.'),
    'mcp.initialized': must(MCP, 'notifications/initialized is accepted.'),
    'mcp.get-stream': must(MCP, 'GET opens the stream of notifications.'),
    'mcp.delete': must(MCP, 'DELETE closes the session; it is not valid any more.'),
  }),
  ...section('MCP endpoint', {
    'mcp.event-stream': must(MCP, 'POST is answered as text/event-stream.'),
    'mcp.message-lines': must(
      MCP,
      'An answer is a line "event: message" and a line "data:" with the JSON-RPC response.',
    ),
    'mcp.json-rpc': must(MCP, 'An answer is JSON-RPC 2.0 with the id of its request.'),
    'mcp.protocol-version': must(MCP, 'result.protocolVersion is a text.'),
    'mcp.capabilities': must(MCP, 'tools, resources and prompts are offered, each with listChanged: true.'),
    'mcp.completions': must(MCP, 'completions is offered as an empty object.'),
    'mcp.server-name': must(MCP, 'serverInfo.name is service-mcp.'),
    'mcp.tools-list': must(MCP, 'tools/list answers a list of tools with names.'),
    'mcp.tools-cover': should(MCP, 'There are tools for components, scenes, rooms, zones, automations and skills.'),
    'mcp.read-only-hint': must(MCP, 'Tools that only read carry readOnlyHint.'),
    'mcp.tool-result': must(MCP, 'A tool answers content with one entry of type text that holds JSON.'),
    'mcp.component-by-id': must(MCP, 'component_get_by_id with cid answers that component.'),
    'mcp.resources': must(MCP, 'The resources of all components, scenes and rooms are listed.'),
    'mcp.prompts': must(MCP, 'prompts/list answers a list that is not empty.'),
    'mcp.users-read-only': must(MCP, 'No tool changes users.'),
    'mcp.reserved': must(MCP, 'No tool restores a backup, resets, forwards ports or sets up remote access.'),
    'mcp.same-values': must(MCP, 'What a tool tells of a component is what the API tells.'),
    'mcp.sdk-client': must(MCP, 'An ordinary MCP client can connect, list and call.'),
    'mcp.list-changed': must(MCP, 'When a list changes, connected clients are notified.'),
    'mcp.tool-names': unseen('There are further tools and prompts.', NOT_SHOWN),
    'mcp.errors': unseen('JSON-RPC errors have bodies.', NOT_SHOWN),
  }),
  ...section('MCP endpoint statuses', {
    'mcp.token-missing-401': must(MCP, 'Without a token the status is 401.'),
    'mcp.token-missing-text': should(MCP, 'The refusal reads "Missing or invalid Authorization header".'),
    'mcp.token-unknown-401': must(MCP, 'With an unknown token the status is 401.'),
    'mcp.token-unknown-text': should(MCP, 'The refusal reads "Invalid token".'),
    'mcp.token-disabled-401': must(MCP, 'With a disabled token the status is 401.'),
    'mcp.token-each-request': must(MCP, 'The token is asked for on every request, not only on initialize.'),
    'mcp.skill-off-404': must(MCP, 'While the MCP skill is off the status is 404.'),
    'mcp.remote-511': must(['remote'], 'Through remote access the status is 511.'),
    'mcp.user-login-refused': must(MCP, 'User name and password do not open the endpoint.'),
    'mcp.token-is-admin': must(MCP, 'A token sees every component, whatever rooms a user may see.'),
    'mcp.local-only': unseen(
      'The endpoint is reachable in the local network only.',
      'The suite stands in one network.',
    ),
  }),
];
