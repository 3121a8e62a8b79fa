import type { Caller } from '../caller.ts';
import type { Connection } from './connection.ts';
import type { Lines } from './lines.ts';

/** Which connections are logged in as whom, so that a change of somebody's rights finds them. */
export class Logins {
  readonly #lines: Lines;
  readonly #byUser = new Map<number, Set<Connection>>();

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  /** Somebody else, or nobody, is logged in on a connection. */
  changed(connection: Connection, before: Caller | undefined): void {
    const after = connection.caller;
    if (before !== undefined) {
      const others = this.#byUser.get(before.user.id);
      others?.delete(connection);
      if (others?.size === 0) this.#byUser.delete(before.user.id);
    }
    if (after === undefined) {
      this.#lines.loggedOut(connection.line);
      return;
    }
    this.#lines.loggedIn(connection.line);
    const others = this.#byUser.get(after.user.id);
    if (others !== undefined) others.add(connection);
    else this.#byUser.set(after.user.id, new Set([connection]));
  }

  /** Looks at every login of a user. */
  look(user: number): void {
    for (const connection of [...(this.#byUser.get(user) ?? [])]) connection.look();
  }
}
