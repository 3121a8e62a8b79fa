/** One import, re-export or reference of a module. */
export interface Import {
  readonly specifier: string;
  /** Vanishes when types are erased. */
  readonly typeOnly: boolean;
  /** Names as the other module calls them; `*` for all of them. */
  readonly names: readonly string[];
  readonly line: number;
}

/** A source text without what only people read. */
export interface Scanned {
  /** As long as the text: comments, texts and regular expressions are blank. */
  readonly code: string;
  /** As long as the text: only the comments. */
  readonly comments: string;
  readonly imports: readonly Import[];
}

/** Tells code, comments and texts of TypeScript apart, and finds its imports. */
export function scan(text: string): Scanned {
  const kinds = kindsOf(text);
  const only = (wanted: Kind) =>
    Array.from(kinds, (kind, index) => (kind === wanted || text[index] === '\n' ? text[index] : ' ')).join('');
  const code = only(CODE);
  return { code, comments: only(COMMENT), imports: importsOf(text, code) };
}

export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const CODE = 0;
const COMMENT = 1;
const LITERAL = 2;
type Kind = typeof CODE | typeof COMMENT | typeof LITERAL;

/** What each character belongs to; quotes, backticks and the slashes of regular expressions count as code. */
function kindsOf(text: string): Uint8Array {
  const kinds = new Uint8Array(text.length);
  /** Depth of braces at which each open `${` ends. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;

  const mark = (end: number, kind: Kind) => {
    kinds.fill(kind, at, end);
    at = end;
  };
  const literal = (pattern: RegExp) => {
    at += 1;
    pattern.lastIndex = at;
    mark(at + (pattern.exec(text)?.[0].length ?? 0), LITERAL);
    at += 1;
  };
  const template = () => {
    TEMPLATE.lastIndex = at;
    mark(at + (TEMPLATE.exec(text)?.[0].length ?? 0), LITERAL);
    if (text[at] === '`') at += 1;
    else if (at < text.length) {
      templates.push(depth);
      at += 2;
    }
  };

  while (at < text.length) {
    const next = text.slice(at, at + 2);
    const character = text[at];
    if (next === '//' || (at === 0 && next === '#!')) mark(endOf(text, '\n', at), COMMENT);
    else if (next === '/*') mark(endOf(text, '*/', at + 2) + 2, COMMENT);
    else if (character === "'") literal(SINGLE);
    else if (character === '"') literal(DOUBLE);
    else if (character === '/' && REGULAR_EXPRESSION_AFTER.test(text.slice(Math.max(0, at - 40), at))) literal(REGULAR);
    else if (character === '`') {
      at += 1;
      template();
    } else if (character === '}' && templates.at(-1) === depth) {
      templates.pop();
      at += 1;
      template();
    } else {
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      at += 1;
    }
  }
  return kinds;
}

const SINGLE = /(?:[^'\\\n]|\\.)*/sy;
const DOUBLE = /(?:[^"\\\n]|\\.)*/sy;
const REGULAR = /(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*/y;
const TEMPLATE = /(?:[^`\\$]|\\.|\$(?!\{))*/sy;
const REGULAR_EXPRESSION_AFTER = /(?:^|[(,=:[!&|?{};+*%~^<>-]|\b(?:return|typeof|case|in|of|throw|void|else))\s*$/;

const endOf = (text: string, end: string, from: number): number => {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found;
};

const FORMS = [
  /\b(?:import|export)\s+(?<type>type\s+)?(?<clause>[\w$*{},\s]+?)\s*from\s*(?<quote>['"])/g,
  /\bimport\s*(?<quote>['"])/g,
  /\bimport\s*\(\s*(?<quote>['"])/g,
  /\bnew\s+URL\(\s*(?<quote>['"])(?=[^;]*\bimport\.meta\.url)/g,
];

function importsOf(text: string, code: string): readonly Import[] {
  return FORMS.flatMap((form) =>
    [...code.matchAll(form)].map((match) => {
      const start = match.index + match[0].length;
      const { type, clause = '*', quote = "'" } = match.groups ?? {};
      const named = namesOf(clause);
      return {
        specifier: text.slice(start, code.indexOf(quote, start)),
        typeOnly: type !== undefined || (named.length > 0 && named.every((one) => one.type)),
        names: named.map(({ name }) => name),
        line: lineAt(text, match.index),
      };
    }),
  );
}

function namesOf(clause: string): { readonly name: string; readonly type: boolean }[] {
  return clause
    .replace(/[{}]/g, ',')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ name: part.replace(/^type\s+/, '').split(/\s+as\s+/)[0] ?? '', type: /^type\s/.test(part) }));
}
