import { Agent, get } from 'node:http';
import { answer, ready } from './channel.ts';

/** The least that a Node.js client can do: one `http.get` after the other over a connection that stays open. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const once = (url: string) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });

answer({
  async get({ url, count }: { readonly url: string; readonly count: number }) {
    for (let index = 0; index < count; index += 1) await once(`${url}?id=1&cid=C1&property=state&content=${index % 2}`);
    return count;
  },
});
ready();
process.once('SIGTERM', () => process.exit());
