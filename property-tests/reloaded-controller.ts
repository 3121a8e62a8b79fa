import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningSandbox, startServe, temporaryFolder, until } from './fixtures.ts';
import { call, credentials, withSession } from './http-client.ts';

const PASSWORD = 'correct horse battery';
const COUNTS = /the configuration was read again and counts/g;

/** A running `twinhaus serve` whose configuration a test writes anew, with a session of its owner. */
export class ReloadedController {
  readonly running: RunningSandbox;
  readonly #headers: Record<string, string>;
  readonly #write: (text: string) => void;
  readonly #remove: () => void;
  #reloads = 0;

  private constructor(
    running: RunningSandbox,
    headers: Record<string, string>,
    write: (text: string) => void,
    remove: () => void,
  ) {
    this.running = running;
    this.#headers = headers;
    this.#write = write;
    this.#remove = remove;
  }

  /** The administrator of the configuration is `owner`, with the password of `password.txt`. */
  static async start(configuration: string): Promise<ReloadedController> {
    const folder = temporaryFolder();
    const file = join(folder.path, 'controller.yaml');
    writeFileSync(file, configuration);
    writeFileSync(join(folder.path, 'password.txt'), `${PASSWORD}\n`);
    const running = await startServe(file);
    const login = await call(running.http, 'auth', undefined, { headers: credentials('owner', PASSWORD) });
    const headers = withSession(login.as<{ sessionID: string }>().sessionID);
    return new ReloadedController(
      running,
      headers,
      (text) => writeFileSync(file, text),
      () => folder.remove(),
    );
  }

  /** Lets it go on by another configuration, and waits until that counts. */
  async reload(configuration: string): Promise<void> {
    this.#write(configuration);
    this.#reloads += 1;
    this.running.process.kill('SIGHUP');
    const isRead = () => (this.log().match(COUNTS)?.length ?? 0) >= this.#reloads;
    await until(isRead, `it was read again:\n${this.log()}`, 60_000);
  }

  log(): string {
    return this.running.log();
  }

  /** The value of `property` of each component, in their order. */
  async values(property = 'state'): Promise<readonly unknown[]> {
    const reply = await this.call('getAllComponents', {});
    return reply
      .as<{ data: { property: string; value: unknown }[] }[]>()
      .map(({ data }) => data.find((each) => each.property === property)?.value);
  }

  async set(cid: string, value: unknown): Promise<unknown> {
    return (await this.call('componentUpdate', { cid, property: 'state', value })).as<unknown>();
  }

  call(name: string, input: unknown) {
    return call(this.running.http, name, input, { headers: this.#headers });
  }

  async end(): Promise<void> {
    await this.running.kill();
    this.#remove();
  }
}
