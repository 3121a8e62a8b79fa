import type { PointAddress } from '../../twin/index.ts';
import type { BrokerLink } from './broker-link.ts';
import type { MappedPoint } from './mapping.ts';

export interface SubscriptionsOptions {
  readonly broker: Pick<BrokerLink, 'subscribe' | 'unsubscribe'>;
  /** The topics that have to be heard, as it is now. */
  wanted(): ReadonlySet<string>;
  /** Topics that the broker does not let us hear. */
  refused(topics: readonly string[]): void;
}

/** What is asked for on the present connection to a broker: every topic by itself, as what others ask for is none of ours. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  #asked: ReadonlySet<string> = new Set();
  /** Topics that were asked for once more, how often, and for which points. */
  readonly #again = new Map<string, { times: number; readonly points: Set<string> }>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Asks for everything, on a new connection. Rejects if it ends. */
  async begin(): Promise<void> {
    const { broker, wanted, refused } = this.#options;
    const topics = wanted();
    this.#asked = topics;
    this.#again.clear();
    refused(await broker.subscribe([...topics]));
    // What is not wanted any more may have been asked for since.
    this.#leave(topics);
  }

  /** Asks for what is wanted by now, and once more for what is said of `points`: then the broker tells again what it has kept. */
  follow(points: readonly MappedPoint[], isNews: (point: MappedPoint) => boolean = () => true): void {
    const { broker, wanted, refused } = this.#options;
    const before = this.#asked;
    this.#asked = wanted();
    this.#leave(before);
    for (const topic of new Set(points.map(({ address }) => address.topic))) {
      const { times, points: names } = this.#again.get(topic) ?? { times: 0, points: new Set() };
      this.#again.set(topic, { times: times + 1, points: names });
    }
    for (const point of points.filter(isNews)) this.#again.get(point.address.topic)?.points.add(nameOf(point));
    const topics = new Set([...points.flatMap(topicsOf), ...[...this.#asked].filter((each) => !before.has(each))]);
    broker.subscribe([...topics]).then(refused, () => {
      // There is no connection; the next one asks for everything.
    });
  }

  /** For which points it is news what the broker had kept of a topic and tells now; the others have heard more since. */
  kept(topic: string): (point: PointAddress) => boolean {
    const asked = this.#again.get(topic);
    if (asked === undefined) return () => true;
    asked.times -= 1;
    if (asked.times === 0) this.#again.delete(topic);
    return (point) => asked.points.has(nameOf(point));
  }

  #leave(topics: ReadonlySet<string>): void {
    this.#options.broker.unsubscribe([...topics].filter((topic) => !this.#asked.has(topic)));
  }
}

const topicsOf = ({ address }: MappedPoint): readonly string[] => [
  address.topic,
  ...(address.availability ?? []).map(({ topic }) => topic),
];

const nameOf = ({ cid, property }: PointAddress): string => `${cid} ${property}`;
