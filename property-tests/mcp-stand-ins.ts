import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the suite sends it. */
interface Message {
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
}

/**
 * What stands for the fixtures of the conformance suite, which asks every server for tools, prompts and resources of its own
 * making. A house has none of these, but it has others that have to hold the same rules.
 */
const STAND_INS: { readonly [method: string]: (params: { readonly [name: string]: unknown }) => object | undefined } = {
  'tools/call': ({ name, ...params }) => {
    const tool = TOOLS[String(name)];
    return tool && { ...params, ...tool };
  },
  'resources/read': ({ uri }) => resource(uri),
  'resources/subscribe': ({ uri }) => resource(uri),
  'resources/unsubscribe': ({ uri }) => resource(uri),
  'prompts/get': ({ name, arguments: given }) => {
    if (name === 'test_simple_prompt') return { name: 'status_report' };
    const idea = Object.values((given ?? {}) as { readonly [name: string]: string }).join(' ');
    return name === 'test_prompt_with_arguments' ? { name: 'automation_draft', arguments: { idea } } : undefined;
  },
  'completion/complete': () => ({
    ref: { type: 'ref/prompt', name: 'status_report' },
    argument: { name: 'room', value: 'test' },
  }),
};

const TOOLS: { readonly [name: string]: object } = {
  test_simple_text: { name: 'system_status', arguments: {} },
  test_error_handling: { name: 'component_get_by_id', arguments: { cid: 'C999999' } },
  test_tool_with_progress: { name: 'scene_run', arguments: { scene: 8 } },
};

const RESOURCES: { readonly [uri: string]: string } = {
  'test://static-text': 'service://rooms/all',
  'test://template/123/data': 'service://components/C123',
  'test://watched-resource': 'service://rooms/all',
};

const resource = (uri: unknown): object | undefined => {
  const own = RESOURCES[String(uri)];
  return own === undefined ? undefined : { uri: own };
};

const inOurWords = (text: string): string => {
  const message = JSON.parse(text) as Message;
  const own = message.params && STAND_INS[message.method ?? '']?.(message.params);
  return own === undefined ? text : JSON.stringify({ ...message, params: own });
};

/** Hands everything on to an MCP endpoint with a token, which the suite cannot send; nothing but names of fixtures is changed. */
export const standInFor = async (base: string, token: string) => {
  const { hostname, port } = new URL(base);
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = text === '' ? '' : inOurWords(text);
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = req.headers;
      const onward = request({
        ...{ hostname, port, path: req.url, method: req.method },
        headers: {
          ...headers,
          authorization: `Bearer ${token}`,
          ...(body !== '' && { 'content-length': Buffer.byteLength(body) }),
        },
      });
      onward.on('response', (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
        res.flushHeaders();
        answer.pipe(res);
      });
      onward.on('error', () => res.destroy());
      res.on('close', () => onward.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
