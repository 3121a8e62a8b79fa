import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type ControllersFile, FileFault } from './controllers-file.ts';
import { LIMITS } from './limits.ts';
import { log } from './log.ts';
import { type Outcome, SetupDesk } from './setup-desk.ts';
import { guard, Refused, readForm } from './setup-guard.ts';
import { STYLE } from './setup-style.ts';
import { page, type View } from './setup-view.ts';

const FIRST_PORT = 18_900;

/** No script, no frame, nothing from elsewhere, and no copy kept. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // With less, a browser would not name the origin of a form.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The page on which a person looks after the controllers. Reachable from this computer only. */
export class SetupPage {
  readonly #file: ControllersFile;
  readonly #selected: () => string | undefined;
  readonly #desk: SetupDesk;
  readonly #formToken = randomBytes(32).toString('base64url');
  readonly #notes = new Map<string, string>();
  #servers: readonly Server[] = [];
  #opening: Promise<string> | undefined;

  constructor(file: ControllersFile, selected: () => string | undefined, chosen: (name: string) => Promise<unknown>) {
    this.#file = file;
    this.#selected = selected;
    this.#desk = new SetupDesk(file, chosen);
  }

  /** Opens it on the first port that is free; answers its address. */
  open(firstPort = FIRST_PORT): Promise<string> {
    this.#opening ??= this.#listen(firstPort).catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
    this.#servers = [];
  }

  async #listen(firstPort: number): Promise<string> {
    for (let port = firstPort; port < firstPort + LIMITS.pagePorts.value; port += 1) {
      const servers = await this.#listenOn(port);
      if (servers === undefined) continue;
      this.#servers = servers;
      return `http://localhost:${port}`;
    }
    throw new Error(`no port from ${firstPort} on is free for the setup page: end a program that holds one`);
  }

  /** On both loopback addresses, as "localhost" may mean either; undefined if somebody else has one of them. */
  async #listenOn(port: number): Promise<readonly Server[] | undefined> {
    const servers: Server[] = [];
    for (const host of ['127.0.0.1', '::1']) {
      const server = createServer((request, response) => void this.#answer(request, response));
      server.requestTimeout = LIMITS.pageRequestSeconds.value * 1_000;
      server.headersTimeout = LIMITS.pageRequestSeconds.value * 1_000;
      server.maxConnections = LIMITS.pageConnections.value;
      const fault = await new Promise<string | undefined>((resolve) => {
        server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
        server.listen({ port, host, exclusive: true }, () => resolve(undefined));
      });
      if (fault === undefined) servers.push(server);
      // A computer without IPv6 is all right.
      else if (host === '127.0.0.1' || fault === 'EADDRINUSE') {
        for (const each of servers) each.close();
        return undefined;
      }
    }
    return servers;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      guard(request);
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (request.method === 'POST') await this.#act(pathname, request, response);
      else if (pathname === '/style.css') send(response, 200, 'text/css', STYLE);
      else if (pathname === '/') {
        const id = searchParams.get('note') ?? '';
        this.#show(response, 200, { note: this.#notes.get(id) });
        this.#notes.delete(id);
      } else throw new Refused(404, 'There is nothing here but the page at /.');
    } catch (error) {
      // What is left of the request is not waited for.
      response.setHeader('connection', 'close');
      if (error instanceof Refused) return send(response, error.status, 'text/plain', `${error.message}\n`);
      log(`the setup page failed: ${(error as Error).message}`);
      send(response, 500, 'text/plain', 'This did not work; the bridge’s log says why.\n');
    }
  }

  async #act(pathname: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request, this.#formToken);
    const action = Object.hasOwn(this.#desk.actions, pathname) ? this.#desk.actions[pathname] : undefined;
    if (action === undefined) throw new Refused(404, 'This page has no such form.');
    let outcome: Outcome;
    try {
      outcome = await action(form);
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      return this.#show(response, 409, {});
    }
    if (!('note' in outcome)) return this.#show(response, 'error' in outcome ? 422 : 200, outcome);
    response.setHeader('location', `/?note=${this.#keepNote(outcome.note)}`);
    send(response, 303, 'text/plain', '');
  }

  #show(
    response: ServerResponse,
    status: number,
    more: { readonly [Key in keyof View]?: View[Key] | undefined },
  ): void {
    const view = { ...this.#present(), formToken: this.#formToken, ...more } as View;
    send(response, status, 'text/html', page(view));
  }

  #present(): Pick<View, 'controllers' | 'selected' | 'fault'> {
    try {
      const { all, selected } = this.#file.read();
      const controllers = all.map(({ name, address, fingerprint }) => ({
        name,
        address,
        ...(fingerprint === undefined ? {} : { fingerprint }),
      }));
      return { controllers, selected: this.#selected() ?? selected?.name };
    } catch (error) {
      return { controllers: [], selected: undefined, fault: (error as Error).message };
    }
  }

  #keepNote(text: string): string {
    const id = randomBytes(8).toString('hex');
    this.#notes.set(id, text);
    for (const oldest of this.#notes.keys()) {
      if (this.#notes.size <= LIMITS.notes.value) break;
      this.#notes.delete(oldest);
    }
    return id;
  }
}

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, {
    ...HEADERS,
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
};
