import type { Tape } from './tape.ts';

/** What an ordinary client was told. */
export interface SdkSummary {
  readonly server: string;
  readonly tools: number;
  readonly called: boolean;
  /** Whether any list is another one after `change`. */
  readonly changed: boolean | null;
  /** A notification that a list has changed, if one was waited for and came. */
  readonly notified: boolean | null;
  /** What it could not do with the controller. */
  readonly failed: string | null;
}

/** Somebody else's client: connects, lists, calls a tool, and hears of a change that `change` makes. */
export const bySdk = (
  tape: Tape,
  endpoint: URL,
  token: string,
  cid: string,
  change: (() => Promise<unknown>) | null,
): Promise<SdkSummary> =>
  tape.take('mcp', { sdkClient: { cid, waitsForChange: change !== null } }, async () => {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const {
      PromptListChangedNotificationSchema,
      ResourceListChangedNotificationSchema,
      ToolListChangedNotificationSchema,
    } = await import('@modelcontextprotocol/sdk/types.js');
    const client = new Client({ name: 'twinhaus-conformance', version: '1' });
    const headers = { authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } });
    const heard = new Promise<boolean>((resolve) => {
      client.setNotificationHandler(PromptListChangedNotificationSchema, () => resolve(true));
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => resolve(true));
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve(true));
    });
    try {
      // Its type does not follow the compiler's exactOptionalPropertyTypes.
      await client.connect(transport as Parameters<typeof client.connect>[0]);
      const { tools } = await client.listTools();
      const answer = await client.callTool({ name: 'component_get_by_id', arguments: { cid } });
      const lists = async () =>
        JSON.stringify([await client.listTools(), await client.listResources(), await client.listPrompts()]);
      const before = change === null ? '' : await lists();
      await change?.();
      const changed = change === null ? null : (await lists()) !== before;
      return {
        changed,
        server: client.getServerVersion()?.name ?? '',
        tools: tools.length,
        called: answer.isError !== true,
        notified: change === null ? null : await Promise.race([heard, later(4_000)]),
        failed: null,
      };
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      return { server: '', tools: 0, called: false, notified: null, changed: null, failed };
    } finally {
      await transport.terminateSession().catch(() => {});
      await client.close();
    }
  });

const later = (ms: number): Promise<boolean> => new Promise((resolve) => setTimeout(resolve, ms, false));
