import assert from 'node:assert/strict';
import type { DataEntry } from '../twin/index.ts';
import { type Answer, objectionTo } from './configuration-answers.ts';
import { Connection } from './configuration-connection.ts';
import { Doors } from './configuration-doors.ts';
import { type Asked, type Course, coursesOf, type Made, newsFor, trueOne } from './configuration-pairs.ts';
import type { Calling, Step } from './configuration-steps.ts';
import { type ConfiguredHouse, firstConfiguration, MARKER } from './configured-house.ts';
import { listeningWire } from './listening-wire.ts';
import { callOn } from './models/changes.ts';
import { adminOf, type Configuration } from './models/configuration.ts';

/** Seconds until failed logins are forgotten. */
const FORGOTTEN = 901;

/** Carries steps out on a house, and says of each answer and each event whether it is what the model says. */
export class Player {
  readonly #real: ConfiguredHouse;
  readonly #connections: Connection[] = [];
  readonly #doors: Doors;
  /** Who changed what over which call, as the audit shall have it. */
  readonly #changed: { readonly users: readonly string[]; readonly call: string; readonly target: unknown }[] = [];
  readonly #seen: Map<string, number>;
  #house: Configuration = firstConfiguration([]);
  #logins = 0;

  private constructor(real: ConfiguredHouse, seen: Map<string, number>) {
    this.#real = real;
    this.#seen = seen;
    this.#doors = new Doors(real.base, this.#connections);
  }

  /** Begins anew, with five users connected. `seen` counts what calls were answered with. */
  static async begin(real: ConfiguredHouse, seen: Map<string, number>): Promise<Player> {
    const player = new Player(real, seen);
    await real.begin((entry) => player.#happened(entry));
    await player.#settle();
    return player;
  }

  async #settle(): Promise<void> {
    this.#doors.remember(this.#house);
    for (const cid of this.#house.components.keys()) this.#house.values.set(cid, this.#real.present(cid));
    const skills = await this.#doors.byPassword(1).ask('getSkills', {});
    for (const { id } of skills.body as readonly { id: string }[]) this.#house.skills.set(id, true);
    for (const by of [1, 2, 3, 4, 5]) {
      await this.take({ do: 'log in', by, isRight: true });
      await this.take({ do: 'connect', by, way: 'session', asksForNews: by < 4 });
    }
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'call':
        return this.#call(step, []);
      case 'meanwhile':
        return this.#call(step.calling, step.presses);
      case 'together':
        return this.#together(step.calls);
      case 'log in':
        return this.#logIn(step.by, step.isRight);
      case 'connect':
        return this.#connect(step);
      case 'change user':
        return this.#changeUser(step);
      case 'init':
        return this.#init(this.#connections[step.connection], step.asksForNews);
      case 'press':
        return this.#real.press(step.cid);
      case 'pass':
        return this.#real.advance(step.seconds);
      case 'hear':
        return this.#hear();
    }
  }

  /** Everything has been heard, and the audit has a line for every change and for nothing else. */
  async end(): Promise<void> {
    await this.#hear();
    const { body } = await this.#doors.byPassword(adminOf(this.#house).id).ask('getAudit', { limit: 1_000 });
    const lines = (body as readonly { kind: string; user: string; call: string; target: unknown }[]).filter(
      ({ kind }) => kind === 'change',
    );
    for (const { users, call, target } of this.#changed) {
      const at = lines.findIndex((line) => users.includes(line.user) && line.call === call && line.target === target);
      assert.ok(at >= 0, `the audit has ${call} of ${target} by ${users}`);
      lines.splice(at, 1);
    }
    assert.deepEqual(lines, [], 'the audit has nothing else');
  }

  close(): void {
    for (const { wire } of this.#connections) wire.close();
  }

  #happened(entry: DataEntry): void {
    if (entry.property === 'state') this.#house.values.set(entry.cid, entry.value);
    for (const connection of this.#connections) connection.happened(entry, this.#house);
  }

  async #call(spoken: Calling, presses: readonly string[]): Promise<void> {
    const door = this.#doors.of(this.#house, spoken.by, spoken.way);
    const isRight = spoken.input.oldPassword === 'right';
    const calling = isRight ? { ...spoken, input: { ...spoken.input, oldPassword: door.password } } : spoken;
    const asked = door.ask(calling.call, calling.input);
    for (const cid of presses) {
      await new Promise((turn) => setImmediate(turn));
      this.#real.press(cid);
    }
    const answer = calling.call === 'executeScene' ? await this.#whileTimePasses(asked) : await asked;
    const house = structuredClone(this.#house);
    const caller = door.admit(house);
    const verdict = 'member' in caller ? callOn(house, caller, calling) : caller;
    const objection = objectionTo(answer, verdict, calling.call);
    assert.equal(objection, null, `${JSON.stringify(calling)}: ${objection}`);
    await this.#follow({ house, made: [{ calling, caller, verdict }] });
  }

  async #together(calls: readonly [Calling, Calling]): Promise<void> {
    const ask = (calling: Calling) => {
      const door = this.#doors.of(this.#house, calling.by, calling.way);
      return door.ask(calling.call, calling.input).then((answer): Asked => ({ calling, door, answer }));
    };
    const courses = coursesOf(this.#house, await Promise.all([ask(calls[0]), ask(calls[1])]));
    assert.ok(typeof courses !== 'string', `no order explains ${JSON.stringify(calls)}:\n${courses}`);
    await this.#follow(await trueOne(courses, (house) => this.#isTrue(house)));
  }

  /** Whether an administrator of a configuration sees that it is the true one. */
  async #isTrue(house: Configuration): Promise<boolean> {
    const member = adminOf(house);
    const door = this.#doors.byPassword(member.id, member);
    for (const look of LOOKS) {
      const verdict = callOn(house, { member, session: null }, { call: look, input: {} });
      const answer = await door.ask(look, {});
      if (answer.status === 401) await this.#real.advance(FORGOTTEN);
      if (objectionTo(answer, verdict, look) !== null) return false;
    }
    return true;
  }

