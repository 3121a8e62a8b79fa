import { ftruncateSync, writeSync } from 'node:fs';

/** Writes at the known end of a file, so that whatever half a failed attempt left there is overwritten by the next. */
export const writeAt = (descriptor: number, bytes: Buffer, end: number): void => {
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(descriptor, bytes, done, bytes.length - done, end + done);
    }
  } catch (error) {
    ftruncateSync(descriptor, end);
    throw error;
  }
};
