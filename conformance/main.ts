import { Unreachable } from './discovery/house.ts';
import { help, typedOf, Usage } from './options.ts';
import { orderOf } from './orders.ts';
import { runSuite } from './running/suite-run.ts';

/** The command line; answers the exit status. */
export const conformance = async (args: readonly string[]): Promise<number> => {
  try {
    const typed = typedOf(args);
    if (typed.is('help')) {
      process.stdout.write(help());
      return 0;
    }
    const order = await orderOf(typed);
    const r = await runSuite(
      order,
      {
        planned() {},
        began() {},
        ended(c, f, ms) {
          console.log(c.id, ms);
          for (const x of f) if (x.verdict !== 'PASS') console.log('   ', x.verdict, x.requirement, x.says);
        },
        exchanged() {},
      },
      new AbortController().signal,
    );
    const count: Record<string, number> = {};
    for (const f of r.findings) count[f.verdict] = (count[f.verdict] ?? 0) + 1;
    console.log(count, r.ms, r.leftBehind);
    return 0;
  } catch (error) {
    if (!(error instanceof Usage || error instanceof Unreachable)) throw error;
    process.stderr.write(`twinhaus-conformance: ${error.message}\n`);
    return 2;
  }
};
