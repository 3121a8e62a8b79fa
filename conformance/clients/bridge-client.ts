import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tape } from './tape.ts';

/** What an assistant behind the bridge was told. */
export interface BridgeSummary {
  readonly server: string;
  readonly tools: readonly string[];
  readonly resources: readonly string[];
  readonly prompts: readonly string[];
  /** What a tool of the controller told of a component. */
  readonly component: string;
  /** What it could not do. */
  readonly failed: string | null;
}

/** A bridge starts in a second; a busy machine may take longer. */
const PATIENCE_MS = 20_000;

/** The bridge as an assistant starts it, in a home of its own in which it knows one controller. */
export const throughBridge = (
  tape: Tape,
  command: string,
  controller: { readonly address: string; readonly token: string; readonly fingerprint?: string },
  cid: string,
): Promise<BridgeSummary> =>
  tape.take('bridge', { bridge: { address: controller.address, cid } }, async () => {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const home = mkdtempSync(join(tmpdir(), 'conformance-bridge-'));
    const client = new Client({ name: 'twinhaus-conformance', version: '1' });
    try {
      const folder = join(home, '.config', 'service-mcp');
      mkdirSync(folder, { recursive: true });
      const file = { selected: 'looked-at', controllers: [{ name: 'looked-at', ...controller }] };
      writeFileSync(join(folder, 'controllers.json'), JSON.stringify(file), { mode: 0o600 });
      const [program = '', ...args] = command.split(/\s+/);
      const env = { PATH: process.env.PATH ?? '', HOME: home, USERPROFILE: home };
      await client.connect(new StdioClientTransport({ command: program, args, env, stderr: 'ignore' }), {
        timeout: PATIENCE_MS,
      });
      const { tools } = await client.listTools();
      const answer = await client.callTool({ name: 'component_get_by_id', arguments: { cid } });
      const [first] = Array.isArray(answer.content) ? answer.content : [];
      const { resources } = await client.listResources();
      const { prompts } = await client.listPrompts();
      return {
        server: client.getServerVersion()?.name ?? '',
        resources: resources.map(({ uri }) => uri),
        prompts: prompts.map(({ name }) => name),
        tools: tools.map(({ name }) => name),
        component: typeof first?.text === 'string' ? first.text : '',
        failed: null,
      };
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      return {
        server: client.getServerVersion()?.name ?? '',
        tools: [],
        resources: [],
        prompts: [],
        component: '',
        failed,
      };
    } finally {
      await client.close().catch(() => {});
      rmSync(home, { recursive: true, force: true });
    }
  });
