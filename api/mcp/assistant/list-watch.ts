import type { AssistantContext } from '../assistant-context.ts';
import { Notices } from './notices.ts';

/** The lists that a client may hold. */
export type ListName = 'tools' | 'prompts' | 'resources';

/** What is on each list now, as far as a client would see a difference. */
export type ListSignatures = { readonly [Name in ListName]: () => Promise<string> };

/** Tells the client which of its lists have changed, and only these. */
export class ListWatch {
  readonly #signatures: ListSignatures;
  readonly #changed: (list: ListName) => void;
  readonly #notices: Notices;
  /** What the client was last told; a list that could not be read is told at the next look. */
  readonly #told: { readonly [Name in ListName]: { signature: Promise<string | undefined> } };

  constructor(
    { networkClock }: Pick<AssistantContext, 'networkClock'>,
    signatures: ListSignatures,
    changed: (list: ListName) => void,
  ) {
    this.#signatures = signatures;
    this.#changed = changed;
    this.#notices = new Notices(networkClock, (list) => this.#compare(list as ListName));
    this.#told = {
      tools: { signature: this.#signatureOf('tools') },
      prompts: { signature: this.#signatureOf('prompts') },
      resources: { signature: this.#signatureOf('resources') },
    };
  }

  /** Something that lists depend on may have changed. */
  look(...lists: readonly ListName[]): void {
    for (const list of lists) this.#notices.about(list);
  }

  close(): void {
    this.#notices.close();
  }

  /** One comparison after the other, so that each change is told once. */
  #compare(list: ListName): void {
    const told = this.#told[list];
    told.signature = this.#differs(list, told.signature, this.#signatureOf(list));
  }

  async #differs(
    list: ListName,
    before: Promise<string | undefined>,
    now: Promise<string | undefined>,
  ): Promise<string | undefined> {
    const [old, fresh] = await Promise.all([before, now]);
    if (fresh === undefined) return old;
    if (fresh !== old) this.#changed(list);
    return fresh;
  }

  #signatureOf(list: ListName): Promise<string | undefined> {
    return this.#signatures[list]().catch(() => undefined);
  }
}
