import { SOCKET_LIMITS } from './limits.ts';
import type { Line } from './line.ts';

/** All lines, and how many there may be. */
export class Lines {
  readonly #byId = new Map<string, Line>();
  readonly #perSource = new Map<string, number>();
  /** Lines on which nobody is logged in; who has waited longest comes first. */
  readonly #waiting = new Set<Line>();

  /** Clients that were cut off because they did not read. */
  slowReaders = 0;

  get size(): number {
    return this.#byId.size;
  }

  find(id: string): Line | undefined {
    return this.#byId.get(id);
  }

  [Symbol.iterator](): IterableIterator<Line> {
    return this.#byId.values();
  }

  add(id: string, line: Line): void {
    const { source } = line.handshake;
    this.#byId.set(id, line);
    this.#perSource.set(source, this.#countOf(source) + 1);
    this.#waiting.add(line);
    line.carrier.once('close', () => {
      this.#byId.delete(id);
      this.#waiting.delete(line);
      const others = this.#countOf(source) - 1;
      if (others > 0) this.#perSource.set(source, others);
      else this.#perSource.delete(source);
    });
  }

  /** Whether there is room for one more from `source`; makes it at the expense of whoever has waited longest for a login. */
  hasRoom(source: string): boolean {
    if (this.#countOf(source) >= SOCKET_LIMITS.connectionsPerSource.value) return false;
    if (this.size < SOCKET_LIMITS.connections.value) return true;
    const [longest] = this.#waiting;
    longest?.cut();
    return longest !== undefined;
  }

  /** Whose clients are far behind. */
  behind(): readonly Line[] {
    const behind: Line[] = [];
    for (const line of this) if (line.unread > SOCKET_LIMITS.behindBytes.value) behind.push(line);
    return behind;
  }

  loggedIn(line: Line): void {
    this.#waiting.delete(line);
  }

  loggedOut(line: Line): void {
    if (line.carrier.readyState === 'open') this.#waiting.add(line);
  }

  #countOf(source: string): number {
    return this.#perSource.get(source) ?? 0;
  }
}
