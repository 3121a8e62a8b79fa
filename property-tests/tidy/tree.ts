import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Scanned, scan } from './scan.ts';

/** One source file, read once. */
export interface Source extends Scanned {
  readonly path: string;
  readonly text: string;
  /** May use whatever it needs to look at the house from outside. */
  readonly test: boolean;
  /** The files of the tree that it names, with how it names them. */
  readonly uses: readonly { readonly path: string; readonly typeOnly: boolean; readonly line: number }[];
}

/** The files of the project, as text. */
export interface Tree {
  /** TypeScript and JavaScript. */
  readonly sources: readonly Source[];
  /** Everything that people read, sources included. */
  readonly texts: ReadonlyMap<string, string>;
}

/** What a rule has found: where, and what to do instead. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly says: string;
}

export type Rule = (tree: Tree) => readonly Finding[];

const SKIPPED = new Set(['node_modules', 'dist', 'coverage']);
const KEPT_DOT_FOLDERS = new Set(['.ci', '.github']);
const READABLE = /(?:\.(?:ts|tsx|js|mjs|cjs|md|yaml|yml|json|sh|html|css)|(?:^|\/)\.ci\/[a-z-]+)$/;
const SOURCE = /\.(?:ts|tsx|js|mjs|cjs)$/;

/** A tree from texts by path, as rules are tried on. */
export function treeOf(texts: Readonly<Record<string, string>>): Tree {
  const all = new Map(Object.entries(texts));
  const sources = [...all].filter(([path]) => SOURCE.test(path)).map(([path, text]) => sourceOf(path, text, all));
  return { sources, texts: all };
}

/** The tree of the project. */
export function readTree(root: string): Tree {
  const texts: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name) && (!entry.name.startsWith('.') || KEPT_DOT_FOLDERS.has(entry.name))) walk(path);
      } else if (entry.isFile() && READABLE.test(path) && entry.name !== 'package-lock.json') {
        texts[path] = readFileSync(join(root, path), 'utf8');
      }
    }
  };
  walk('');
  return treeOf(texts);
}

/** Files that look at the house from outside: not part of the product. */
export const isTest = (path: string): boolean =>
  /\.test\.ts$/.test(path) || /^(?:property-tests|bench|packaging|conformance\/(?:testing|broken))\//.test(path);

function sourceOf(path: string, text: string, all: ReadonlyMap<string, string>): Source {
  const scanned = scan(text);
  const uses = scanned.imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier, typeOnly, line }) => ({ path: posix.join(posix.dirname(path), specifier), typeOnly, line }))
    .filter((use) => all.has(use.path));
  return { ...scanned, path, text, test: isTest(path), uses };
}
