import { type Alarm, type Clock, type Duration, later, milliseconds, seconds } from '../../twin/index.ts';
import type { Answer } from './answer.ts';
import type { Framing } from './framing.ts';
import { LIMITS } from './limits.ts';
import { type Question, Questions } from './questions.ts';
import type { OpenWire, Wire } from './wire.ts';

/** What a line is, and how patient it is. */
export interface LineSettings {
  readonly open: OpenWire;
  readonly framing: Framing;
  /** How long an answer may take. */
  readonly timeout: Duration;
  /** How often an unanswered request is sent again. */
  readonly retries: number;
  /** Time between an answer and the next request. */
  readonly pause: Duration;
  /** How long a line whose answers are anonymous has to be quiet after one was missing. */
  readonly quiet: Duration;
  /** Whether it is worth to connect anew when nobody answers, as over TCP. */
  readonly renews: boolean;
}

export interface LineOptions extends LineSettings {
  readonly clock: Clock;
  /** Devices can be asked, or cannot be asked any more. */
  usable(isUsable: boolean): void;
  /** The line is up once it can be used; after a silence only once somebody answered. */
  link(up: boolean): void;
  say(line: string): void;
}

const FIRST_DELAY = milliseconds(500);

/** One line to Modbus devices: one request at a time, commands before readings, and whatever it takes to stay connected. */
export class Line {
  readonly questions = new Questions();
  readonly #options: LineOptions;
  readonly #timeout: Alarm;
  readonly #turn: Alarm;
  readonly #renewal: Alarm;
  #wire: Wire | null = null;
  #isOpen = false;
  #isClosed = false;
  #current: { readonly question: Question; triesLeft: number } | null = null;
  #freeAt = 0;
  #babblesSince: number | null = null;
  #silences = 0;
  #delay: Duration = FIRST_DELAY;
  #lastSaid = '';
  /** Whoever opened the present wire. */
  #token: object | null = null;
  #isWaitingToRepeat = false;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#timeout = options.clock.alarm(() => this.#isSilent());
    this.#turn = options.clock.alarm(() => this.#next());
    this.#renewal = options.clock.alarm(() => this.#renew());
    this.#connect();
  }

  ask(question: Question): void {
    if (!this.#isOpen) {
      question.done({ ok: false, why: this.#isClosed ? 'closed' : 'offline' });
      return;
    }
    this.questions.add(question);
    this.#next();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#disconnect('closed');
    this.#renewal.clear();
  }

  #connect(): void {
    const { open, clock } = this.#options;
    this.#renewal.set(later(clock.now(), seconds(LIMITS.connectSeconds.value)));
    const token = {};
    this.#token = token;
    // What a wire says that was given up concerns nobody.
    const isMine = () => this.#token === token;
    this.#wire = open({
      opened: () => isMine() && this.#opened(),
      received: (bytes) => isMine() && this.#received(bytes),
      ended: (reason) => isMine() && this.#drop(reason),
    });
  }
  #opened(): void {
    this.#renewal.clear();
    this.#isOpen = true;
    this.#freeAt = 0;
    this.#babblesSince = null;
    // Whoever takes connections and never answers is not there.
    if (this.#silences === 0) this.#isUp();
    else this.#options.link(false);
    this.#options.usable(true);
    this.#next();
  }

  #isUp(): void {
    this.#options.link(true);
    this.#lastSaid = '';
  }

  /** The alarm of a connection that is being made for too long, or of the next attempt. */
  #renew(): void {
    if (this.#wire !== null) this.#drop('no connection in time');
    else this.#connect();
  }

  #drop(reason: string): void {
    if (reason !== this.#lastSaid) this.#options.say(`not connected: ${reason}`);
    this.#lastSaid = reason;
    this.#options.usable(false);
    this.#disconnect('offline');
    if (this.#isClosed) return;
    this.#renewal.set(later(this.#options.clock.now(), this.#delay));
    this.#delay = Math.min(2 * this.#delay, seconds(LIMITS.reconnectSeconds.value)) as Duration;
    this.#options.link(false);
  }

  #disconnect(why: 'offline' | 'closed'): void {
    this.#token = null;
    this.#wire?.close();
    this.#wire = null;
    this.#isOpen = false;
    this.#timeout.clear();
    this.#turn.clear();
    this.#options.framing.forget();
    const waiting = [...this.questions.clear()];
    if (this.#current !== null) waiting.unshift(this.#current.question);
    this.#current = null;
    for (const { done } of waiting) done({ ok: false, why });
  }

  #next(): void {
    if (!this.#isOpen || this.#current !== null) return;
    const { clock } = this.#options;
    const wait = this.#freeAt - clock.elapsed();
    if (wait > 0) {
      this.#turn.set(later(clock.now(), milliseconds(Math.ceil(wait))));
      return;
    }
    const question = this.questions.next();
    if (question === undefined) return;
    this.#current = { question, triesLeft: question.once ? 0 : this.#options.retries };
    this.#send();
  }

  #send(): void {
    if (this.#current === null) return;
    const { unit, request } = this.#current.question;
    const { framing, clock, timeout } = this.#options;
    this.#babblesSince = null;
    this.#timeout.set(later(clock.now(), timeout));
    this.#wire?.send(framing.ask(unit, request));
  }

  #received(bytes: Buffer): void {
    const { framing, pause } = this.#options;
    if (this.#current === null || this.#isWaitingToRepeat) {
      this.#unasked(bytes);
      return;
    }
    const reply = framing.take(bytes);
    if (reply === null) return;
    if (reply === 'broken') {
      this.#drop('what is received is no Modbus');
      return;
    }
    this.#silences = 0;
    this.#delay = FIRST_DELAY;
    this.#isUp();
    this.#finish(reply, pause);
  }

  /** Somebody talks whom nobody asked, or who was asked long ago: only once the line is quiet does an answer mean something. */
  #unasked(bytes: Buffer): void {
    const { framing, clock, quiet } = this.#options;
    if (!framing.anonymous) {
      if (framing.take(bytes) === 'broken') this.#drop('what is received is no Modbus');
      return;
    }
    const now = clock.elapsed();
    this.#babblesSince ??= now;
    if (now - this.#babblesSince > seconds(LIMITS.babbleSeconds.value)) {
      this.#drop('the line is never quiet');
      return;
    }
    this.#freeAt = Math.max(this.#freeAt, now + quiet);
  }

  #isSilent(): void {
    if (this.#current === null) return;
    if (this.#isWaitingToRepeat) {
      const wait = this.#freeAt - this.#options.clock.elapsed();
      if (wait > 0) {
        this.#timeout.set(later(this.#options.clock.now(), milliseconds(Math.ceil(wait))));
        return;
      }
      this.#isWaitingToRepeat = false;
      this.#send();
      return;
    }
    const { framing, clock, quiet, renews } = this.#options;
    framing.forget();
    this.#silences += 1;
    const gap = framing.anonymous ? quiet : milliseconds(0);
    const { question, triesLeft } = this.#current;
    const isDead = renews && this.#silences >= LIMITS.silencesOfLine.value;
    const isOutdated = this.questions.replaces(question);
    if (triesLeft > 0 && !isDead && !isOutdated) {
      this.#current.triesLeft -= 1;
      this.#isWaitingToRepeat = true;
      this.#freeAt = clock.elapsed() + gap;
      this.#isSilent();
      return;
    }
    const answer: Answer = { ok: false, why: isOutdated ? 'replaced' : 'silence' };
    if (!isDead) {
      this.#finish(answer, gap);
      return;
    }
    this.#current = null;
    this.#drop('nobody answers');
    question.done(answer);
  }

  #finish(answer: Answer, gap: Duration): void {
    const done = this.#current?.question.done;
    this.#current = null;
    this.#isWaitingToRepeat = false;
    this.#timeout.clear();
    this.#options.framing.forget();
    this.#freeAt = this.#options.clock.elapsed() + gap;
    done?.(answer);
    this.#next();
  }
}
