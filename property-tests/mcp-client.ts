import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** The library's own client in a session over HTTP. */
export interface McpClient {
  readonly client: Client;
  /** Methods of the notifications that came, in order. */
  readonly heard: readonly string[];
  /** What a tool answered as data; throws what it said if it refused. */
  tool(name: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** A resource as JSON. */
  read(uri: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export const connectMcp = async (base: string, token = 'sandbox-mcp-token'): Promise<McpClient> => {
  const client = new Client({ name: 'property-tests', version: '1' });
  const heard: string[] = [];
  client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  // The library declares its own transport without regard to exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    client,
    heard,
    async tool(name, input = {}) {
      const { content, structuredContent, isError } = (await client.callTool({
        name,
        arguments: input,
      })) as CallToolResult;
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      if (isError) throw new Error(text);
      if (JSON.stringify(structuredContent) !== text) throw new Error(`${name}: the text is not the data`);
      return structuredContent as Record<string, unknown>;
    },
    async read(uri) {
      const [content] = (await client.readResource({ uri })).contents;
      return JSON.parse(content && 'text' in content ? (content.text as string) : '');
    },
    async close() {
      await transport.terminateSession();
      await client.close();
    },
  };
};
