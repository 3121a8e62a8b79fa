import { finalize, Observable, of, Subject, type Subscriber, Subscription } from 'rxjs';
import type {
  Backend,
  Cause,
  Cid,
  Content,
  JournalLine,
  Link,
  PointAddress,
  Report,
  WriteOutcome,
} from '../../twin/index.ts';

export interface ResumedBackendOptions {
  /** Name of the backend that it stands in for. */
  readonly name: string;
  /** The components that hang on it. */
  readonly cids: ReadonlySet<string>;
  /** Number of the latest line of the journal; asked while a write is on its way, it is that of the command. */
  sequence(): number;
}

/** A write whose outcome nobody has told yet. */
interface Pending {
  readonly observer: Subscriber<WriteOutcome>;
  readonly cid: Cid | null;
  /** Gives it to the real bus; `null` for one that an earlier run gave. */
  readonly send: (() => void) | null;
}

/**
 * A backend that says what the journal says it said, until the real one takes over. So the twin comes back to where it was
 * without its bus, and a day of a building can be replayed where there is no building.
 */
export class ResumedBackend implements Backend {
  readonly name: string;
  readonly reports = new Subject<Report>();
  readonly link: Observable<Link>;
  readonly #options: ResumedBackendOptions;
  readonly #links = new Subject<Link>();
  readonly #listening = new Subscription();
  /** Writes whose outcome the journal has not told yet, by the line of their command. */
  readonly #pending = new Map<number, Pending>();
  readonly #waiting: (() => void)[] = [];
  #real: Backend | null = null;
  /** Calls of `write` that have not returned. */
  #writing = 0;
  /** Writes that the real bus has not answered yet. */
  #unanswered = 0;
  #closed = false;

