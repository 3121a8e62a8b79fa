import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EXPERIMENTS } from './experiments/index.ts';
import type { Experiment, Pace, Readings } from './row.ts';
import { tableOf } from './table.ts';

const USAGE = `npm run bench -- [options]
npm run bench -- soak [options]     hours on misbehaving buses: --help says more

  --only ROW     measure only the rows whose id begins with this; may be given several times
  --quick        a smoke run of some seconds: every row yields a number, none means much
  --json FILE    write the readings as JSON, too
  --write        put the table into README.md
  --help

rows: ${EXPERIMENTS.flatMap(({ rows }) => rows.map(({ id }) => id)).join(', ')}
`;

const FULL: Pace = { rounds: 5, slot: 700, warm: 2_000, quick: false };
const QUICK: Pace = { rounds: 1, slot: 60, warm: 60, quick: true };

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BLOCK = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;

// A soak is no measurement of speed: it has options, laws and an end of its own.
process.exitCode = await (process.argv[2] === 'soak'
  ? import('./soak/main.ts').then(() => process.exitCode as number)
  : main()
).catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

async function main(): Promise<number> {
  const options = given();
  if (options === undefined) return 2;
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const chosen = EXPERIMENTS.filter((experiment) => isChosen(experiment, options.only));
  if (chosen.length === 0) {
    process.stderr.write(`no row is called ${options.only.join(' or ')}; see --help\n`);
    return 2;
  }

  const readings = await measured(chosen, options.quick ? QUICK : FULL);
  const table = tableOf(
    chosen.flatMap(({ rows }) => rows),
    readings,
  );
  process.stdout.write(`${table}\n`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(readings, null, 2)}\n`);
  if (options.write) {
    const text = readFileSync(README, 'utf8');
    writeFileSync(
      README,
      text.replace(BLOCK, (_all, begin: string, end: string) => `${begin}${table}\n${end}`),
    );
  }
  return 0;
}

async function measured(experiments: readonly Experiment[], pace: Pace): Promise<Readings> {
  const readings: Readings[] = [];
  for (const experiment of experiments) {
    process.stderr.write(`measuring ${experiment.rows.map(({ id }) => id).join(', ')} …\n`);
    readings.push(await experiment.run(pace));
  }
  return Object.assign({}, ...readings) as Readings;
}

function isChosen({ rows }: Experiment, only: readonly string[]): boolean {
  return only.length === 0 || rows.some(({ id }) => only.some((wanted) => id.startsWith(wanted)));
}

function given() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}; see --help\n`);
    return undefined;
  }
}
