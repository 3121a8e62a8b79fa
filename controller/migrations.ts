/** One step from a version of the data folder to the next. */
export interface Migration {
  /** What it changes, for whoever reads the log. */
  readonly means: string;
  /** Changes the folder. It may be interrupted at any moment and is then done again from its beginning: it has to come to the same. */
  run(folder: string): Promise<void>;
}

/** Index 0 leads from version 1 to version 2, and so on. */
export const MIGRATIONS: readonly Migration[] = [];
