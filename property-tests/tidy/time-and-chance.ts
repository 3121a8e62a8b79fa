import { NAMES_CRYPTO, NAMES_TIME, WAITS } from './exceptions.ts';
import { lineAt } from './scan.ts';
import type { Finding, Rule, Source } from './tree.ts';

/** Looks at real time, or asks for a wake-up call. */
const TIME: readonly { readonly pattern: RegExp; readonly says: string }[] = [
  { pattern: /\bDate\s*\.\s*now\b/g, says: 'Date.now: take a Clock and ask clock.now() instead' },
  {
    pattern: /\bnew\s+Date\s*(?:\(\s*\)|(?![\s(\w]))/g,
    says: 'a bare new Date(): take a Clock and use toIso(clock.now()) instead',
  },
  { pattern: /(?<!new\s+)(?<![.\w])Date\s*\(/g, says: 'Date(): take a Clock and use toIso(clock.now()) instead' },
  { pattern: /(?<![.\w])performance\b(?!\s*:)/g, says: 'performance: take a Clock and ask clock.elapsed() instead' },
  {
    pattern: /\bprocess\s*\.\s*(?:hrtime|uptime)\b/g,
    says: 'process time: take a Clock and ask clock.elapsed() instead',
  },
  {
    pattern: /(?<![\w.])(?:globalThis\s*\.\s*)?(?:setTimeout|setInterval|setImmediate)\b(?!\s*[:?])/g,
    says: 'a timer: take a Clock and use clock.alarm(), clock.after() or clock.every() instead',
  },
];

const TIME_MODULES = /^node:(?:timers(?:\/promises)?|perf_hooks)$/;

/** Goes around the twin's own order of things. */
const DEFERRED = /(?<![\w.])(?:queueMicrotask|process\s*\.\s*nextTick)\b/g;

/** Everything in RxJS that has a clock of its own. */
const HIDDEN_CLOCKS: ReadonlySet<string> = new Set([
  ...[
    'auditTime',
    'bufferTime',
    'debounceTime',
    'delay',
    'interval',
    'sampleTime',
    'throttleTime',
    'timeInterval',
    'timeout',
  ],
  ...['timeoutWith', 'timer', 'timestamp', 'windowTime', 'observeOn', 'subscribeOn', 'scheduled', 'animationFrames'],
  ...[
    'asyncScheduler',
    'asapScheduler',
    'queueScheduler',
    'animationFrameScheduler',
    'VirtualTimeScheduler',
    'async',
    'asap',
    '*',
  ],
]);

/** Rule 1: time is an argument. */
export const time: Rule = ({ sources }) =>
  inTheHouse(sources).flatMap((source) => {
    const hidden = source.imports
      .filter(({ specifier }) => /^rxjs(?:\/|$)/.test(specifier))
      .flatMap(({ names, line }) => names.filter((name) => HIDDEN_CLOCKS.has(name)).map((name) => ({ name, line })))
      .map(({ name, line }) => ({
        file: source.path,
        line,
        says: `${name} of rxjs has a clock of its own: use clock.after() or clock.every() instead, as in debounce(() => clock.after(seconds(2)))`,
      }));
    const modules = source.imports
      .filter(({ specifier }) => TIME_MODULES.test(specifier))
      .map(({ specifier, line }) => ({ file: source.path, line, says: `${specifier}: take a Clock instead` }));
    const deferred = /^(?:twin|hardware\/simulator)\//.test(source.path)
      ? found(source, DEFERRED, 'deferred work: the twin does everything before it returns; call it at once instead')
      : [];
    const named = [...TIME.flatMap(({ pattern, says }) => found(source, pattern, says)), ...modules, ...deferred];
    return [...hidden, ...excepted(source, NAMES_TIME, named)];
  });

/** Rule 2: chance is an argument, and secrets are not chance. */
export const chance: Rule = ({ sources }) => [
  ...sources.flatMap((source) =>
    found(
      source,
      /\bMath\s*\.\s*random\b/g,
      'Math.random: use twin/random.ts for what is simulated, the secrets file for what is secret instead',
    ),
  ),
  ...inTheHouse(sources).flatMap((source) =>
    excepted(source, NAMES_CRYPTO, [
      ...source.imports
        .filter(({ specifier, typeOnly }) => specifier === 'node:crypto' && !typeOnly)
        .map(({ line }) => ({
          file: source.path,
          line,
          says: 'node:crypto: use what the secrets file exports instead',
        })),
      ...found(
        source,
        /(?<![\w.])(?:globalThis\s*\.\s*)?crypto\s*\./g,
        'crypto: use what the secrets file exports instead',
      ),
    ]),
  ),
];

/** Rule 3: the twin is synchronous. */
export const synchrony: Rule = ({ sources }) =>
  inTheHouse(sources)
    .filter(({ path }) => path.startsWith('twin/'))
    .flatMap((source) =>
      excepted(
        source,
        WAITS,
        found(
          source,
          /\b(?:async|await|Promise|PromiseLike)\b/g,
          'the twin does not wait: use an Observable or an Alarm instead, or leave it to the edge',
        ),
      ),
    );

/** The product proper: tests, benches and what sets the project up look at it from outside. */
const inTheHouse = (sources: readonly Source[]): readonly Source[] =>
  sources.filter(({ path, test }) => !test && /^(?:twin|hardware|api|controller|scenarios)\//.test(path));

/** A file with an exception may, and must: a row that nobody needs is taken out. */
function excepted(
  source: Source,
  exceptions: Readonly<Record<string, string>>,
  findings: readonly Finding[],
): readonly Finding[] {
  if (!(source.path in exceptions)) return findings;
  if (findings.length > 0) return [];
  return [
    {
      file: source.path,
      line: 1,
      says: 'does not need its row in property-tests/tidy/exceptions.ts any more: remove the row instead',
    },
  ];
}

function found(source: Source, pattern: RegExp, says: string): Finding[] {
  return [...source.code.matchAll(pattern)].map((match) => ({
    file: source.path,
    line: lineAt(source.code, match.index),
    says,
  }));
}
