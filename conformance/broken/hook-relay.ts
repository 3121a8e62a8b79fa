import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Passing, Returning, Spoiling } from './faulty.ts';

/** Stands between the good controller and the receivers: webhooks are stored under its address, and it calls on. */
export class HookRelay {
  readonly #spoiling: Spoiling;
  readonly #server: Server;
  #own = '';

  private constructor(spoiling: Spoiling) {
    this.#spoiling = spoiling;
    this.#server = createServer((request, response) => {
      response.end();
      const url = new URL(request.url ?? '/', 'http://relay');
      const target = url.searchParams.get('to') ?? '';
      url.searchParams.delete('to');
      const headers = { 'user-agent': request.headers['user-agent'] ?? '' };
      const queries = this.#spoiling.hook?.(Object.fromEntries(url.searchParams), headers) ?? [];
      for (const query of queries) {
        const call = ask(`${target}?${new URLSearchParams(query)}`, { headers, agent: false }, (answer) =>
          answer.resume(),
        );
        // Nobody evaluates whether it arrived.
        call.on('error', () => {});
        call.setTimeout(30_000, () => call.destroy());
        call.end();
      }
    });
  }

  static async open(spoiling: Spoiling): Promise<HookRelay> {
    const relay = new HookRelay(spoiling);
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve));
    relay.#own = `http://127.0.0.1:${(relay.#server.address() as AddressInfo).port}/?to=`;
    return relay;
  }

  /** An address that is being stored becomes one of the relay. */
  outward(passing: Passing): void {
    if (!passing.path.startsWith('/api/v1/addWebHook')) return;
    passing.body = passing.body.replace(
      /("url":")([^"]+)"/,
      (_, head, url) => `${head}${this.#own}${encodeURIComponent(url)}"`,
    );
  }

  /** One that is listed becomes what it was. */
  inward(passing: Passing, returning: Returning): void {
    if (!passing.path.startsWith('/api/v1/getWebHooks')) return;
    returning.body = returning.body.replaceAll(
      new RegExp(`${this.#own.replace(/[.?]/g, '\\$&')}([^"]+)`, 'g'),
      (_, url: string) => decodeURIComponent(url),
    );
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