  /** Goes on with what has become of the configuration: everybody is told, or sees something else, or is asked for a login. */
  async #follow({ house, made }: Course): Promise<void> {
    const before = this.#house;
    this.#house = house;
    for (const [cid, value] of before.values) house.values.set(cid, value);
    for (const { calling, caller, verdict } of made) {
      const code = 'codes' in verdict ? verdict.codes.join('/') : 'ok';
      this.#seen.set(`${calling.call} ${code}`, 1 + (this.#seen.get(`${calling.call} ${code}`) ?? 0));
      if (!('member' in caller) || 'codes' in verdict || !CONFIGURES.test(calling.call)) continue;
      const { id, cid } = { ...calling.input, ...(verdict.result as object) } as { id?: unknown; cid?: unknown };
      // Somebody may have got another name by it.
      const users = [before, house].flatMap(({ users: all }) => all.get(caller.member.id)?.username ?? []);
      this.#changed.push({ users, call: calling.call, target: cid ?? id ?? null });
    }
    for (const connection of this.#connections) connection.announce(newsFor(connection, before, { house, made }));
    this.#doors.remember(house);
    for (const connection of this.#connections) await connection.look(house);
    const isCounted = ({ verdict }: Made) => 'login' in verdict && !verdict.codes.includes(106);
    if (made.some(isCounted)) await this.#real.advance(FORGOTTEN);
  }

  async #whileTimePasses(asked: Promise<Answer>): Promise<Answer> {
    let answer: Answer | undefined;
    void asked.then((settled) => {
      answer = settled;
    });
    for (let turns = 0; answer === undefined && turns < 500; turns += 1) {
      await this.#real.advance(turns % 10 === 9 ? 1 : 0);
      await new Promise((turn) => setImmediate(turn));
    }
    return asked;
  }

  async #logIn(by: number, isRight: boolean): Promise<void> {
    const door = this.#doors.byPassword(by, isRight ? {} : { password: 'a wrong password' });
    const answer = await door.ask('auth', {});
    const caller = door.admit(this.#house);
    if ('member' in caller) {
      const session = (answer.body as { readonly sessionID?: string }).sessionID ?? '';
      const objection = objectionTo(answer, { result: { sessionID: session, userID: by } }, 'auth');
      assert.equal(objection, null, `a login of user ${by}: ${objection}`);
      assert.ok(!this.#house.sessions.has(session) && session.length > 20, session);
      this.#house.sessions.set(session, { user: by });
      this.#doors.opened(by, session);
      return;
    }
    assert.equal(objectionTo(answer, caller, 'auth'), null, `a login of user ${by}: ${JSON.stringify(answer)}`);
    await this.#real.advance(FORGOTTEN);
  }

  async #connect({ by, way, asksForNews }: Extract<Step, { do: 'connect' }>): Promise<void> {
    if (this.#connections.length >= MOST_CONNECTIONS) return;
    const session = way === 'session' ? this.#doors.session(by) : undefined;
    const connection = new Connection(await listeningWire(this.#real.base, session), this.#connections.length);
    this.#connections.push(connection);
    if (session !== undefined && this.#house.sessions.has(session)) connection.become(session);
    else await connection.isAskedToLogIn();
    if (connection.login === null) await this.#changeUser({ connection: connection.number, by, asksForNews });
    else await this.#init(connection, asksForNews);
  }

  /** Logs in on a connection, whoever is logged in there. */
  async #changeUser({ connection: number, by, asksForNews }: Omit<Extract<Step, { do: 'change user' }>, 'do'>) {
    const connection = this.#connections[number];
    if (connection === undefined) return;
    const door = this.#doors.byPassword(by);
    const { username, password } = this.#doors.who(by);
    const answer = { body: await connection.wire.ask('auth', { username, password }) };
    const caller = door.admit(this.#house);
    if (!('member' in caller)) {
      assert.equal(objectionTo(answer, caller, 'auth'), null, `a login of user ${by}: ${JSON.stringify(answer)}`);
      return this.#real.advance(FORGOTTEN);
    }
    assert.equal(
      objectionTo(answer, { result: { sessionID: null, userID: by } }, 'auth'),
      null,
      JSON.stringify(answer),
    );
    this.#logins += 1;
    const login = `login ${this.#logins}`;
    this.#house.sessions.set(login, { user: by });
    connection.become(login);
    await this.#init(connection, asksForNews);
  }

  async #init(connection: Connection | undefined, asksForNews: boolean): Promise<void> {
    const group = connection?.member(this.#house)?.group;
    if (connection === undefined || group === undefined) return;
    assert.equal(await connection.wire.ask('init', asksForNews ? { configuration: true } : {}), true);
    connection.begin(asksForNews && group === 'admin');
  }

  /** Waits until every connection has heard what it must. */
  async #hear(): Promise<void> {
    this.#real.press(MARKER);
    for (const connection of this.#connections) await connection.hearOut();
  }
}

/** So that a run stays small. */
const MOST_CONNECTIONS = 12;

const LOOKS = ['getUsers', 'getRooms', 'getZones', 'getScenes', 'getAutomations', 'getSkills', 'getAllComponents'];

/** What the audit has a line of, even if it changed nothing. */
const CONFIGURES = /^(add|set|remove|capture)/;
