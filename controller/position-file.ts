import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { type Instant, toIso } from '../twin/index.ts';

/** Every note has this length, so that one write replaces the one before as a whole. */
const LENGTH = 80;

/** Where virtual time stands, noted without the cost of a checkpoint: what somebody was told about time stays true after a sudden end. */
export class PositionFile {
  readonly #file: string;
  #descriptor: number | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** What was noted last for that epoch; `null` if nothing was. */
  read(epoch: number): Instant | null {
    try {
      const note = JSON.parse(readFileSync(this.#file, 'utf8')) as { epoch: unknown; now: unknown };
      const now = Date.parse(String(note.now));
      return note.epoch === epoch && Number.isFinite(now) ? (now as Instant) : null;
    } catch {
      // The journal and the checkpoint still say where time stood at the least.
      return null;
    }
  }

  note(epoch: number, now: Instant): void {
    this.#descriptor ??= openSync(this.#file, constants.O_RDWR | constants.O_CREAT, 0o600);
    writeSync(this.#descriptor, `${JSON.stringify({ epoch, now: toIso(now) }).padEnd(LENGTH - 1)}\n`, 0);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
