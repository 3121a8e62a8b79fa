import { createHash, type Hash } from 'node:crypto';

/** The last file of a backup: what is in it, so that a part that is missing or changed is noticed. */
export interface Manifest {
  readonly format: 'twinhaus-backup';
  /** Version of the data folder. */
  readonly data: number;
  /** Version of the program that wrote it. */
  readonly program: string;
  readonly files: { readonly [name: string]: { readonly size: number; readonly sha256: string } };
}

export const MANIFEST = 'manifest.json';

export const checksumOfFile = (): Hash => createHash('sha256');

/** What a backup may hold: nothing else is ever written to a data folder. */
export const IN_A_FOLDER =
  /^(?:version|controller\.sqlite|twin\.sqlite|certificate\.pem|clock|journal\/\d+-\d+\.ndjson(?:\.gz)?)$/;
