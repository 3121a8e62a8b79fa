import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ScenarioFault } from './scenario.ts';

/** Where something stands in a scenario: keys and positions from the top. */
export type Path = readonly (string | number)[];

/** A scenario file as it was written, which knows the line of everything in it. */
export class ScenarioSource {
  /** What the file says. */
  readonly content: unknown;
  readonly #file: string;
  readonly #root: unknown;
  readonly #lines = new LineCounter();

  constructor(file: string, text: string) {
    this.#file = file;
    const document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    const [error] = document.errors;
    if (error !== undefined) {
      const line = this.#lines.linePos(error.pos[0]).line;
      throw new ScenarioFault(`${file}:${line}: not readable as YAML: ${oneLine(error.message)}`);
    }
    this.#root = document.contents;
    try {
      this.content = document.toJS({ maxAliasCount: 100 });
    } catch (error) {
      throw new ScenarioFault(`${file}:1: not readable as YAML: ${oneLine(String((error as Error).message))}`);
    }
  }

  /** A fault at `path`: `file:line: field: what is wrong`. */
  fault(path: Path, says: string): ScenarioFault {
    return new ScenarioFault(`${this.#file}:${this.#line(path)}: ${field(path)}${says}`);
  }

  /** The line of what stands at `path`, or of the last thing on the way to it that is there. */
  #line(path: Path): number {
    let node = this.#root;
    let offset = 0;
    for (const key of path) {
      const next = child(node, key);
      if (next === undefined) break;
      node = next.value;
      offset = next.offset ?? offset;
    }
    return this.#lines.linePos(offset).line;
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

/** `components[3].type: `, as one would write it. */
const field = (path: Path): string => {
  const written = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
  return written === '' ? '' : `${written}: `;
};

const oneLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/[.:]?\s*$/, '');
