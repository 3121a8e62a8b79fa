import type { JournalFolder, Part } from './journal-folder.ts';

export interface PackingOptions {
  readonly folder: JournalFolder;
  /** The first part that is closed and to be packed, `except` those. */
  next(except: ReadonlySet<Part>): Part | undefined;
  /** One more is packed. */
  packed(): void;
}

/** Packs closed parts one by one; one that cannot be packed stays as it is until the next start. */
export class Packing {
  readonly #options: PackingOptions;
  readonly #unpackable = new Set<Part>();
  #underWay: Promise<void> | undefined;

  constructor(options: PackingOptions) {
    this.#options = options;
  }

  /** Begins if there is something to pack. */
  start(): void {
    if (this.#underWay !== undefined) return;
    const { folder, next, packed } = this.#options;
    const part = next(this.#unpackable);
    if (part === undefined) return;
    this.#underWay = folder
      .pack(part)
      .then(packed, () => {
        this.#unpackable.add(part);
      })
      .then(() => {
        this.#underWay = undefined;
        this.start();
      });
  }

  /** Resolves when the part that is being packed at present is. */
  async settled(): Promise<void> {
    await this.#underWay;
  }
}
