import type { ConfigurationUpdate } from '../../configuration-updates.ts';
import type { Batch } from '../../events.ts';
import type { AssistantContext } from '../assistant-context.ts';
import type { Catalogue } from './catalogue.ts';
import type { HouseReader } from './house-reader.ts';
import { LIMITS } from './limits.ts';
import { Notices } from './notices.ts';
import { invalidParams } from './protocol-fault.ts';
import type { Resources } from './resources.ts';

export interface SubscriptionsOptions {
  readonly context: AssistantContext;
  readonly house: HouseReader;
  readonly resources: Resources;
  /** Tells the client that a resource that it subscribes to has changed. */
  readonly updated: (uri: string) => void;
}

/** The resources that a session wants to hear of. Listens to the house only while there are any. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #uris = new Set<string>();
  readonly #notices: Notices;
  /** Where each component is; what an entry means for rooms is looked up here. */
  #catalogue: Catalogue | undefined;
  #stop: (() => void) | undefined;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    this.#notices = new Notices(options.context.networkClock, options.updated);
  }

  async add(uri: string): Promise<void> {
    const { resources, house, context } = this.#options;
    await resources.find(uri);
    this.#catalogue = await house.catalogue();
    if (!this.#uris.has(uri) && this.#uris.size >= LIMITS.subscriptions.value) {
      throw invalidParams(`at most ${LIMITS.subscriptions.value} subscriptions in one session`);
    }
    this.#uris.add(uri);
    if (this.#stop !== undefined) return;
    // What has happened before is no news.
    context.events.flush();
    this.#stop = context.events.listen((batch) => this.#changed(batch));
  }

  remove(uri: string): void {
    this.#uris.delete(uri);
    this.#notices.forget(uri);
    if (this.#uris.size === 0) this.#end();
  }

  /** Something in the configuration is another one now. */
  async configured({ collection, id }: ConfigurationUpdate): Promise<void> {
    if (this.#uris.size === 0) return;
    if (collection === 'rooms' || collection === 'zones' || collection === 'house') return this.#aboutAll();
    if (collection !== 'components' && collection !== 'scenes') return;
    const before = this.#catalogue;
    // If it cannot be read now, everything may have changed.
    const now = await this.#options.house.catalogue().catch(() => undefined);
    if (now === undefined) return this.#aboutAll();
    this.#catalogue = now;
    this.#about(`service://${collection}/${id}`);
    this.#about(`service://${collection}/all`);
    this.#about('service://rooms/all');
    for (const room of [before, now].flatMap((one) => (one === undefined ? [] : roomsOf(one, collection, id)))) {
      this.#about(`service://rooms/${room}`);
    }
  }

  close(): void {
    this.#uris.clear();
    this.#notices.close();
    this.#end();
  }

  #changed({ entries }: Batch): void {
    for (const { cid } of entries) {
      this.#about(`service://components/${cid}`);
      for (const room of this.#catalogue?.components.get(cid)?.rooms ?? []) this.#about(`service://rooms/${room}`);
    }
    if (entries.length > 0) this.#about('service://components/all');
  }

  /** What rooms and zones are called, and where they belong, stands in almost everything. */
  #aboutAll(): void {
    for (const uri of this.#uris) this.#notices.about(uri);
  }

  #about(uri: string): void {
    if (this.#uris.has(uri)) this.#notices.about(uri);
  }

  #end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}

const roomsOf = (catalogue: Catalogue, collection: 'components' | 'scenes', id: number | string): readonly number[] =>
  (collection === 'components' ? catalogue.components.get(String(id)) : catalogue.scenes.get(Number(id)))?.rooms ?? [];
