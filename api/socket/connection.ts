import type { Socket } from 'socket.io';
import type { Access } from '../access/access.ts';
import type { Caller } from '../caller.ts';
import type { ClientWatch } from '../client-watch.ts';
import { DEFAULT_LANGUAGE, errorBody, type Language, languageOf, type Refusal } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Answer, Credentials, Gate } from '../gate.ts';
import type { QueueDrops } from '../queue-drops.ts';
import type { Administrators } from './administrators.ts';
import type { Audience, Listener } from './audience.ts';
import { SOCKET_LIMITS } from './limits.ts';
import type { Line } from './line.ts';
import type { Logins } from './logins.ts';

/** What every connection is given. */
export interface Surroundings {
  readonly gate: Gate;
  readonly access: Pick<Access, 'entitled'>;
  readonly events: Events;
  readonly audience: Audience;
  readonly administrators: Administrators;
  readonly logins: Logins;
  readonly watch: ClientWatch | undefined;
  readonly drops: QueueDrops | undefined;
}

/**
 * One client in the namespace: awaiting login, logged in, or ready (specification, "Socket.io connection"). Ready means that
 * `init` was answered and it is one of the audience.
 */
export class Connection implements Listener {
  readonly socket: Socket;
  readonly line: Line;
  readonly #house: Surroundings;
  #caller: Caller | undefined;
  #language: Language;
  #inFlight = 0;
  /** A `logout` is under way: its answer comes before the `stateChange` that it brings about. */
  #isLeaving = false;
  /** It was told once that a login is needed: an `auth` before that is lost. */
  #isAsked = false;

  constructor(socket: Socket, line: Line, house: Surroundings) {
    this.socket = socket;
    this.line = line;
    this.#house = house;
    this.#language = line.handshake.language;
  }

  /** Who is logged in; `undefined` while awaiting login. */
  get caller(): Caller | undefined {
    return this.#caller;
  }

  /** Begins: logged in if the handshake brought a session, else awaiting login. */
  open(caller: Caller | undefined): void {
    this.#house.watch?.opened(this.line.carrier, { source: this.line.handshake.source, cut: () => this.line.cut() });
    this.#become(caller);
    if (caller === undefined) this.#askForLogin();
    else this.look();
  }

  /** Carries an event to the gate and the answer back. Before a login everything but `auth` is lost. */
  receive(call: string, parameters: readonly unknown[], acknowledge: (answer: unknown) => void): void {
    const caller = this.#caller;
    if (caller === undefined && (call !== 'auth' || !this.#isAsked)) {
      this.#house.watch?.lost(this.line.carrier, call);
      return;
    }
    if (this.#inFlight >= SOCKET_LIMITS.callsInFlight.value) {
      if (this.#house.drops !== undefined) this.#house.drops.calls += 1;
      acknowledge(errorBody(116, this.#language));
      return;
    }

    const { path, source, remoteToken, cookie } = this.line.handshake;
    const credentials: Credentials =
      caller === undefined || call === 'auth' ? { kind: 'input', cookie } : { kind: 'caller', caller };
    if (call === 'logout') this.#isLeaving = true;
    const input = inputOf(parameters);
    const answer = this.#house.gate.handle({
      call,
      input,
      credentials,
      path,
      source,
      remoteToken,
      transport: 'socket',
      language: this.#language,
      asker: this.line.carrier,
    });
    const settle = (settled: Answer): void => this.#settle({ call, input, caller, acknowledge }, settled);
    if (answer instanceof Promise) {
      this.#inFlight += 1;
      void answer.then((settled) => {
        this.#inFlight -= 1;
        settle(settled);
      });
    } else settle(answer);
  }

  /** Looks whether the login still counts; each look is a use of the session. */
  look(): void {
    if (this.#caller === undefined || this.#house.access.entitled(this.#caller)) return;
    if (this.#isLeaving) this.#hearNothing();
    else this.#fallBack();
  }

  close(): void {
    this.#become(undefined);
    this.#house.watch?.closed(this.line.carrier);
  }

  #settle({ call, input, caller, acknowledge }: Question, answer: Answer): void {
    if (call === 'logout') this.#isLeaving = false;
    if (!this.socket.connected) return;
    if (!answer.ok) {
      acknowledge(answer.body);
      if (call === 'logout' || (answer.status === 401 && call !== 'auth')) this.#doubt(answer);
      return;
    }
    // Somebody else has logged in, or nobody is logged in any more, since the question was asked.
    const isOvertaken = caller !== this.#caller;
    if (call === 'auth') this.#become(answer.caller);
    acknowledge(answer.result);
    // Whoever has not read what came before the answer was cut off by it.
    if (!this.socket.connected) return;
    if (answer.ended && !isOvertaken) this.#fallBack();
    else if (call === 'init' && !isOvertaken) this.#begin(input);
    else if (call === 'auth') this.look();
  }

  /** A refusal that concerns the login itself: 106 says that the session, or the remote token, does not count any more. */
  #doubt({ status, body }: Refusal): void {
    if (this.#caller === undefined || this.#isLeaving) return;
    if (status === 401 && body.errorCode === 106) this.#fallBack();
    else this.look();
  }

  /** After `init`: what has happened before it is for the others. */
  #begin(input: unknown): void {
    const { language, configuration } = (input ?? {}) as InitInput;
    if (language !== undefined) this.#language = languageOf(language) ?? DEFAULT_LANGUAGE;
    this.#house.events.flush();
    this.#house.audience.join(this);
    if (configuration === true) this.#house.administrators.join(this);
    else this.#house.administrators.leave(this);
  }

  #fallBack(): void {
    this.#become(undefined);
    this.#askForLogin();
  }

  #become(caller: Caller | undefined): void {
    const before = this.#caller;
    this.#caller = caller;
    this.#hearNothing();
    this.#house.logins.changed(this, before);
  }

  #hearNothing(): void {
    this.#house.audience.leave(this);
    this.#house.administrators.leave(this);
  }

  #askForLogin(): void {
    const ask = (): void => {
      this.#isAsked = true;
      this.socket.emit('stateChange', LOGIN_NEEDED);
    };
    const { watch } = this.#house;
    if (watch === undefined) ask();
    else watch.awaitsLogin(this.line.carrier, ask);
  }
}

const LOGIN_NEEDED = { part: 'app', state: 'User Authorization needed' } as const;

/** What `init` may say. */
interface InitInput {
  readonly language?: unknown;
  readonly configuration?: unknown;
}

interface Question {
  readonly call: string;
  readonly input: unknown;
  /** Who was logged in when it was asked. */
  readonly caller: Caller | undefined;
  readonly acknowledge: (answer: unknown) => void;
}

/** The first argument is the parameters. More than one are none that a call takes: the gate is given the list, and says so. */
const inputOf = (parameters: readonly unknown[]): unknown =>
  parameters.length > 1 ? parameters : (parameters[0] ?? undefined);
