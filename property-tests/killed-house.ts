import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectionTo } from './configuration-answers.ts';
import { post, written } from './configuration-doors.ts';
import { configuredScenario, firstConfiguration } from './configured-house.ts';
import { pause, type RunningSandbox, startSandbox, temporaryFolder } from './fixtures.ts';
import { call, credentials, send, withSession } from './http-client.ts';
import { callOn } from './models/changes.ts';
import type { Configuration, Input, Member } from './models/configuration.ts';
import { type Course, Courses, type Effect, type Question, type Success } from './models/courses.ts';

/** Two administrators who stay what they are; everything else may change. */
export const ADMINS = [1, 2] as const;

/** When a process is killed: after a time, or as soon as so many questions have been answered with success. */
export type Kill = { readonly ms: number } | { readonly answers: number; readonly isOverUser: boolean };

const LOOKS = ['getUsers', 'getRooms', 'getZones', 'getScenes', 'getAutomations', 'getSkills', 'getAllComponents'];
/** A line of the audit is stored at most a second late. */
const AUDITED_AFTER_MS = 2_000;

/** A house over several lives of its process. */
export class KilledHouse {
  readonly #folder: ReturnType<typeof temporaryFolder>;
  readonly #sessions: string[] = [];
  /** When each question was answered that took effect. */
  readonly #answered = new Map<number, number>();
  /** Questions that the process was killed over. */
  readonly #unanswered = new Set<number>();
  /** Those that the audit cannot know of for sure. */
  readonly #unaudited = new Set<number>();
  readonly #courses: Courses;
  #sandbox: RunningSandbox;
  /** Effects that were looked at after an earlier start. */
  #compared = 0;
  acknowledged = 0;
  /** The process is killed when this many questions have been answered with success. */
  #killedAt = Number.POSITIVE_INFINITY;
  /** From so many on, only users are changed, which are kept in another place than everything else. */
  #lastAt = Number.POSITIVE_INFINITY;

  private constructor(folder: ReturnType<typeof temporaryFolder>, sandbox: RunningSandbox, house: Configuration) {
    this.#folder = folder;
    this.#sandbox = sandbox;
    this.#courses = new Courses(house);
  }

