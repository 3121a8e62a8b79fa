import { Observable, Subscription } from 'rxjs';
import type { BusFigures } from '../api/metrics/figures.ts';
import { isRepointable, type Repointable } from '../hardware/bus.ts';
import { queueOf } from '../hardware/bus-queue.ts';
import type { Backend, Cid, Clock, PointAddress, WriteOutcome } from '../twin/index.ts';

/** Every real bus of the house, with what has come from it and gone to it since the start. */
export class MeasuredBuses {
  readonly #rows = new Map<string, Row>();
  /** The real one. */
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #failed: CommandFailed;

  /** `failed` is called for every command that a bus did not take. */
  constructor(clock: Pick<Clock, 'elapsed'>, failed: CommandFailed = () => {}) {
    this.#clock = clock;
    this.#failed = failed;
  }

  /** One for each bus that is open, in the order in which they were opened. */
  figures(): readonly BusFigures[] {
    return [...this.#rows].map(([name, { up, down, backend, ...row }]) => {
      const { waiting: queued, dropped, lostByOthers } = queueOf(backend);
      return { name, ...row, up, devicesDown: down.size, queued, dropped, lostByOthers };
    });
  }

  /** The same bus, looked at. One of the same name that was looked at before is forgotten, and so is each when it is closed. */
  measure(backend: Backend): Backend {
    const row: Row = { backend, up: false, down: new Set(), reports: 0, taken: 0, failed: 0, waiting: 0, seconds: 0 };
    this.#rows.set(backend.name, row);
    const listening = new Subscription();
    const listenToLink = () =>
      backend.link.subscribe(({ cid, up }) => {
        if (cid === null) row.up = up;
        else if (up) row.down.delete(cid);
        else row.down.add(cid);
      });
    let link = listenToLink();
    listening.add(() => link.unsubscribe());
    listening.add(
      backend.reports.subscribe(() => {
        row.reports += 1;
      }),
    );
    const repoint: Repointable<unknown>['repoint'] = (points) => {
      if (isRepointable(backend)) backend.repoint(points);
      // Of a device that is gone no link is told; what is told at the beginning is all that there is.
      link.unsubscribe();
      row.down.clear();
      link = listenToLink();
    };
    return {
      name: backend.name,
      reports: backend.reports,
      link: backend.link,
      write: (point, content, cause) =>
        this.#timed(row, backend.write(point, content, cause), (reason) => this.#failed(backend.name, point, reason)),
      close: async () => {
        listening.unsubscribe();
        if (this.#rows.get(backend.name) === row) this.#rows.delete(backend.name);
        await backend.close();
      },
      ...(isRepointable(backend) && { repoint }),
    };
  }

  #timed(row: Row, outcomes: Observable<WriteOutcome>, failed: (reason: string) => void): Observable<WriteOutcome> {
    return new Observable((observer) => {
      const begun = this.#clock.elapsed();
      let isWaiting = true;
      row.waiting += 1;
      const over = (end: 'taken' | 'failed' | null): void => {
        if (!isWaiting) return;
        isWaiting = false;
        row.waiting -= 1;
        row.seconds += (this.#clock.elapsed() - begun) / 1_000;
        if (end !== null) row[end] += 1;
      };
      const writing = outcomes.subscribe({
        next: (outcome) => {
          over(outcome.ok ? 'taken' : 'failed');
          if (!outcome.ok) failed(outcome.reason);
          observer.next(outcome);
        },
        error: (error) => {
          over('failed');
          observer.error(error);
        },
        complete: () => observer.complete(),
      });
      return () => {
        over(null);
        writing.unsubscribe();
      };
    });
  }
}

/** Told which command a bus did not take, and why. */
export type CommandFailed = (bus: string, point: PointAddress, reason: string) => void;

interface Row {
  readonly backend: Backend;
  up: boolean;
  readonly down: Set<Cid>;
  reports: number;
  taken: number;
  failed: number;
  waiting: number;
  seconds: number;
}
