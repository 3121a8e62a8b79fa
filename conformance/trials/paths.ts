import { HttpClient } from '../clients/http-client.ts';
import { field } from '../clients/json.ts';
import { McpClient } from '../clients/mcp-client.ts';
import { type Manner, openReceiver, type Receiver } from '../clients/receiver.ts';
import type { Secrets } from '../clients/secrets.ts';
import type { Tape } from '../clients/tape.ts';
import { openWire, type Wire } from '../clients/wire.ts';
import type { House } from '../discovery/house.ts';
import type { LampPool } from '../discovery/lamps.ts';
import { type Caller, httpCaller, wireCaller } from './caller.ts';
import type { Manners, Target } from './target.ts';

/** What stands around all trials. */
export interface Surroundings {
  readonly target: Target;
  readonly manners: Manners;
  readonly house: House;
  readonly lamps: LampPool;
  readonly secrets: Secrets;
}

/** How to open a wire; the common case is an empty one. */
export interface WireOptions {
  readonly session?: string;
  readonly transports?: readonly string[];
  readonly from?: string;
  readonly over?: 'http' | 'https' | 'remote';
  readonly remoteToken?: string;
}

/** Something that the check needs is not there: what it has not judged by then stays open. */
export class Missing extends Error {}

/** An answer came so late that it says nothing. The controller may be as slow as it likes: the check is run again in peace. */
export class TooLate extends Missing {}

/** Every way to the controller, and every end of the suite's own; all are closed when the trial is over. */
export class Paths {
  readonly around: Surroundings;
  readonly tape: Tape;
  readonly http: HttpClient;
  readonly #cleanups: (() => Promise<unknown>)[] = [];
  #wires = 0;
  #receivers = 0;

  constructor(around: Surroundings, tape: Tape) {
    this.around = around;
    this.tape = tape;
    this.http = new HttpClient(around.target.base, tape, 'http', this.#pin(around.target.base));
  }

  /** The user that the suite was given. */
  get user(): { readonly username: string; readonly password: string } {
    return { username: this.around.target.username, password: this.around.target.password };
  }

  /** The encrypted path; the check needs `https`. */
  get https(): HttpClient {
    const { https } = this.around.target;
    if (https === null) throw new Missing('no HTTPS address');
    return new HttpClient(https, this.tape, 'https', this.around.target.certificate);
  }

  /** The path from outside; the check needs `remote`. */
  remote(token: string | null = this.around.target.remoteToken): HttpClient {
    const { remote } = this.around.target;
    if (remote === null) throw new Missing('no address of the remote path');
    return new HttpClient(remote, this.tape, 'remote', null, token === null ? {} : { 'x-remote-token': token });
  }

  /** The endpoint for assistants; the check needs `mcp`. */
  mcp(http: HttpClient = this.http): McpClient {
    return new McpClient(http, this.around.target.mcpToken ?? '');
  }

  async wire(generation: 4 | 2, options: WireOptions = {}): Promise<Wire> {
    const { target } = this.around;
    const base = { http: target.base, https: target.https, remote: target.remote }[options.over ?? 'http'];
    if (base === null) throw new Missing(`no address for ${options.over}`);
    this.#wires += 1;
    const wire = await openWire(base, this.#pin(base), this.tape, this.#wires, {
      generation,
      transports: options.transports ?? ['websocket'],
      query: options.session === undefined ? {} : { 'x-service-sid': options.session },
      headers: options.remoteToken === undefined ? {} : { 'x-remote-token': options.remoteToken },
      ...(options.from === undefined ? {} : { from: options.from }),
    });
    this.after(async () => wire.close());
    return wire;
  }

  /** A wire that has logged in and said who it is. */
  async readyWire(generation: 4 | 2, login = this.user, options: WireOptions = {}): Promise<Wire> {
    const wire = await this.wire(generation, options);
    const asked = await wire.next('stateChange');
    if (!asked.heard) throw new Missing(`Socket.io ${generation}: no stateChange came`);
    const auth = await wire.call('auth', login);
    if (!auth.answered || field(auth.answer, 'errorCode') !== undefined) {
      throw new Missing(`Socket.io ${generation}: the login was refused`);
    }
    const init = await wire.call('init', { language: 'en', appName: 'twinhaus-conformance' });
    if (!init.answered || init.answer !== true) throw new Missing(`Socket.io ${generation}: init was not answered`);
    return wire;
  }

  /** The same user on every path that has calls. */
  async callers(login = this.user): Promise<readonly Caller[]> {
    const [four, two] = await Promise.all([this.readyWire(4, login), this.readyWire(2, login)]);
    return [httpCaller(this.http, login), wireCaller(four), wireCaller(two)];
  }

  async receiver(manner: Manner = 200, secure = false): Promise<Receiver> {
    this.#receivers += 1;
    const opened = await openReceiver(this.tape, this.#receivers, this.around.target.hookHost, manner, secure);
    this.after(async () => opened.close());
    return opened;
  }

  /** Does it when the check is over, last thing first. */
  after(cleanup: () => Promise<unknown>): void {
    this.#cleanups.push(cleanup);
  }

  /** Puts back and removes; answers what could not be. */
  async cleanUp(): Promise<readonly string[]> {
    const problems: string[] = [];
    for (let next = this.#cleanups.pop(); next !== undefined; next = this.#cleanups.pop()) {
      await next().catch((error: Error) => problems.push(error.message));
    }
    return problems;
  }

  #pin(base: URL) {
    return base.protocol === 'https:' ? this.around.target.certificate : null;
  }
}
