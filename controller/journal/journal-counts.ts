/** What has been written to a journal since the start. */
export class JournalCounts {
  /** Lines by their kind. */
  readonly lines: { [kind: string]: number } = {};
  /** Runs of automations that have ended, or were missed, by their result. */
  readonly runs: { [result: string]: number } = {};
  /** Writes to the file, and the real seconds that they took. */
  writes = 0;
  seconds = 0;
  /** Bytes on disk; 0 in memory. */
  bytes = 0;
  /** Parts that were given up. */
  forgotten = 0;
  /** Lines cannot be written at present. */
  isStuck = false;

  /** A line as the twin writes it. Its kind always stands in the same place after its number, so nothing has to be parsed. */
  note(line: string): void {
    const start = line.indexOf(',', NUMBER_AT) + KIND_AT;
    const kind = line.slice(start, line.indexOf('"', start));
    this.lines[kind] = (this.lines[kind] ?? 0) + 1;
    if (kind !== 'automation' || !/"event":"(ended|missed)"/.test(line)) return;
    const { event, result = event } = JSON.parse(line) as { readonly event?: unknown; readonly result?: unknown };
    if (typeof result === 'string') this.runs[result] = (this.runs[result] ?? 0) + 1;
  }
}

const NUMBER_AT = '{"seq":'.length;
const KIND_AT = ',"at":"2026-06-01T12:00:00.000Z","kind":"'.length;
