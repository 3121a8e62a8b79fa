import { request as ask, createServer, type Server } from 'node:http';
import { request as askSecurely } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Called, HookCall, Passing, Returning, Spoiling } from './faulty.ts';

/** Stands between the good controller and the receivers: webhooks are stored under its address, and it calls on. */
export class HookRelay {
  readonly #spoiling: Spoiling;
  readonly #server: Server;
  readonly #targets = new Set<string>();
  #own = '';

  private constructor(spoiling: Spoiling) {
    this.#spoiling = spoiling;
    this.#server = createServer((request, response) => {
      response.end();
      const url = new URL(request.url ?? '/', 'http://relay');
      const target = url.searchParams.get('to') ?? '';
      url.searchParams.delete('to');
      const headers = { 'user-agent': request.headers['user-agent'] ?? '' };
      const call = { method: 'GET', query: Object.fromEntries(url.searchParams), headers };
      for (const each of this.#spoiling.hook?.(call) ?? []) this.#call(target, each);
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
    passing.body = passing.body.replace(/("url":")([^"]+)"/, (_, head, url) => {
      this.#targets.add(url);
      return `${head}${this.#own}${encodeURIComponent(url)}"`;
    });
  }

  /** One that is listed becomes what it was. */
  inward(passing: Passing, returning: Returning): void {
    if (!passing.path.startsWith('/api/v1/getWebHooks')) return;
    returning.body = returning.body.replaceAll(
      new RegExp(`${this.#own.replace(/[.?]/g, '\\$&')}([^"]+)`, 'g'),
      (_, url: string) => decodeURIComponent(url),
    );
  }

  /** Something was called: perhaps a reason to call receivers. */
  called(called: Called): void {
    const query = this.#spoiling.rings?.(called);
    if (query === undefined) return;
    for (const target of this.#targets)
      this.#call(target, { method: 'GET', query, headers: { 'user-agent': 'relay' } });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #call(target: string, { method, query, headers }: HookCall): void {
    const secure = target.startsWith('https:');
    const call = (secure ? askSecurely : ask)(
      `${target}?${new URLSearchParams(query)}`,
      { method, headers, agent: false, ...(secure ? { rejectUnauthorized: this.#spoiling.credulous !== true } : {}) },
      (answer) => {
        this.#spoiling.hookAnswered?.(answer.statusCode ?? 0);
        answer.resume();
      },
    );
    // Nobody evaluates whether it arrived.
    call.on('error', () => {});
    call.setTimeout(this.#spoiling.hookPatience ?? 5_000, () => call.destroy());
    call.end();
  }
}
