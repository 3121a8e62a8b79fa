import { Observable, Subject } from 'rxjs';
import type { Cid, Link } from '../twin/index.ts';

/** The links of a backend: whoever subscribes is told how each of them stands, then what changes. */
export class LinkBoard {
  /** The backend as a whole first, then its devices. Never errors, never completes. */
  readonly link: Observable<Link>;
  readonly #up = new Map<Cid | null, boolean>([[null, false]]);
  readonly #changes = new Subject<Link>();
  #closed = false;

  constructor() {
    this.link = new Observable((listener) => {
      for (const [cid, up] of [...this.#up]) listener.next({ cid, up });
      return this.#changes.subscribe(listener);
    });
  }

  /** Notes how a link stands (`null`: the backend as a whole); tells it if it is news. */
  set(cid: Cid | null, up: boolean): void {
    if (this.#closed || this.#up.get(cid) === up) return;
    this.#up.set(cid, up);
    this.#changes.next({ cid, up });
  }

  /** How a link stands; a device that nothing is known of is not up. */
  isUp(cid: Cid | null): boolean {
    return this.#up.get(cid) === true;
  }

  /** Whether a device was told to be down. */
  isDown(cid: Cid): boolean {
    return this.#up.get(cid) === false;
  }

  /** Nothing is known of a device any more, which is nothing to tell. */
  forget(cid: Cid): void {
    this.#up.delete(cid);
  }

  /** Nothing is told any more. */
  close(): void {
    this.#closed = true;
  }
}
