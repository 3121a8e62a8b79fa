import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

interface Open {
  readonly what: string;
  /** When it was seen first, on the soak's own clock, in ms. */
  readonly since: number;
}

/** Reads in the journal which commands were given to a bus, and which have their outcome. */
export class CommandWatch {
  /** Commands that were given. */
  commands = 0;
  /** Of these, those that were still under way when the house ended. */
  cut = 0;
  /** Without an outcome in time, each as a sentence. */
  readonly stuck: string[] = [];
  readonly #folder: string;
  readonly #cids: ReadonlySet<string>;
  readonly #withinMs: number;
  readonly #believes: (cid: string) => boolean;
  readonly #open = new Map<number, Open>();
  /** Bytes of a part, by the number of its first line, that have been read. */
  readonly #read = new Map<number, number>();

  /** `believes`: of which components an outcome counts; all, unless it is to be seen that one is missed. */
  constructor(folder: string, cids: Iterable<string>, within: number, believes: (cid: string) => boolean = () => true) {
    this.#folder = folder;
    this.#cids = new Set(cids);
    this.#withinMs = 1_000 * within;
    this.#believes = believes;
  }

  /** Reads on; whatever waits for too long by now is stuck. */
  look(now: number): void {
    for (const line of this.#news()) this.#take(line, now);
    for (const [seq, { what, since }] of this.#open) {
      if (now - since < this.#withinMs) continue;
      this.#open.delete(seq);
      this.stuck.push(`command ${seq} (${what}) had no outcome within ${this.#withinMs / 1_000} s`);
    }
  }

  /** The house has ended: what it had not waited long enough for has no outcome any more. */
  end(now: number): void {
    this.look(now);
    this.cut += this.#open.size;
    this.#open.clear();
  }

  /** The journal was put back to an earlier state: what stands in it now is taken as read. */
  startAnew(): void {
    this.#open.clear();
    this.#read.clear();
    this.#past.clear();
    this.#news();
  }

  #take(text: string, now: number): void {
    if (!text.includes('"kind":"command"') && !text.includes('"kind":"write"')) return;
    const line = JSON.parse(text) as {
      seq: number;
      kind: string;
      cid: string;
      property: string;
      command: number;
      value: unknown;
    };
    if (!this.#cids.has(line.cid)) return;
    if (line.kind === 'command') {
      this.commands += 1;
      this.#open.set(line.seq, { what: `${line.cid} ${line.property} to ${JSON.stringify(line.value)}`, since: now });
    } else if (this.#believes(line.cid)) {
      this.#open.delete(line.command);
    }
  }

  /** Whole lines that were not there at the last look. */
  #news(): readonly string[] {
    let names: string[];
    try {
      names = readdirSync(this.#folder).sort();
    } catch {
      return [];
    }
    const lines: string[] = [];
    for (const name of names) {
      const [, first, packed] = /^\d+-(\d+)\.ndjson(\.gz)?$/.exec(name) ?? [];
      if (first === undefined) continue;
      const part = Number(first);
      const from = this.#read.get(part) ?? 0;
      // A part that was read to its end is packed later; nothing is added to it then.
      if (packed !== undefined && from > 0 && this.#isPast(part)) continue;
      const bytes = this.#bytes(join(this.#folder, name), from, packed !== undefined);
      const end = bytes.lastIndexOf(10) + 1;
      if (packed !== undefined) this.#past.add(part);
      if (end === 0) continue;
      this.#read.set(part, from + end);
      lines.push(...bytes.toString('utf8', 0, end - 1).split('\n'));
    }
    return lines;
  }

  readonly #past = new Set<number>();

  #isPast(part: number): boolean {
    return this.#past.has(part);
  }

  #bytes(path: string, from: number, isPacked: boolean): Buffer {
    try {
      if (isPacked) return gunzipSync(readFileSync(path)).subarray(from);
      const length = statSync(path).size - from;
      if (length <= 0) return Buffer.alloc(0);
      const file = openSync(path, 'r');
      try {
        const bytes = Buffer.alloc(length);
        return bytes.subarray(0, readSync(file, bytes, 0, length, from));
      } finally {
        closeSync(file);
      }
    } catch {
      // It was packed, or taken away, at this very moment: the next look finds it.
      return Buffer.alloc(0);
    }
  }
}
