import { randomBytes } from 'node:crypto';
import type { Login } from '../clients/http-client.ts';
import { field, type Json, same } from '../clients/json.ts';
import type { Tape } from '../clients/tape.ts';
import type { House } from '../discovery/house.ts';
import type { Lamp } from '../discovery/lamps.ts';
import type { Bench } from '../verdicts/bench.ts';
import { chanceOf } from './chance.ts';
import { Missing, Paths, type Surroundings } from './paths.ts';

/** Most devices answer within so many questions. */
const QUICK_TRIES = 30;

const LONGEST_BLOCKS = 4;

/** Somebody whom the suite has made and will remove. */
export interface Lodger {
  readonly id: number;
  readonly login: { readonly username: string; readonly password: string };
}

/** One run of one check: its clients, and what it makes and puts back. */
export class Trial extends Paths {
  readonly check: string;
  /** Numbers from 0 up to 1, the same for the same seed and check. */
  readonly chance: () => number;
  readonly #bench: Bench;
  #names = 0;

  constructor(check: string, around: Surroundings, tape: Tape, bench: Bench) {
    super(around, tape);
    this.check = check;
    this.#bench = bench;
    this.chance = chanceOf(around.manners.seed, check);
  }

  /** Judges one requirement; `says` tells what was seen. Answers whether it holds. */
  expect(id: string, holds: boolean, says: string): boolean {
    return this.#bench.expect(id, holds, says);
  }

  notApplicable(ids: readonly string[], reason: string): void {
    this.#bench.notApplicable(ids, reason);
  }

  /** What is not judged by now stays open, for this reason. */
  unable(ids: readonly string[], reason: string): void {
    this.#bench.unable(ids, reason, 'left out');
  }

  get house(): House {
    return this.around.house;
  }

  /**
   * Makes a user, to be removed afterwards. Without anything said, a regular one who may do everything in all rooms. What the
   * interface does not show is how rights are given: only what is read back was understood.
   */
  async lodger(rights: Readonly<Record<string, Json>> = {}): Promise<Lodger> {
    const username = this.name('user');
    const password = await this.#secret();
    const made = await this.http.call('addUser', this.user, { username, password, group: 'user', ...rights });
    const id = field(made.body, 'id');
    if (typeof id !== 'number') throw new Missing(`the controller made no user: ${made.text}`);
    this.after(() => this.http.call('removeUser', this.user, { id }));
    if (Object.keys(rights).length > 0) await this.#isKept('getUsers', id, rights);
    return { id, login: { username, password } };
  }

  /** Makes a scene that does something; the interface does not show how, so only what is read back was understood. */
  async workingScene(steps: readonly Json[]): Promise<number> {
    const id = await this.scene(steps);
    await this.#isKept('getScenes', id, { steps });
    return id;
  }

  /** Makes a scene, to be removed afterwards. */
  async scene(steps: readonly Json[]): Promise<number> {
    const made = await this.http.call('addScene', this.user, { name: this.name('scene'), rooms: [], steps });
    const id = field(made.body, 'id');
    if (typeof id !== 'number') throw new Missing(`the controller made no scene: ${made.text}`);
    this.after(() => this.http.call('removeScene', this.user, { id }));
    return id;
  }

  /** Makes a webhook, to be removed afterwards. */
  async hook(parameters: Readonly<Record<string, Json>>): Promise<number> {
    const made = await this.http.call('addWebHook', this.user, { type: 'component', ...parameters });
    const id = field(made.body, 'id');
    if (typeof id !== 'number') throw new Missing(`the controller made no webhook: ${made.text}`);
    this.after(() => this.http.call('removeWebHook', this.user, { id }));
    return id;
  }

  /** Borrows something that may be switched; afterwards it is as it was found. */
  async lamp(): Promise<Lamp> {
    const [lamp] = await this.lamps(1);
    return lamp as Lamp;
  }

  /** Several at once. `state` is that of now: people switch by hand. */
  async lamps(count: number): Promise<readonly Lamp[]> {
    const { lamps } = this.around;
    if (!this.tape.replays && lamps.size < count) throw new Missing(`needs ${count} things that may be switched`);
    const borrowed = await this.tape.take('suite', { borrow: count }, () => lamps.borrow(count));
    if (!this.tape.replays) this.after(async () => lamps.give(borrowed));
    const found: Lamp[] = [];
    for (const each of borrowed) {
      const lamp = { ...each, state: (await this.stateOf(each)) === true };
      this.after(async () => {
        const { body, text } = await this.command(lamp, lamp.state);
        if (field(body, lamp.cid) === true || (await this.stateOf(lamp)) === lamp.state) return;
        throw new Error(`${lamp.cid} was ${lamp.state}: ${text}`);
      });
      found.push(lamp);
    }
    return found;
  }

  /** Switches to what it is not now, and answers that. */
  async toggle(lamp: Lamp): Promise<boolean> {
    const state = (await this.stateOf(lamp)) !== true;
    await this.switchTo(lamp, state);
    return state;
  }

