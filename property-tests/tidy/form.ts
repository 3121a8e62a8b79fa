import { posix } from 'node:path';
import { DEFAULT_EXPORTS, LONG_TABLES } from './exceptions.ts';
import { lineAt } from './scan.ts';
import type { Finding, Rule, Source } from './tree.ts';

const MOST_LINES = 250;

/** Types say what is there. */
export const silence: Rule = ({ sources }) =>
  sources.flatMap((source) => [
    ...inCode(
      source,
      /\bas\s+any\b|[:<]\s*any\b(?!\w)/g,
      'any: say what it is, or take it as unknown and check it instead',
    ),
    ...inComments(source, /@ts-(?:ignore|nocheck)\b/g, 'a silenced compiler: mend the type instead'),
    ...inComments(source, /\bbiome-ignore\b/g, 'a silenced linter: mend the code instead'),
    ...(source.test ? [] : inComments(source, /@ts-expect-error\b/g, 'a silenced compiler: mend the type instead')),
  ]);

/** One name for a thing, everywhere. */
export const exports: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !(path in DEFAULT_EXPORTS))
    .flatMap((source) =>
      inCode(source, /\bexport\s+default\b|\bas\s+default\b/g, 'a default export: export it by its name instead'),
    );

const VAGUE = /^(?:utils?|common|core|helpers?|types?|misc|shared|lib)$/;

/** A folder says what is in it. */
export const folders: Rule = ({ texts }) =>
  [...texts.keys()]
    .filter((path) =>
      posix
        .dirname(path)
        .split('/')
        .some((folder) => VAGUE.test(folder)),
    )
    .map((file) => ({ file, line: 1, says: 'a folder whose name says nothing: name it after what is in it instead' }));

/** A file bears the name of what it exports. */
export const names: Rule = ({ sources }) =>
  sources
    .filter(({ path }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|d))?\.(?:ts|js|mjs)$/.test(posix.basename(path)))
    .map(({ path }) => ({
      file: path,
      line: 1,
      says: 'not in kebab-case: name it that way instead, after what it exports',
    }));

/** A file holds one idea. */
export const length: Rule = ({ sources }) =>
  sources.flatMap(({ path, text }): Finding[] => {
    const lines = text.split('\n').length - 1;
    if (path in LONG_TABLES) {
      return lines > MOST_LINES
        ? []
        : [
            {
              file: path,
              line: 1,
              says: 'is short by now: remove its row in property-tests/tidy/exceptions.ts instead',
            },
          ];
    }
    return lines <= MOST_LINES
      ? []
      : [
          {
            file: path,
            line: lines,
            says: `${lines} lines, at most ${MOST_LINES}: take out the second idea into a file of its own, or list it as a table in property-tests/tidy/exceptions.ts instead`,
          },
        ];
  });

const WORDS: readonly { readonly pattern: RegExp; readonly says: string }[] = [
  {
    pattern: /(?<![\w.:])\/(?:work|root|home\/[a-z]\w*|Users\/\w+)\//g,
    says: 'a path of one machine: take it from the arguments or the environment instead',
  },
  {
    pattern: /\b(?:issue|ticket|pull request|PR)\s+#?\d+\b/gi,
    says: 'a number from a tracker: say what the reason is instead',
  },
  { pattern: /\b(?:T[O]DO|FI[X]ME|X[X]X|H[A]CK)\b/g, says: 'unfinished: finish it, or leave it out instead' },
  {
    pattern: /\b(?:previous|earlier|last|this) (?:work )?session of work\b|\bas (?:the|an) AI\b|\bsub-?agents?\b/gi,
    says: 'talks about how it was written: say what it does instead',
  },
];

/** The project speaks of itself alone. */
export const words: Rule = ({ texts }) =>
  [...texts].flatMap(([file, text]) =>
    WORDS.flatMap(({ pattern, says }) =>
      [...text.matchAll(pattern)].map((match) => ({ file, line: lineAt(text, match.index), says })),
    ),
  );

/** Every limit stands in a table, has a unit and a meaning, and is kept by somebody. */
export const limits: Rule = ({ sources }) => {
  const tables = sources.filter(({ path }) => path === 'api/limits.ts' || path.endsWith('/limits.ts'));
  const rows = tables.flatMap((table) =>
    [...table.text.matchAll(/^ {2}(\w+): \{([^}]*)\}/gm)].map((row) => ({ table, row })),
  );
  if (!rows.some(({ table }) => table.path === 'api/limits.ts')) {
    return [
      { file: 'api/limits.ts', line: 1, says: 'missing or empty: put every limit there instead of next to its use' },
    ];
  }
  return rows.flatMap(({ table, row }): Finding[] => {
    const [, name = '', fields = ''] = row;
    const line = lineAt(table.text, row.index);
    if (!['value', 'unit', 'means'].every((field) => new RegExp(`\\b${field}:`).test(fields))) {
      return [{ file: table.path, line, says: `${name} lacks value, unit or means: say all three instead` }];
    }
    const use = new RegExp(`LIMITS\\s*\\.\\s*${name}\\b`);
    const kept = sources.some((source) => !tables.includes(source) && !source.test && use.test(source.code));
    return kept
      ? []
      : [{ file: table.path, line, says: `nobody keeps ${name}: enforce it, or remove the row instead` }];
  });
};

const inCode = (source: Source, pattern: RegExp, says: string) => matches(source, source.code, pattern, says);
const inComments = (source: Source, pattern: RegExp, says: string) => matches(source, source.comments, pattern, says);

function matches(source: Source, text: string, pattern: RegExp, says: string): Finding[] {
  return [...text.matchAll(pattern)].map((match) => ({ file: source.path, line: lineAt(text, match.index), says }));
}
