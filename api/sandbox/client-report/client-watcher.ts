import { type Alarm, type Clock, type Instant, later, seconds } from '../../../twin/index.ts';
import { Encoded } from '../../call.ts';
import type { Asker, ClientWatch, ConnectionSeen } from '../../client-watch.ts';
import { CallFault, refusal } from '../../errors.ts';
import type { Answer, CallRequest } from '../../gate.ts';
import { LIMITS } from '../../limits.ts';
import { callSeen, READY } from './call-seen.ts';
import { type ClientReport, clientReport } from './client-report.ts';
import type { Provocation, ReportOrder } from './report-order.ts';
import type { Client, Connected, Sight } from './sight.ts';
import { Sights } from './sights.ts';
import { withUnknownFields } from './unknown-fields.ts';

export interface ClientWatcherOptions {
  /** Now, on the driven clock. */
  readonly now: () => Instant;
  readonly networkClock: Clock;
}

/** Sees what clients of the sandbox do, plays tricks on them when it is told to, and reports. */
export class ClientWatcher implements ClientWatch {
  readonly #now: () => Instant;
  readonly #clock: Clock;
  readonly #sights = new Sights();
  /** When somebody began to look; before, nothing is noted. */
  #since: Instant | undefined;
  readonly #open = new Map<Asker, Open>();
  #connections = 0;
  /** The latest user name of each source over HTTP: a session does not say whose it is. */
  readonly #users = new Map<string, string>();
  readonly #alarms = new Set<Alarm>();
  #isNextLate = false;
  #isNextWithheld = false;
  #withheld = 0;
  #spoilsUntil = 0;

  constructor({ now, networkClock }: ClientWatcherOptions) {
    this.#now = now;
    this.#clock = networkClock;
  }

