import type { Request, Result } from '@modelcontextprotocol/sdk/types.js';
import { backOff } from './back-off.ts';
import type { Controller } from './controller.ts';
import { log } from './log.ts';
import { Problem, problemOf } from './problem.ts';
import { type Carried, type Party, Session } from './session.ts';

/** What one can say of a controller without asking it. */
export interface Standing {
  readonly answers: boolean;
  readonly problem?: string;
}

/** The way to one controller, for as long as it is selected: opens sessions as they are needed, and again when they are lost. */
export class Link {
  readonly controller: Controller;
  readonly #party: Party;
  readonly #onopened: (session: Session) => void;
  readonly #closing = new AbortController();
  #session: Session | undefined;
  #opening: Promise<Session> | undefined;
  #problem: Problem | undefined;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;

  /** `onopened` is told of every new session. */
  constructor(controller: Controller, party: Party, onopened: (session: Session) => void) {
    this.controller = controller;
    this.#party = party;
    this.#onopened = onopened;
  }

  get standing(): Standing {
    return {
      answers: this.#session !== undefined,
      ...(this.#problem === undefined ? {} : { problem: this.#problem.message }),
    };
  }

  /** The session, or a new one, tried at once. Throws a `Problem`. */
  session(): Promise<Session> {
    if (this.#session !== undefined) return Promise.resolve(this.#session);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** A call that is refused because its session is lost was not carried out: it goes out once more, in a new one. */
  async request(request: Request, carried: Carried = {}): Promise<Result> {
    const first = await this.session();
    try {
      return await first.request(request, carried);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#drop(first, error);
      if (error.trouble !== 'session') throw error;
    }
    const second = await this.session();
    try {
      return await second.request(request, carried);
    } catch (error) {
      if (error instanceof Problem) this.#drop(second, error);
      throw error;
    }
  }

  /** Asks whether it lives. Throws a `Problem`. */
  async ping(): Promise<number> {
    const session = await this.session();
    try {
      return await session.ping();
    } catch (error) {
      const problem = problemOf(this.controller, error);
      this.#drop(session, problem);
      if (problem.trouble !== 'session') throw problem;
      return (await this.session()).ping();
    }
  }

  /** Whoever needs it already has it; nothing is opened for this. */
  get present(): Session | undefined {
    return this.#session;
  }

  async close(atOnce = false): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#retry);
    const session = this.#session;
    this.#session = undefined;
    await session?.retire(atOnce);
  }

  async #open(): Promise<Session> {
    clearTimeout(this.#retry);
    try {
      const session = await Session.open(this.controller, this.#party, this.#closing.signal);
      if (this.#closing.signal.aborted) {
        void session.retire();
        throw new Problem('other', `controller "${this.controller.name}" is not selected any more`);
      }
      session.onlost = (problem) => this.#drop(session, problem);
      this.#session = session;
      if (this.#problem !== undefined) log(`controller "${this.controller.name}" answers again`);
      this.#problem = undefined;
      // Not from the beginning: one that comes and goes is not to be chased.
      this.#failures = Math.min(this.#failures, 2);
      this.#onopened(session);
      return session;
    } catch (error) {
      const problem = problemOf(this.controller, error);
      this.#fail(problem);
      throw problem;
    }
  }

  #drop(session: Session, problem: Problem): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    void session.retire();
    // Only the session is gone: whoever noticed opens the next one at once.
    if (problem.trouble === 'session') this.#try(0);
    else this.#fail(problem);
  }

  #fail(problem: Problem): void {
    if (this.#closing.signal.aborted) return;
    if (this.#problem?.message !== problem.message) log(problem.message);
    this.#problem = problem;
    // A token does not mend itself, and trying it again and again looks like an attack.
    if (problem.trouble !== 'token') this.#try(backOff(this.#failures));
    this.#failures += 1;
  }

  #try(milliseconds: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (!this.#closing.signal.aborted) this.session().catch(() => {});
    }, milliseconds).unref();
  }
}