  /** Whether it holds once in three times: somebody may switch by hand at the very moment. */
  async inTries(holds: () => Promise<boolean>): Promise<boolean> {
    for (let count = 0; count < 3; count += 1) if (await holds()) return true;
    return false;
  }

  /** Switches, and waits until the device reports it: what follows would prove nothing if it did not. */
  async switchTo(lamp: Lamp, state: boolean): Promise<void> {
    await this.command(lamp, state);
    const reached = await this.until(async () => (await this.stateOf(lamp)) === state);
    if (!reached) throw new Missing(`${lamp.cid} was switched to ${state} and did not report it`);
  }

  command({ cid }: Lamp, value: boolean) {
    return this.http.call('componentUpdate', this.user, { cid, property: 'state', value });
  }

  async stateOf({ cid }: Lamp): Promise<unknown> {
    const { body } = await this.http.call('getComponentData', this.user, { cid, property: 'state' });
    return field(body, 'value');
  }

  /** Asks again and again; every time is an exchange of its own. */
  async until(holds: () => Promise<boolean>, tries = 60): Promise<boolean> {
    for (let count = 0; count < tries; count += 1) {
      if (await holds()) return true;
      // Some devices take seconds.
      await this.wait(count < QUICK_TRIES ? 50 : 250);
    }
    return false;
  }

  async wait(ms: number): Promise<void> {
    await this.tape.take('suite', { wait: ms }, () => new Promise<null>((resolve) => setTimeout(resolve, ms, null)));
  }

  /**
   * Whatever a driven clock does from here on: afterwards everything is as it is now, time included, where the controller can do
   * that. Where it cannot, its clock has been driven, which is what it is there for. The check needs `driven-clock` or `hours`.
   */
  async keepTime(): Promise<void> {
    if (!this.house.driven) return;
    const id = field((await this.#sandbox('/sandbox/v1/snapshots', {})).body, 'id');
    if (id !== undefined) this.after(() => this.#sandbox(`/sandbox/v1/snapshots/${id}/restore`, {}));
  }

  /** Lets so many seconds pass: at once where the clock can be driven. The check needs `driven-clock` or `hours`. */
  async pass(seconds: number): Promise<void> {
    if (!this.house.driven) return this.wait(seconds * 1_000);
    const driven = await this.#sandbox('/sandbox/v1/clock', { advance: seconds });
    if (driven.status !== 200) throw new Missing(`the clock was not driven: ${driven.text}`);
  }

  /** A session of its own over HTTP. */
  async session(login: Login = this.user, headers: Record<string, string> = {}): Promise<string> {
    const answer = await this.http.call('auth', login, undefined, { headers });
    const id = field(answer.body, 'sessionID');
    if (typeof id !== 'string') throw new Missing(`no session was opened: ${answer.text}`);
    return id;
  }

  /**
   * An address of this machine that nobody else comes from, in no other run: whoever fails to log in does so from there. Where
   * there is only one address, `forgiven` keeps it from being blocked.
   */
  alias(number: number): { readonly from?: string } {
    if (this.around.target.oneAddress) return {};
    const chance = chanceOf(number, this.around.manners.run + this.check);
    const part = () => 1 + Math.floor(chance() * 253);
    return { from: `127.${part()}.${part()}.${part()}` };
  }

  /** After a failed login: without an alias, a successful one sets the count of the only address to zero. */
  async forgiven(): Promise<void> {
    if (this.around.target.oneAddress) await this.http.call('auth', this.user);
  }

  /** Where everybody comes from one address, its block has to be over before anything else is asked. */
  unblockedAfterwards(): void {
    if (!this.around.target.oneAddress) return;
    this.after(async () => {
      for (let count = 0; count < LONGEST_BLOCKS; count += 1) {
        const { body } = await this.http.call('auth', this.user);
        if (field(body, 'errorCode') !== 109) return;
        await this.wait(Math.min(Number(field(body, 'retryAfter')) || 1, 60) * 1_000 + 300);
      }
    });
  }

  /** A name that nobody else has. */
  name(kind: string): string {
    this.#names += 1;
    return `conformance-${this.around.manners.run}-${this.check}-${kind}-${this.#names}`;
  }

  async #isKept(list: string, id: number, given: Readonly<Record<string, unknown>>): Promise<void> {
    const { body } = await this.http.call(list, this.user);
    const record = Array.isArray(body) ? body.find((each) => field(each, 'id') === id) : undefined;
    const lost = Object.keys(given).filter((name) => !same(field(record, name), given[name]));
    if (lost.length > 0) throw new Missing(`${list} does not tell ${lost.join(', ')} as it was given`);
  }

  #sandbox(path: string, body: Json) {
    const headers = { 'content-type': 'application/json' };
    return this.http.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
  }

  #secret(): Promise<string> {
    this.#names += 1;
    return this.tape.take('suite', { make: 'password', number: this.#names }, async () => {
      const secret = `Aa1-${randomBytes(18).toString('base64url')}`;
      this.around.secrets.hide(secret);
      return secret;
    });
  }
}