  static async begin(): Promise<KilledHouse> {
    const folder = temporaryFolder();
    const file = join(folder.path, 'configured.yaml');
    writeFileSync(file, configuredScenario());
    const data = join(folder.path, 'data');
    const sandbox = await startSandbox(['--scenario', file, '--start', START, '--data', data]);
    const house = firstConfiguration([]);
    for (const cid of house.components.keys()) house.values.set(cid, false);
    const killed = new KilledHouse(folder, sandbox, house);
    for (const admin of ADMINS) {
      const { username, password } = house.users.get(admin) as Member;
      const { body } = await call(sandbox.http, 'auth', {}, { headers: credentials(username, password) });
      killed.#sessions.push((body as { sessionID: string }).sessionID);
    }
    for (const { id } of (await killed.#ask(1, 'getSkills')).body as readonly { id: string }[])
      house.skills.set(id, true);
    return killed;
  }

  /** Both administrators at once, until the process is gone. */
  async live(asked: readonly (readonly Omit<Question, 'by'>[])[], killed: Kill): Promise<void> {
    const going = ADMINS.map(async (by, index) => {
      const own = asked[index] ?? [];
      for (let turn = 0; ; turn += 1) {
        const question = this.acknowledged >= this.#lastAt ? this.#last() : own[turn % own.length];
        if (question === undefined || !(await this.#put({ ...question, by }))) return;
      }
    });
    if ('answers' in killed) {
      this.#killedAt = this.acknowledged + killed.answers;
      this.#lastAt = killed.isOverUser ? this.#killedAt - 1 : this.#lastAt;
    }
    if ('ms' in killed) await pause(killed.ms).then(() => this.#sandbox.kill());
    await Promise.all(going);
    await this.#sandbox.kill();
    this.#killedAt = Number.POSITIVE_INFINITY;
    this.#lastAt = Number.POSITIVE_INFINITY;
    const end = Date.now();
    for (const number of this.#courses.cut()) this.#unanswered.add(number);
    for (const [number, at] of this.#answered) if (at > end - AUDITED_AFTER_MS) this.#unaudited.add(number);
    this.#answered.clear();
    this.#sandbox = await startSandbox(['--start', START, '--data', join(this.#folder.path, 'data')]);
  }

  /**
   * What chance brings about too seldom: one of everything is added and removed again, so that its identifier must not come back
   * after the next start; both administrators change one user at the same time; and a password is changed.
   */
  async exercise(): Promise<void> {
    const put = (by: number, name: string, input: object) =>
      this.#put({ by, call: name, input: input as Input, isSpoiled: false });
    const before = { ...(this.#courses.all[0] as Course).house.next };
    const password = `the password of ${before.users}`;
    await put(1, 'addRoom', { name: 'For a moment' });
    await put(2, 'addZone', { name: 'For a moment' });
    await put(1, 'addScene', { name: 'For a moment' });
    await put(1, 'addUser', { username: `user ${before.users}`, password, group: 'user' });
    await Promise.all([
      put(1, 'setUser', { id: before.users, remoteAccess: true }),
      put(2, 'setUser', { id: before.users, rooms: { '*': 'View only' } }),
    ]);
    await put(2, 'setUser', { id: before.users, password: `another ${password}` });
    await put(1, 'removeRoom', { id: before.rooms });
    await put(2, 'removeZone', { id: before.zones });
    await put(1, 'removeScene', { id: before.scenes });
    await put(1, 'addUser', { username: 'for a moment', password, group: 'user' });
    await put(2, 'removeUser', { id: before.users + 1 });
  }

  #last(): Omit<Question, 'by'> {
    const users = [...(this.#courses.all[0] as Course).house.users.values()];
    const { id, remoteAccess } = users.at(-1) as Member;
    return { call: 'setUser', input: { id, remoteAccess: !remoteAccess }, isSpoiled: false };
  }

  /** What is there now is what was acknowledged, with or without what nobody was answered on. */
  async compare(): Promise<void> {
    const before = this.#courses.all;
    // A password costs the controller a tenth of a second: whoever has certainly stayed as they were can still log in.
    const recent = before.flatMap(({ effects }) => effects.slice(this.#compared));
    const touched = new Set(recent.flatMap(({ collection, id }) => (collection === 'users' ? [id] : [])));
    const objections: string[] = [];
    for (const course of before) {
      const objection =
        (await this.#objectionTo(course, touched)) ?? (await this.#compareStories(course).then(() => null, String));
      if (objection === null) {
        this.#courses.only(course);
        this.#compared = course.effects.length;
        return;
      }
      objections.push(objection);
    }
    assert.fail(`it is not what was acknowledged:\n${objections.join('\n')}`);
  }

  async close(): Promise<void> {
    await this.#sandbox.kill();
    this.#folder.remove();
  }

  /** Answers whether there was an answer. */
  async #put(question: Question): Promise<boolean> {
    const number = this.#courses.ask(question);
    const answer = await this.#ask(question.by, question.call, question.input).catch(() => undefined);
    if (answer === undefined) return false;
    const objections: string[] = [];
    this.#courses.hear(number, (verdict) => {
      const objection = objectionTo(answer, verdict, question.call);
      if (objection !== null) objections.push(objection);
      return objection === null;
    });
    assert.ok(this.#courses.all.length > 0, `${JSON.stringify(question)}: ${objections.join(', or ')}`);
    if (answer.status === 200) {
      this.#answered.set(number, Date.now());
      this.acknowledged += 1;
      // In the very breath in which it was acknowledged.
      if (this.acknowledged >= this.#killedAt) this.#sandbox.process.kill('SIGKILL');
    }
    return true;
  }

  async #objectionTo({ house }: Course, touched: ReadonlySet<unknown>): Promise<string | null> {
    const member = house.users.get(1) as Member;
    for (const look of LOOKS) {
      const verdict = callOn(house, { member, session: 'own' }, { call: look, input: {} });
      const objection = objectionTo(await this.#ask(1, look), verdict, look);
      if (objection !== null) return `${look}: ${objection}`;
    }
    // Each from an address of its own: failures must not add up, and time must stand still, as rules would change what is there.
    for (const { id, username, password, enabled } of house.users.values()) {
      if (!touched.has(id)) continue;
      const from = `127.0.1.${id % 250}`;
      const { status, body } = await post(this.#sandbox.http, 'auth', {}, written(username, password), from);
      if ((status === 200) !== enabled)
        return `a login of user ${id}, ${username}, is answered ${JSON.stringify(body)}`;
    }
    return null;
  }

  /** The journal tells every change that was acknowledged once, and audit tells none that was not made. */
  async #compareStories({ house, effects, successes }: Course): Promise<void> {
    const { text } = await send(`${this.#sandbox.http}/sandbox/v1/journal`);
    const journal = text.split('\n').filter((line) => line.includes('"kind":"configuration"'));
    const told = journal.map((line) => JSON.parse(line) as Effect & { readonly user: string }).map(storyOf);
    const name = ({ by }: { readonly by: number }) => (house.users.get(by) as Member).username;
    const due = effects.map((effect) => ({ ...effect, user: name(effect) }));
    // Two removals at once may tidy a user together, and tell of it once.
    const isTidying = ({ collection, call: over }: Effect) =>
      collection === 'users' && /^remove(Room|Scene)$/.test(over);
    const owed = due.filter((effect) => !this.#unanswered.has(effect.question) && !isTidying(effect));
    assert.deepEqual(without(owed.map(storyOf), told), [], 'the journal has what was acknowledged');
    assert.deepEqual(without(told, due.map(storyOf)), [], 'the journal has nothing else');

    const audit = (await this.#ask(1, 'getAudit', { limit: 1_000 })).body as readonly {
      kind: string;
      user: string;
      call: string;
      target: unknown;
    }[];
    const lines = audit
      .filter(({ kind }) => kind === 'change')
      .map(({ user, call: over, target }) => `${user} ${over} ${target}`);
    const made = ({ by, call: over, target }: Success) => `${name({ by })} ${over} ${target}`;
    const certain = successes.filter(
      ({ question }) => !this.#unanswered.has(question) && !this.#unaudited.has(question),
    );
    assert.deepEqual(without(certain.map(made), lines), [], 'the audit has what was acknowledged some time ago');
    assert.deepEqual(without(lines, successes.map(made)), [], 'the audit has nothing else');
  }

  async #ask(by: number, name: string, input: object = {}) {
    const session = this.#sessions[by - 1] ?? '';
    const { status, body } = await call(this.#sandbox.http, name, input, { headers: withSession(session) });
    return { status, body };
  }
}

/** Later than any present: a restart goes on from where it stopped. */
const START = '2100-03-01T06:00:00.000Z';

const storyOf = ({ collection, action, id, user, call: over }: Effect & { readonly user: string }): string =>
  `${user} ${over}: ${action} ${collection} ${id}`;

/** What is left of the first when each of the second takes one away. */
function without(lines: readonly string[], gone: readonly string[]): readonly string[] {
  const left = [...gone];
  return lines.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