  /** `read` holds the readings beside what the properties are. */
  report({ user, begin, provoke }: ReportOrder, read: readonly ReadSight['claim'][] = []): ClientReport {
    if (begin || this.#since === undefined) this.#begin();
    for (const claim of read) this.#note({ kind: 'read', claim });
    if (provoke !== undefined) this.#provoke(provoke);
    const at = this.#now();
    const { all: sights, forgotten } = this.#sights;
    return clientReport({ sights, since: this.#since ?? at, forgotten }, { at, elapsed: this.#clock.elapsed() }, user);
  }

  /** Forgets everything and looks no more, until a report is asked for. */
  forget(): void {
    this.#sights.clear();
    this.#since = undefined;
    this.#users.clear();
    this.#isNextLate = false;
    this.#isNextWithheld = false;
    this.#spoilsUntil = 0;
  }

  close(): void {
    for (const alarm of this.#alarms) alarm.clear();
    this.#alarms.clear();
  }

  opened(client: Asker, seen: ConnectionSeen): void {
    this.#connections += 1;
    const known: Connected = {
      transport: 'socket',
      source: seen.source,
      user: undefined,
      connection: this.#connections,
    };
    this.#open.set(client, { client: known, cut: seen.cut, isReady: false, isSpoiled: false });
    this.#note({ kind: 'opened', client: known });
  }

  awaitsLogin(client: Asker, ask: () => void): void {
    const askAndNote = (): void => {
      const open = this.#open.get(client);
      if (open === undefined) return;
      ask();
      this.#note({ kind: 'asked', client: open.client });
    };
    if (!this.#isNextLate) {
      askAndNote();
      return;
    }
    this.#isNextLate = false;
    this.#after(LATE, askAndNote);
  }

  lost(client: Asker, call: string): void {
    const open = this.#open.get(client);
    if (open !== undefined) this.#note({ kind: 'lost', client: open.client, call: call.slice(0, 80) });
  }

  closed(client: Asker): void {
    const open = this.#open.get(client);
    if (open === undefined) return;
    this.#open.delete(client);
    this.#note({ kind: 'closed', client: open.client });
  }

  withheld(request: CallRequest): Promise<Answer> | undefined {
    if (!this.#isNextWithheld || !isWatched(request) || NEVER_WITHHELD.has(request.call)) return undefined;
    this.#isNextWithheld = false;
    this.#withheld += 1;
    const number = this.#withheld;
    const client = this.#clientOf(request);
    this.#note({ kind: 'withheld', client, call: request.call, number });
    return new Promise((answer) => {
      let isOver = false;
      request.asker?.once('close', () => {
        if (!isOver) this.#note({ kind: 'gone', client, number });
        isOver = true;
      });
      this.#after(SILENCE, () => {
        isOver = true;
        answer(refusal(new CallFault(116), 'call', request.language));
      });
    });
  }

  answered(request: CallRequest, answer: Answer): Answer {
    if (!isWatched(request)) return answer;
    const open = request.asker === undefined ? undefined : this.#open.get(request.asker);
    if (open !== undefined && answer.ok) this.#know(open, request.call, answer.caller.user.username);
    if (this.#since === undefined) return answer;
    const client = this.#clientOf(request, answer);
    const call = callSeen(request, answer);
    this.#note({ kind: 'answered', client, call });
    if (!this.#spoils() || NEVER_SPOILED.has(request.call)) return answer;
    const sent = spoiled(answer);
    if (sent !== answer) this.#note({ kind: 'spoiled-answer', client, call: call.name });
    return sent;
  }

  told(updates: readonly object[]): readonly object[] {
    if (!this.#spoils()) return updates;
    for (const open of this.#open.values()) {
      if (open.isReady && !open.isSpoiled) this.#note({ kind: 'spoiled', client: open.client });
      if (open.isReady) open.isSpoiled = true;
    }
    return withUnknownFields(updates) as readonly object[];
  }

  #begin(): void {
    this.forget();
    this.#since = this.#now();
    for (const { client, isReady } of this.#open.values()) {
      this.#note({ kind: 'opened', client });
      if (isReady) this.#note({ kind: 'answered', client, call: READY });
    }
  }

  #provoke(provocation: Provocation): void {
    switch (provocation) {
      case 'late-state-change':
        this.#isNextLate = true;
        break;
      case 'silence':
        this.#isNextWithheld = true;
        break;
      case 'unknown-fields':
        this.#spoilsUntil = this.#clock.elapsed() + SPOILING;
        for (const open of this.#open.values()) open.isSpoiled = false;
        break;
      case 'gap':
        for (const { client, cut } of [...this.#open.values()]) {
          this.#note({ kind: 'cut', client });
          cut();
        }
    }
  }

  #spoils(): boolean {
    return this.#spoilsUntil > 0 && this.#clock.elapsed() < this.#spoilsUntil;
  }

  #clientOf({ asker, source, credentials }: CallRequest, answer?: Answer): Client {
    const open = asker === undefined ? undefined : this.#open.get(asker);
    if (open !== undefined) return open.client;
    const known = answer?.ok ? answer.caller.user.username : undefined;
    if (known !== undefined) this.#users.set(source, known);
    if (this.#users.size > LIMITS.clientSights.value) this.#users.clear();
    const tried = credentials.kind === 'password' ? credentials.username?.slice(0, 80) : undefined;
    return { transport: 'http', source, user: known ?? tried ?? this.#users.get(source), connection: undefined };
  }

  #know(open: Open, call: string, user: string): void {
    if (open.client.user !== user) open.client = { ...open.client, user };
    if (call === 'init') open.isReady = true;
    if (call === 'logout') open.isReady = false;
  }

  #note(seen: Unseen): void {
    if (this.#since === undefined) return;
    this.#sights.add({ ...seen, at: this.#now(), elapsed: this.#clock.elapsed() });
  }

  #after(milliseconds: number, then: () => void): void {
    const alarm = this.#clock.alarm(() => {
      this.#alarms.delete(alarm);
      then();
    });
    this.#alarms.add(alarm);
    alarm.set(later(this.#clock.now(), seconds(milliseconds / 1_000)));
  }
}

/** In real milliseconds: how late `stateChange` comes, how long an answer is kept back, and how long records have unknown fields. */
const LATE = 1_000;
const SILENCE = 32_000;
const SPOILING = 60_000;

interface Open {
  client: Connected;
  readonly cut: () => void;
  isReady: boolean;
  isSpoiled: boolean;
}

type ReadSight = Extract<Sight, { kind: 'read' }>;

/** A sight without its moment. */
type Unseen = Sight extends infer Seen ? (Seen extends Sight ? Omit<Seen, 'at' | 'elapsed'> : never) : never;

/** Without a login there is nothing to be silent about. */
const NEVER_WITHHELD: ReadonlySet<string> = new Set(['auth', 'init', 'logout']);

/** Its answer is keyed by component: another key would be another component. */
const NEVER_SPOILED: ReadonlySet<string> = new Set(['componentUpdate']);

/** Clients that somebody writes for this interface; assistants and brokers have rules of their own. */
const isWatched = ({ transport }: CallRequest): boolean => transport === 'http' || transport === 'socket';

const spoiled = (answer: Answer): Answer => {
  if (!answer.ok) return { ...answer, body: withUnknownFields(answer.body) as typeof answer.body };
  const result = answer.result instanceof Encoded ? answer.result.value() : answer.result;
  const more = withUnknownFields(result);
  return more === result ? answer : { ...answer, result: more };
};
