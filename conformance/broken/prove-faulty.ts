import type { Check } from '../checks/check.ts';
import { CHECKS } from '../checks/index.ts';
import { typedOf } from '../options.ts';
import { orderOf } from '../orders.ts';
import { runSuite } from '../running/suite-run.ts';
import { everythingFor, type GoodController } from '../testing/good-controller.ts';
import type { Faulty } from './faulty.ts';
import { startFaulty } from './proxy.ts';

/** What the suite said to one fault. */
export interface Proof {
  readonly faulty: Faulty;
  /** Requirements that it names and that a check saw broken; all of them, if it is caught. */
  readonly caught: readonly string[];
  /** Named, and not seen. */
  readonly missed: readonly string[];
  /** Seen broken besides. */
  readonly others: readonly string[];
  /** Why something named could not be looked at; then it proves nothing. */
  readonly leftOut: string | null;
}

/**
 * What the checks that name a fault saw of it, and besides what all checks saw. Where all checks look, those that name it may come too
 * late to see it; it has to be seen all the same.
 */
export const withBesides = (named: Proof, whole: Proof): Proof => {
  const seen = [...named.others, ...whole.caught, ...whole.others].filter((id) => !named.caught.includes(id));
  const isSeen = whole.caught.length + whole.others.length > 0;
  return { ...named, missed: isSeen ? named.missed : named.faulty.caughtBy, others: [...new Set(seen)] };
};

/** The checks that look at what a fault breaks. */
export const checksOf = ({ caughtBy }: Faulty): readonly Check[] =>
  CHECKS.filter(({ proves }) => proves.some((id) => caughtBy.includes(id)));

/**
 * Runs the checks that name the requirements of a fault against it, and believes them at once; or, on the whole suite, all checks, which
 * look again at what may come of a busy machine.
 */
export const proveFaulty = async (faulty: Faulty, good: GoodController, whole: boolean): Promise<Proof> => {
  const controller = await startFaulty(faulty, good);
  try {
    const which = whole
      ? []
      : [
          '--only',
          checksOf(faulty)
            .map(({ id }) => id)
            .join(','),
          '--once',
        ];
    const order = await orderOf(
      typedOf([...everythingFor(controller.given), ...(faulty.with ?? []), ...which]),
      'prove',
    );
    const quiet = { planned: () => {}, began: () => {}, ended: () => {}, exchanged: () => {} };
    const { findings } = await runSuite(order, quiet, new AbortController().signal);
    const broken = new Set(
      findings.filter(({ verdict }) => verdict === 'FAIL' || verdict === 'WARN').map(({ requirement }) => requirement),
    );
    const missed = faulty.caughtBy.filter((id) => !broken.has(id));
    const open = findings.find(
      ({ requirement, hindrance }) => missed.includes(requirement) && hindrance === 'left out',
    );
    return {
      faulty,
      caught: faulty.caughtBy.filter((id) => broken.has(id)),
      missed,
      others: [...broken].filter((id) => !faulty.caughtBy.includes(id)),
      leftOut: open?.says ?? null,
    };
  } finally {
    await controller.stop();
  }
};
