import type { JournalSink } from '../twin/index.ts';

/** Takes lines before there is a journal, and hands them on once there is. */
export class LateSink implements JournalSink {
  #sink: JournalSink | undefined;
  #waiting: string[] = [];

  append(line: string): void {
    if (this.#sink === undefined) this.#waiting.push(line);
    else this.#sink.append(line);
  }

  attach(sink: JournalSink): void {
    for (const line of this.#waiting) sink.append(line);
    this.#waiting = [];
    this.#sink = sink;
  }
}
