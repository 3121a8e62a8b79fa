import type { Configuration } from './configuration/configuration.ts';

/** Which properties of a building's components have a device behind them, by the configuration that counts now. */
export class ReachedPoints {
  #byCid: ReadonlyMap<string, ReadonlySet<string>> = new Map();

  constructor(configuration: Pick<Configuration, 'buses'>) {
    this.follow(configuration);
  }

  /** Goes by this configuration from now on. */
  follow({ buses }: Pick<Configuration, 'buses'>): void {
    const byCid = new Map<string, Set<string>>();
    for (const { cid, property } of buses.flatMap(({ points }) => points)) {
      byCid.set(cid, (byCid.get(cid) ?? new Set()).add(property));
    }
    this.#byCid = byCid;
  }

  /** What hangs on no bus has all that its kind has; whether a device can be reached is known of every one. */
  readonly has = (cid: string, property: string): boolean =>
    property === 'reachable' || (this.#byCid.get(cid)?.has(property) ?? true);
}
