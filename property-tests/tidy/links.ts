import { FOR_TESTS } from './exceptions.ts';
import type { Finding, Rule, Source } from './tree.ts';

/** No file needs itself to exist first. Types vanish before anything runs, so they may point both ways. */
export const cycles: Rule = ({ sources }) => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const findings: Finding[] = [];

  const visit = (source: Source, trail: readonly string[]) => {
    if (done.has(source.path)) return;
    for (const use of source.uses) {
      const next = byPath.get(use.path);
      if (use.typeOnly || !next) continue;
      const start = [...trail, source.path].indexOf(next.path);
      if (start >= 0) {
        const cycle = [...trail, source.path].slice(start).concat(next.path);
        const line = next.uses.find(({ path }) => path === cycle[1])?.line ?? use.line;
        findings.push({
          file: next.path,
          line,
          says: `${cycle.join(' → ')}; instead: move what both need to a file of its own`,
        });
      } else visit(next, [...trail, source.path]);
    }
    done.add(source.path);
  };
  for (const source of sources) visit(source, []);
  return findings;
};

/** Where a program starts: nobody imports these. */
const ENTRIES =
  /(?:\.(?:test|d)\.ts$|^(?:bin|scripts|bench)\/|^(?:controller|bridge)\/main\.ts$|^conformance\/(?:every-build|prove|repeat|trace|twinhaus-conformance|broken\/spoiled-bridge)\.ts$|^conformance\/testing\/cheap-passwords\.js$|^docs\/[^/]+\.ts$|^property-tests\/peers\/|^packaging\/container\/health\.mjs$)/;

/** Every file is there for somebody, and product files for more than their tests. */
export const orphans: Rule = ({ sources }) => {
  const users = new Map<string, Source[]>();
  for (const source of sources) {
    for (const { path } of source.uses) users.set(path, [...(users.get(path) ?? []), source]);
  }
  return sources
    .filter(({ path }) => !ENTRIES.test(path))
    .flatMap(({ path, test }): Finding[] => {
      const by = users.get(path) ?? [];
      if (by.length === 0)
        return [{ file: path, line: 1, says: 'nobody imports it: remove it, or use it where it belongs' }];
      if (test || path.startsWith('docs/') || path in FOR_TESTS || by.some((user) => !user.test)) return [];
      return [
        {
          file: path,
          line: 1,
          says: 'only tests import it: remove it, use it, or list it in property-tests/tidy/exceptions.ts',
        },
      ];
    });
};
