import type { ServerResponse } from 'node:http';

/** A request that no server of a session answers. */
export interface McpRefusal {
  readonly status: number;
  /** Of JSON-RPC; -32000 is left to servers. */
  readonly code: number;
  readonly message: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
}

const refusal = (status: number, message: string, code = -32_000): McpRefusal => ({ status, code, message });
const BEARER = ['www-authenticate', 'Bearer'];

/** The order of the checks is the order of the contract: from where, by whom, for what. */
export const REMOTE = refusal(511, 'MCP can be reached on the local network only');
export const FOREIGN_HOST = refusal(
  403,
  'Address the controller by its address or by a name of the local network: other names may lead here without meaning to',
);
export const FOREIGN_SITE = refusal(403, 'Pages of other sites may not use MCP');
export const SWITCHED_OFF = refusal(404, 'The MCP skill is switched off');
export const NO_SUCH_METHOD: McpRefusal = {
  ...refusal(405, 'Method not allowed'),
  headers: ['allow', 'GET, POST, DELETE'],
};
export const NO_TOKEN: McpRefusal = {
  ...refusal(401, 'Missing or invalid Authorization header'),
  headers: BEARER,
};
export const WRONG_TOKEN: McpRefusal = { ...refusal(401, 'Invalid token'), headers: BEARER };
/** The same for a session that never was, one that ended, and one of another token. */
export const NO_SESSION = refusal(400, 'Bad Request: no valid session; begin one with initialize');

export const TOO_LARGE = refusal(413, 'Payload Too Large: a message has at most 1 MiB');
export const TOO_MANY_SESSIONS = refusal(429, 'Too many sessions are in use; end one of them');
export const TOO_MANY_REQUESTS = refusal(429, 'Too many requests wait for their answer');
export const NOT_JSON = refusal(400, 'Parse error: the body is not JSON', -32_700);
export const NOT_INITIALIZE = refusal(
  400,
  'Invalid params: initialize needs protocolVersion, capabilities and clientInfo',
  -32_602,
);
export const NO_BATCH = refusal(400, 'Invalid Request: the version of the session has no batches', -32_600);
export const EMPTY_BATCH = refusal(400, 'Invalid Request: a batch has at least one message', -32_600);
export const ID_IN_USE = refusal(400, 'Invalid Request: a request with this id waits for its answer', -32_600);
export const UNAVAILABLE = refusal(503, 'The controller cannot answer now');

/** Answers with a JSON-RPC error. What is still coming of the request is read and thrown away, but not for ever. */
export const refuse = (res: ServerResponse, { status, code, message, headers = [] }: McpRefusal): void => {
  const text = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
  res.writeHead(status, [
    ...['content-type', 'application/json', 'content-length', String(Buffer.byteLength(text))],
    ...['cache-control', 'no-store', 'x-content-type-options', 'nosniff'],
    ...headers,
  ]);
  res.end(text);
};
