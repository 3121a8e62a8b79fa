import type { Answer } from './configuration-answers.ts';
import type { Connection } from './configuration-connection.ts';
import type { Way } from './configuration-steps.ts';
import { credentials, type Headers, send, withSession } from './http-client.ts';
import type { Caller } from './models/changes.ts';
import { type Configuration, isMember, loginOf, type Member, type Verdict } from './models/configuration.ts';

/** A way to ask, and who is let in by it. */
export interface Door {
  /** As far as the one who asks knows it. */
  readonly password: string;
  ask(call: string, input: object): Promise<Answer>;
  admit(house: Configuration): Caller | Verdict;
}

/** What people know who want to come in: what they are called, their passwords and sessions, also such as are worth nothing any more. */
export class Doors {
  readonly #base: string;
  readonly #connections: readonly Connection[];
  readonly #sessions = new Map<number, string>();
  readonly #known = new Map<number, Member>();

  constructor(base: string, connections: readonly Connection[]) {
    this.#base = base;
    this.#connections = connections;
  }

  /** Users as they are now. */
  remember({ users }: Configuration): void {
    for (const member of users.values()) this.#known.set(member.id, member);
  }

  /** The latest session of a user. */
  session(user: number): string | undefined {
    return this.#sessions.get(user);
  }

  opened(user: number, session: string): void {
    this.#sessions.set(user, session);
  }

  /** By the way that was asked for if there is one, else by name and password. */
  of(house: Configuration, user: number, way: Way): Door {
    const session = this.session(user);
    if (way === 'session' && session !== undefined) return this.#bySession(user, session);
    const open = way === 'socket' && this.#connections.findLast((one) => one.member(house)?.id === user);
    return open ? this.#bySocket(user, open) : this.byPassword(user);
  }

  /** As the user is known, or as it is said. */
  byPassword(user: number, said: Partial<Pick<Member, 'username' | 'password'>> = {}): Door {
    const { username, password } = { ...this.who(user), ...said };
    return {
      password,
      ask: (name, input) => post(this.#base, name, input, written(username, password)),
      admit(house) {
        const login = loginOf(house, username, password);
        return isMember(login) ? { member: login, session: null } : login;
      },
    };
  }

  /** Nobody is called like those who never were. */
  who(user: number): Pick<Member, 'username' | 'password'> {
    return this.#known.get(user) ?? { username: `nobody-${user}`, password: 'a password of nobody' };
  }

  #bySession(user: number, session: string): Door {
    return {
      password: this.who(user).password,
      ask: (name, input) => post(this.#base, name, input, withSession(session)),
      admit: (house) => admitted(house, session),
    };
  }

  #bySocket(user: number, { wire, login }: Connection): Door {
    return {
      password: this.who(user).password,
      ask: async (name, input) => ({ body: await wire.ask(name, input) }),
      admit: (house) => admitted(house, login ?? ''),
    };
  }
}

function admitted({ sessions, users }: Configuration, session: string): Caller | Verdict {
  const member = users.get(sessions.get(session)?.user ?? 0);
  return member === undefined ? { codes: [106], login: true } : { member, session };
}

/** Credential headers in UTF-8: Node.js writes a character as a byte. */
export const written = (username: string, password: string): Headers =>
  credentials(Buffer.from(username).toString('latin1'), Buffer.from(password).toString('latin1'));

/** A call with such headers. */
export async function post(
  base: string,
  name: string,
  input: object,
  headers: Headers,
  from?: string,
): Promise<Answer> {
  const { status, body } = await send(`${base}/api/v1/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    // As bytes: Node.js would write the headers in the encoding of a text.
    body: Buffer.from(JSON.stringify(input)),
    ...(from === undefined ? {} : { from }),
  });
  return { status, body };
}
