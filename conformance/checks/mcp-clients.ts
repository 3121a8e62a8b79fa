import { bySdk } from '../clients/mcp-sdk.ts';
import { brief } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';
import { someValue } from './http-requests.ts';

/** The endpoint for assistants through the eyes of an ordinary client. */
export const MCP_CLIENTS: readonly Check[] = [
  {
    id: 'mcp.ordinary-client',
    title: 'an ordinary MCP client connects, lists and calls',
    proves: ['mcp.sdk-client', 'mcp.get-stream'],
    needs: ['mcp'],
    async run(t) {
      const { cid } = someValue(t);
      const endpoint = addressFor(t);
      const mcp = t.mcp();
      await mcp.open();
      const seen = await bySdk(t.tape, endpoint, t.around.target.mcpToken ?? '', cid, null);
      t.expect('mcp.sdk-client', seen.failed === null && seen.tools > 0 && seen.called, brief(seen));
      const stream = await t.http.head('/mcp', mcp.headers({ headers: { accept: 'text/event-stream' } }));
      const opened = stream.status === 200 && /^text\/event-stream/.test(stream.headers['content-type'] ?? '');
      t.expect('mcp.get-stream', opened, `status ${stream.status}, ${stream.headers['content-type']}`);
    },
  },
  {
    id: 'mcp.changes',
    title: 'a client that listens is notified when a list changes',
    proves: ['mcp.list-changed'],
    needs: ['mcp', 'scenes', 'waits'],
    async run(t) {
      const { cid } = someValue(t);
      const endpoint = addressFor(t);
      const change = () => t.scene([]);
      const seen = await bySdk(t.tape, endpoint, t.around.target.mcpToken ?? '', cid, change);
      if (t.tape.replays) await change();
      if (seen.failed !== null) throw new Missing(seen.failed);
      if (seen.changed !== true) throw new Missing('no list changes when a scene is made');
      t.expect('mcp.list-changed', seen.notified === true, brief(seen));
    },
  },
];

/** An ordinary client compares host names, and the certificate of a controller has none. */
const addressFor = (t: Trial): URL => {
  const { base } = t.around.target;
  if (base.protocol === 'https:') throw new Missing('an ordinary client needs an address without TLS');
  return new URL('/mcp', base);
};
