import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/** Where something stands in a file: keys and positions from the top. */
export type Path = readonly (string | number)[];

/** Lines and columns begin with 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A YAML file as it was written, which knows where everything in it stands. */
export class YamlSource {
  /** What the file says; nothing if it cannot be read. */
  readonly content: unknown;
  /** Why it cannot be read as YAML, and where; empty if it can. */
  readonly errors: readonly (Place & { readonly says: string })[];
  readonly #root: unknown;
  readonly #lines = new LineCounter();

  constructor(text: string) {
    const document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    // What the library only warns of, such as a tag that nobody knows, is not what somebody meant.
    const errors = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
      ...this.#place(pos[0]),
      says: `not readable as YAML: ${oneLine(message)}`,
    }));
    this.#root = document.contents;
    if (errors.length === 0) {
      try {
        this.content = document.toJS({ maxAliasCount: 100 });
        // What contains itself cannot be written down.
        JSON.stringify(this.content);
      } catch (error) {
        errors.push({ line: 1, column: 1, says: `not readable as YAML: ${whyNot(error as Error)}` });
      }
    }
    this.errors = errors;
  }

  /** The place of what stands at `path`, or of the last thing on the way to it that is there. */
  at(path: Path): Place {
    let node = this.#root;
    let offset = 0;
    for (const key of path) {
      const next = child(node, key);
      if (next === undefined) break;
      node = next.value;
      offset = next.offset ?? offset;
    }
    return this.#place(offset);
  }

  #place(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }
}

function child(node: unknown, key: string | number): { value: unknown; offset: number | undefined } | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(key)];
    return value === undefined ? undefined : { value, offset: start(value) };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key: name }) => isScalar(name) && String(name.value) === String(key));
  return pair === undefined ? undefined : { value: pair.value, offset: start(pair.key) };
}

const start = (node: unknown): number | undefined => (node as Node | null)?.range?.[0];

/** `components[3].type: `, as one would write it; nothing for the top. */
export const field = (path: Path): string => {
  const written = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
  return written === '' ? '' : `${written}: `;
};

const whyNot = ({ message }: Error): string =>
  /circular/.test(message) ? 'an alias stands within what it repeats; write it out' : oneLine(message);

const oneLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/[.:]?\s*$/, '');
