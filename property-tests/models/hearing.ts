/** Something that a connection may be told, or has to be. */
interface Due<Told> {
  readonly told: Told;
  /** Could be seen all the time since. */
  isOwed: boolean;
  /** Could be seen at some time since. */
  isAllowed: boolean;
}

/**
 * What a connection must hear, may hear and must not hear, in order. Whether something may be told counts at the moment of
 * telling, and what is told goes out a little later than it happens: so what could be seen for a part of that time may come.
 */
export class Hearing<Told> {
  readonly #same: (told: Told, expected: Told) => boolean;
  #due: Due<Told>[] = [];
  /** How much of it has come so far: several answers, as two values can be alike and only one of them have come. */
  #ends: readonly number[] = [0];

  constructor(same: (told: Told, expected: Told) => boolean) {
    this.#same = same;
  }

  happened(told: Told, isSeen: boolean): void {
    this.#due.push({ told, isOwed: isSeen, isAllowed: isSeen });
  }

  /** Something may be seen that could not be, or the other way round. */
  viewChanged(isSeen: (told: Told) => boolean): void {
    for (const due of this.#due) {
      const seen = isSeen(due.told);
      due.isOwed &&= seen;
      due.isAllowed ||= seen;
    }
  }

  /** Whether something is under way that may not be seen any more. */
  hasHidden(isSeen: (told: Told) => boolean): boolean {
    return this.#due.some(({ told, isAllowed }) => isAllowed && !isSeen(told));
  }

  /** From here on nothing of what may not be seen now can come, unless it may be seen again. */
  forbidHidden(isSeen: (told: Told) => boolean): void {
    for (const due of this.#due) due.isAllowed &&= isSeen(due.told);
  }

  /** Whether something must still come. */
  get owes(): boolean {
    return !this.#ends.some((end) => this.#firstOwed(end) === undefined);
  }

  /** Takes in what came; answers what is wrong with it. */
  heard(told: Told): string | null {
    const ends = new Set<number>();
    for (const end of this.#ends) {
      for (let at = end; at < this.#due.length; at += 1) {
        const due = this.#due[at] as Due<Told>;
        if (due.isAllowed && this.#same(told, due.told)) ends.add(at + 1);
        if (due.isOwed) break;
      }
    }
    if (ends.size === 0) {
      const owed = this.#firstOwed(Math.max(...this.#ends));
      return `was told ${JSON.stringify(told)} ${owed ? `instead of ${JSON.stringify(owed.told)}` : 'and must not be'}`;
    }
    const least = Math.min(...ends);
    this.#due.splice(0, least);
    this.#ends = [...ends].map((end) => end - least);
    return null;
  }

  /** Everything must have been told by now; answers what was not. */
  end(): string | null {
    const missed = this.owes ? this.#firstOwed(Math.max(...this.#ends)) : undefined;
    this.stop();
    return missed === undefined ? null : `was not told ${JSON.stringify(missed.told)}`;
  }

  /** Nobody listens any more. */
  stop(): void {
    this.#due = [];
    this.#ends = [0];
  }

  #firstOwed(from: number): Due<Told> | undefined {
    return this.#due.find(({ isOwed }, index) => index >= from && isOwed);
  }
}
