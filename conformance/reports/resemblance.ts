import type { Finding } from '../verdicts/verdict.ts';
import { KNOWN_FAULTS_FROM_M } from './known-faults-from-m.ts';
import { KNOWN_FAULTS_TO_L } from './known-faults-to-l.ts';

/** A faulty controller with what the suite saw of it. */
export interface KnownFault {
  readonly id: string;
  readonly spoils: string;
  /** Requirements that were seen broken. */
  readonly seen: readonly string[];
}

/** The faulty controller that behaves most like the one that was looked at. */
export interface Resemblance {
  readonly id: string;
  readonly spoils: string;
  /** 1 if exactly the same is broken, near 0 if hardly anything is. */
  readonly likeness: number;
  /** Broken at both. */
  readonly shared: readonly string[];
}

/** The table as it was recorded. */
export const knownFaults = (text = KNOWN_FAULTS_TO_L.trimEnd() + KNOWN_FAULTS_FROM_M): readonly KnownFault[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', spoils = '', seen = ''] = line.split(' | ');
      return { id, spoils, seen: seen.split(', ') };
    });

/**
 * Compares what is broken with what was broken at each fault, as far as this run has looked: the share of what both break in
 * what either breaks. Null if nothing is broken, or nothing that any fault breaks. Of equals, the first of the table.
 */
export const resemblanceOf = (
  findings: readonly Pick<Finding, 'requirement' | 'verdict'>[],
  faults = knownFaults(),
): Resemblance | null => {
  const of = (verdicts: readonly string[]) =>
    new Set(findings.filter(({ verdict }) => verdicts.includes(verdict)).map(({ requirement }) => requirement));
  const [broken, looked] = [of(['FAIL', 'WARN']), of(['FAIL', 'WARN', 'PASS'])];
  let best: Resemblance | null = null;
  for (const { id, spoils, seen } of faults) {
    const compared = seen.filter((each) => looked.has(each));
    const shared = compared.filter((each) => broken.has(each));
    const likeness = shared.length / (broken.size + compared.length - shared.length);
    if (shared.length > 0 && likeness > (best?.likeness ?? 0)) best = { id, spoils, likeness, shared };
  }
  return best;
};

/** In one line, for people. */
export const resemblanceTold = ({ id, spoils, likeness, shared }: Resemblance): string =>
  `most like the faulty controller ${id}: ${spoils} (${Math.round(likeness * 100)} % alike; both break ${shared.join(', ')})`;
