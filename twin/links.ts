import type { Link } from './backend.ts';
import type { Cid } from './data-entry.ts';

/** The links of one backend as JSON. */
export type LinksState = { readonly up: boolean; readonly down: readonly Cid[] };

/** What one backend can reach: a device is reachable as long as neither its own link nor the whole backend is down. */
export class Links {
  #up = true;
  readonly #down = new Set<Cid>();

  /** Answers whether it was news. */
  take({ cid, up }: Link): boolean {
    if (cid === null) {
      const isNews = this.#up !== up;
      this.#up = up;
      return isNews;
    }
    if (up) return this.#down.delete(cid);
    const isNews = !this.#down.has(cid);
    this.#down.add(cid);
    return isNews;
  }

  reaches(cid: Cid): boolean {
    return this.#up && !this.#down.has(cid);
  }

  state(): LinksState {
    return { up: this.#up, down: [...this.#down] };
  }

  resume({ up, down }: LinksState = { up: true, down: [] }): void {
    this.#up = up;
    this.#down.clear();
    for (const cid of down) this.#down.add(cid);
  }
}