  constructor(options: ResumedBackendOptions) {
    this.name = options.name;
    this.#options = options;
    this.link = new Observable((listener) => (this.#real?.link ?? this.#links).subscribe(listener));
  }

  /** Says once more what a line of the journal tells of it; answers whether the line does. */
  hear(line: JournalLine): boolean {
    const { kind, cid, property, content, byHand, backend, up, command, taken, reason } = line as Line;
    if (kind === 'link' && backend === this.name) {
      this.#links.next({ cid, up });
      return true;
    }
    if (kind === 'fault' && this.#saidInError(line as Line)) {
      this.reports.next({ cid, property, content });
      return true;
    }
    if (cid === null || !this.#options.cids.has(cid)) return false;
    if (kind === 'write') {
      this.#decide(command, taken ? TAKEN : { ok: false, reason: reason ?? 'the bus did not take it' });
      return true;
    }
    // Whether a device can be reached follows from the links.
    if (kind !== 'report' || property === 'reachable') return false;
    this.reports.next({ cid, property, content, ...(byHand === true ? { byHand } : {}) });
    return true;
  }

  write(point: PointAddress, content: Content, cause: Cause): Observable<WriteOutcome> {
    if (this.#closed) return of({ ok: false, reason: `${this.name} is closed` });
    return new Observable((observer) => {
      const send = (): void => this.#send(() => this.#real?.write(point, content, cause) ?? of(OPENED_ANEW), observer);
      if (this.#real === null) this.#pending.set(this.#options.sequence(), { observer, cid: point.cid, send });
      else send();
    });
  }

  awaited(command: number): Observable<WriteOutcome> | undefined {
    if (this.#closed || this.#real !== null) return undefined;
    return new Observable((observer) => {
      this.#pending.set(command, { observer, cid: null, send: null });
    });
  }

  /** Whether the real bus owes no answer to a write. */
  get isIdle(): boolean {
    return this.#unanswered === 0 && this.#pending.size === 0;
  }

  /**
   * Lets go of the real bus, which stays open for whoever goes on with it: everything that it has said is heard, and nothing more.
   * `null` if there is none.
   */
  release(): Backend | null {
    this.#hearWaiting();
    this.#closed = true;
    this.#listening.unsubscribe();
    return this.#real;
  }

  /**
   * The journal has come to its end: from now on `real` speaks. What it was told and had not answered by then has failed; but what it was told since this
   * start waits until `real` reaches the device, or for so long as `patience` lasts. Left out: none.
   */
  goOn(real: Backend, patience?: Observable<unknown>): void {
    if (this.#closed) throw new RangeError(`${this.name} is closed`);
    if (real.name !== this.name) throw new RangeError(`${real.name} cannot go on with what ${this.name} began`);
    for (const [command, { send }] of [...this.#pending]) {
      if (send === null || patience === undefined) this.#decide(command, OPENED_ANEW);
    }
    this.#real = real;
    this.#listening.add(real.reports.subscribe((report) => this.#inTurn(() => this.reports.next(report))));
    this.#listening.add(real.link.subscribe((link) => this.#inTurn(() => this.#links.next(link))));
    if (patience !== undefined && this.#pending.size > 0) this.#sendOnceReached(real, patience);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listening.unsubscribe();
    await this.#real?.close();
  }

  #sendOnceReached({ link }: Backend, patience: Observable<unknown>): void {
    const down = new Set<Cid | null>([null]);
    const waiting = new Subscription();
    const sendThose = (isReached: (cid: Cid | null) => boolean): void => {
      for (const [command, { cid, send }] of [...this.#pending]) {
        if (!isReached(cid)) continue;
        this.#pending.delete(command);
        send?.();
      }
      if (this.#pending.size === 0) waiting.unsubscribe();
    };
    this.#listening.add(waiting);
    waiting.add(
      link.subscribe(({ cid, up }) => {
        if (up) down.delete(cid);
        else down.add(cid);
        this.#inTurn(() => sendThose((each) => !down.has(null) && !down.has(each)));
      }),
    );
    waiting.add(patience.subscribe(() => this.#inTurn(() => sendThose(() => true))));
  }

  #send(write: () => Observable<WriteOutcome>, observer: Subscriber<WriteOutcome>): void {
    if (observer.closed) return;
    this.#writing += 1;
    this.#unanswered += 1;
    try {
      observer.add(
        write()
          .pipe(finalize(() => this.#inTurn(() => this.#answered())))
          .subscribe({
            next: (outcome) => this.#inTurn(() => observer.next(outcome)),
            error: (error) => this.#inTurn(() => observer.error(error)),
            complete: () => this.#inTurn(() => observer.complete()),
          }),
      );
    } finally {
      this.#writing -= 1;
    }
  }

  /**
   * What a bus says while it is being written to is heard when whoever wrote has finished: only then is it something that came in,
   * and can come in again at the same place. Everything is heard in the order in which it was said.
   */
  #inTurn(hear: () => void): void {
    if (this.#closed) return;
    if (this.#writing === 0 && this.#waiting.length === 0) {
      hear();
      return;
    }
    this.#waiting.push(hear);
    if (this.#waiting.length === 1) queueMicrotask(() => this.#hearWaiting());
  }

  #hearWaiting(): void {
    for (let hear = this.#waiting[0]; hear !== undefined; hear = this.#waiting[0]) {
      if (!this.#closed) hear();
      this.#waiting.shift();
    }
  }

  /** Whether a fault is what it said: something that the twin could not take. */
  #saidInError({ fault, cid, reason }: Line): boolean {
    if (fault === 'bad-content') return this.#options.cids.has(cid);
    return fault === 'unknown-point' && reason?.startsWith(`${this.name} `) === true;
  }

  #answered(): void {
    this.#unanswered -= 1;
  }

  #decide(command: number, outcome: WriteOutcome): void {
    const observer = this.#pending.get(command)?.observer;
    this.#pending.delete(command);
    observer?.next(outcome);
    observer?.complete();
  }
}

const TAKEN: WriteOutcome = { ok: true };
const OPENED_ANEW: WriteOutcome = { ok: false, reason: 'the bus was being opened anew' };

/** The fields of the lines that tell of a backend. */
type Line = JournalLine & {
  readonly backend: string;
  readonly cid: Cid;
  readonly up: boolean;
  readonly property: string;
  readonly content: Content;
  readonly byHand?: boolean;
  readonly command: number;
  readonly taken: boolean;
  readonly fault: string;
  /** Of a write that was not taken; earlier journals do not say it there. */
  readonly reason?: string;
};
