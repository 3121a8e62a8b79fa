/** Where a JSON text stops being one. */
export interface JsonFault {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly says: string;
}

/** Finds the first fault of a text; undefined if it is JSON. The messages of JSON.parse differ by version and often name no place. */
export const jsonFault = (text: string): JsonFault | undefined => {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const { at, says } = new Reader(text).fault();
    const before = text.slice(0, at).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1, says };
  }
};

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const WORD = /true|false|null/y;

/** Thrown to leave all levels at once. */
class Stop extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  fault(): { readonly at: number; readonly says: string } {
    try {
      this.#value();
      this.#skip();
      this.#stop('nothing more is expected here');
    } catch (error) {
      if (error instanceof Stop) return { at: this.#at, says: error.message };
      throw error;
    }
  }

  #value(): void {
    this.#skip();
    const first = this.#text[this.#at];
    if (first === '{') this.#members('}', () => this.#member());
    else if (first === '[') this.#members(']', () => this.#value());
    else if (first === '"') this.#string();
    else if (!this.#take(NUMBER) && !this.#take(WORD)) this.#stop('a value is expected here');
  }

  #member(): void {
    this.#skip();
    if (this.#text[this.#at] !== '"') this.#stop('a name in double quotes is expected here');
    this.#string();
    this.#skip();
    if (this.#text[this.#at] !== ':') this.#stop('a colon is missing here');
    this.#at += 1;
    this.#value();
  }

  #members(end: string, one: () => void): void {
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      one();
      this.#skip();
      const next = this.#text[this.#at];
      if (next !== ',' && next !== end) this.#stop(`a comma or "${end}" is missing here`);
      this.#at += 1;
      if (next === end) return;
    }
  }

  #string(): void {
    if (!this.#take(STRING)) this.#stop('the text that starts here has no end, or holds what must be escaped');
  }

  #skip(): void {
    this.#take(BLANKS);
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    this.#at += found[0].length;
    return true;
  }

  #stop(says: string): never {
    throw new Stop(this.#at >= this.#text.length ? `the file ends too early: ${says}` : says);
  }
}
