import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { DataEntry } from '../twin/index.ts';
import type { ListeningWire } from './listening-wire.ts';
import { type Configuration, type Member, type News, seesThing } from './models/configuration.ts';
import { Hearing } from './models/hearing.ts';

/** One element of `onComponentUpdate`. */
interface Told {
  readonly cid: string;
  readonly property: string;
  readonly value: unknown;
  readonly content: unknown;
  readonly unit: string;
}

/** A change that an administrator is to be told, with who made it over which call. */
export interface Announced extends News {
  readonly user: string;
  readonly call: string;
  /** Need not come: the right to hear of it changed at the same time. */
  readonly isOptional?: boolean;
  /** Comes together with others, in an order that nobody can tell; what the record is then is anybody's guess as well. */
  readonly isLoose?: boolean;
}

const WITHIN_MS = 5_000;

/** A Socket.io connection with what it must hear. */
export class Connection {
  readonly wire: ListeningWire;
  readonly number: number;
  /** What it is logged in by: a session, or a name of its own. */
  login: string | null = null;
  /** Whether `init` was answered since. */
  isReady = false;
  /** Hears of changes of the configuration. */
  isTold = false;
  readonly #hearing = new Hearing<Told>(isDeepStrictEqual);
  #news: Announced[] = [];
  /** A login is over: `stateChange` is due. */
  #isFalling = false;

  constructor(wire: ListeningWire, number: number) {
    this.wire = wire;
    this.number = number;
  }

  /** Who is logged in. */
  member({ sessions, users }: Configuration): Member | undefined {
    const session = this.login === null ? undefined : sessions.get(this.login);
    return session && users.get(session.user);
  }

  happened({ cid, property, value, content, unit }: DataEntry, house: Configuration): void {
    if (this.isReady)
      this.#hearing.happened({ cid, property, value, content, unit: unit ?? '' }, this.#sees(house)({ cid }));
  }

  announce(news: readonly Announced[]): void {
    this.#news.push(...news);
  }

  /** Looks what a change of the configuration means for it: it may see something else now, or is logged out. */
  async look(house: Configuration): Promise<void> {
    if (this.login === null) return;
    const sees = this.#sees(house);
    if (this.member(house) === undefined) {
      await this.isAskedToLogIn();
      return;
    }
    if (!this.isReady) return;
    this.#hearing.viewChanged(sees);
    if (!this.#hearing.hasHidden(sees)) return;
    // Whatever was sent before the change was answered has come when this is answered.
    await this.wire.ask('getVersion');
    this.take();
    this.#hearing.forbidHidden(sees);
  }

  /** Somebody is logged in now, or somebody else; nothing is told before `init`. */
  become(login: string): void {
    this.take();
    this.#stop();
    this.login = login;
  }

  /** `init` was answered. */
  begin(isTold: boolean): void {
    this.take();
    this.isReady = true;
    this.isTold = isTold;
  }

  /** Nobody is logged in: it is asked for a login, which must come. */
  async isAskedToLogIn(): Promise<void> {
    this.#isFalling = true;
    await this.#until(() => !this.#isFalling, 'it is asked for a login');
  }

  /** Waits until everything has come that must, once `marker` was reported after it. */
  async hearOut(): Promise<void> {
    this.take();
    if (this.isReady) await this.#until(() => !this.#hearing.owes, `it hears of everything`);
    const missed = this.#hearing.end();
    assert.equal(missed, null, `${this.#who} ${missed}`);
    const untold = this.#news.find(({ isOptional }) => isOptional !== true);
    assert.equal(untold, undefined, `${this.#who} is not told of ${JSON.stringify(untold)}`);
    this.#news = [];
  }

  /** Compares what has come by now. */
  take(): void {
    for (const { event, payload } of this.wire.heard.splice(0)) {
      if (event === 'stateChange') {
        assert.ok(this.#isFalling, `${this.#who} is asked for a login that it has`);
        this.#isFalling = false;
        this.#stop();
        this.login = null;
        continue;
      }
      assert.ok(this.isReady, `${this.#who} is told ${JSON.stringify(payload)} although it is not ready`);
      const batch = payload as readonly unknown[];
      if (event === 'onComponentUpdate') {
        for (const told of batch) {
          const objection = this.#hearing.heard(told as Told);
          assert.equal(objection, null, `${this.#who} ${objection}`);
        }
      } else for (const told of batch) this.#toldOf(told as Announced);
    }
  }

  #toldOf(told: Announced): void {
    for (;;) {
      const [first] = this.#news;
      assert.ok(first, `${this.#who} is told of ${JSON.stringify(told)}, which it must not be, or is a second time`);
      const loose = this.#news.findIndex((news) => !news.isLoose);
      const together = first.isLoose ? this.#news.slice(0, loose < 0 ? this.#news.length : loose) : [first];
      const index = together.findIndex((news) => isSame(told, news));
      if (index >= 0) {
        this.#news.splice(index, 1);
        return;
      }
      assert.ok(
        first.isOptional,
        `${this.#who} is told of ${JSON.stringify(told)} instead of ${JSON.stringify(first)}`,
      );
      this.#news.shift();
    }
  }

  #stop(): void {
    this.isReady = false;
    this.isTold = false;
    this.#hearing.stop();
    this.#news = [];
  }

  #sees(house: Configuration): (told: Pick<Told, 'cid'>) => boolean {
    const member = this.member(house);
    return ({ cid }) => member !== undefined && seesThing(house, member, cid);
  }

  async #until(holds: () => boolean, what: string): Promise<void> {
    const { promise, stop } = tooLate();
    try {
      for (this.take(); !holds(); this.take()) {
        const isLate = await Promise.race([this.wire.something().then(() => false), promise]);
        assert.ok(!isLate || holds(), `${this.#who} waits in vain until ${what}`);
      }
    } finally {
      stop();
    }
  }

  get #who(): string {
    return `connection ${this.number} (${this.login ?? 'logged out'})`;
  }
}

const tooLate = () => {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<true>((late) => {
    timer = setTimeout(() => late(true), WITHIN_MS);
  });
  return { promise, stop: () => clearTimeout(timer) };
};

const isSame = (told: Announced, { isOptional: _, isLoose, record, ...news }: Announced): boolean => {
  const { record: shown, ...rest } = told;
  if (isLoose) return ['collection', 'action', 'id', 'call'].every((key) => told[key as 'id'] === news[key as 'id']);
  if (!isDeepStrictEqual(rest, news)) return false;
  return news.collection === 'skills' || isDeepStrictEqual(shown, record);
};
