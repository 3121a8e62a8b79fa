import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Name of the image that was good before the present one. */
export const previousOf = (file: string): string => `${file}.previous`;

/**
 * Replaces `file` by `image` so that at every instant, loss of power included, the whole old or the whole new image is
 * there. The old one stays beside it under `previousOf(file)`. Rejects with nothing changed if it cannot.
 */
export const replaceImage = async (file: string, image: Uint8Array): Promise<void> => {
  const draft = `${file}.draft`;
  try {
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(image);
      await handle.sync();
    } finally {
      await handle.close();
    }
    keepPrevious(file);
    renameSync(draft, file);
    syncFolder(dirname(file));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
};

/** Makes names that were added to, renamed in or removed from a folder survive the loss of power. */
export const syncFolder = (folder: string): void => {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** A second name for the present image, so that the file itself is never missing in between. */
const keepPrevious = (file: string): void => {
  if (!existsSync(file)) return;
  const link = `${previousOf(file)}.draft`;
  rmSync(link, { force: true });
  linkSync(file, link);
  renameSync(link, previousOf(file));
};
