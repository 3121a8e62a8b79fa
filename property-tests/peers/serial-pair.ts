import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Two ends of a serial line that is none: pseudo-terminals, with socat between them. */
export class SerialPair {
  /** Devices at both ends. */
  readonly ours: string;
  readonly theirs: string;
  readonly #child: ChildProcess;
  /** A line does not go away when nobody has it open. */
  readonly #held: number[];

  private constructor(ends: readonly [string, string], child: ChildProcess) {
    [this.ours, this.theirs] = [realpathSync(ends[0]), realpathSync(ends[1])];
    this.#child = child;
    this.#held = [this.ours, this.theirs].map((end) => openSync(end, constants.O_RDWR | constants.O_NOCTTY));
  }

  static async lay(): Promise<SerialPair> {
    const folder = mkdtempSync(join(tmpdir(), 'serial-'));
    const ends = [join(folder, 'ours'), join(folder, 'theirs')] as const;
    const sides = ends.map((end) => `pty,rawer,link=${end}`);
    const child = spawn('socat', sides, { stdio: 'ignore' });
    try {
      for (let tries = 0; tries < 1_000 && !ends.every((end) => existsSync(end)); tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.ok(
        ends.every((end) => existsSync(end)),
        'socat made no pseudo-terminals within 10 seconds',
      );
      return new SerialPair(ends, child);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Pulls the line out of both ends. */
  async pull(): Promise<void> {
    for (const end of this.#held.splice(0)) closeSync(end);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }
}
