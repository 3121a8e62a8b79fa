import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FAULTS, type Fault } from './fault.ts';
import type { SoakSettings } from './settings.ts';
import { soak } from './soak.ts';
import { tableOf } from './table.ts';

const USAGE = `npm run bench -- soak [options]

Runs the controller as it is built on three buses that misbehave, kills it, stops it and starts it again, while its clock goes fast,
and says whether what has to hold did hold. Exit status 0: all laws held; 1: one was broken; 2: it could not be run.

  --minutes N          real time in all (default: 60)
  --speed N            virtual seconds per real second (default: 600: an hour is some three and a half weeks)
  --kills N            lives that end with a kill (default: one for each two minutes of the short lives)
  --stops N            lives that end with an orderly stop, besides the last (default: half as many)
  --seed N             of everything that chance decides (default: 1)
  --growth PERCENT     how far memory may grow from the first settled look to the end (default: 5)
  --start-within S     seconds for a start (default: 10)
  --stop-within S      seconds for an orderly stop (default: 2)
  --command-within S   seconds until a command has an outcome (default: 30)
  --folder DIR         where to keep data and record; must be new or empty (default: a new one in the temporary folder)
  --keep               keep the folder although all laws held
  --spoil FAULT        spoil something on purpose, to see a law broken; may be given several times:
${Object.entries(FAULTS)
  .map(([name, means]) => `                         ${name.padEnd(10)} ${means}`)
  .join('\n')}
  --quiet              no progress on standard error
  --help
`;

async function main(): Promise<number> {
  const given = read();
  if (typeof given === 'string') {
    process.stderr.write(`soak: ${given}; see --help\n`);
    return 2;
  }
  if (given === null) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { settings, isKept, isQuiet } = given;
  if (!existsSync(fileURLToPath(new URL('../../dist/twinhaus.cjs', import.meta.url)))) {
    process.stderr.write('soak: the product is not built yet; run npm run build once\n');
    return 2;
  }
  mkdirSync(settings.folder, { recursive: true });
  const file = join(settings.folder, 'record.ndjson');
  const begun = performance.now();
  const note = (event: string, more: object = {}): void => {
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    appendFileSync(file, `${JSON.stringify({ seconds, event, ...more })}\n`);
    if (!isQuiet && SHOWN.has(event))
      process.stderr.write(`${seconds} s: ${event} ${JSON.stringify(more).slice(0, 200)}\n`);
  };
  note('settings', settings);
  const { verdicts, days, record } = await soak(settings, note);
  const isGood = verdicts.every(({ holds }) => holds);
  const lives = `${record.lives.length} lives, ${days.toFixed(1)} virtual days in ${Math.round((performance.now() - begun) / 1_000)} s`;
  process.stdout.write(`${tableOf(verdicts)}\n\n${lives}; seed ${settings.seed}\n`);
  if (isGood && !isKept) rmSync(settings.folder, { recursive: true });
  else process.stdout.write(`record and data: ${settings.folder}\n`);
  return isGood ? 0 : 1;
}

/** What progress shows; the record has everything. */
const SHOWN = new Set(['start', 'kill', 'stop', 'died', 'refused start', 'look']);

interface Given {
  readonly settings: SoakSettings;
  readonly isKept: boolean;
  readonly isQuiet: boolean;
}

/** The settings; what is wrong with them; or `null` where only help was asked for. */
function read(): Given | string | null {
  let values: ReturnType<typeof parsed>;
  try {
    values = parsed();
  } catch (error) {
    return (error as Error).message;
  }
  if (values.help) return null;
  const numbers: Record<string, number> = {};
  for (const [name, { least, most, otherwise }] of Object.entries(NUMBERS)) {
    const text = values[name as keyof typeof NUMBERS];
    const number = text === undefined ? otherwise : Number(text);
    if (text !== undefined && !(number >= least && number <= most))
      return `--${name} is a number from ${least} to ${most}, not ${text}`;
    numbers[name] = number;
  }
  const { spoil } = values;
  const unknown = spoil.find((fault) => !Object.hasOwn(FAULTS, fault));
  if (unknown !== undefined) return `there is no fault ${unknown}; there are ${Object.keys(FAULTS).join(', ')}`;
  const seconds = 60 * (numbers.minutes ?? 0);
  const short = seconds * (1 - LONG_LIFE);
  const kills = numbers.kills === UNSAID ? Math.max(1, Math.round(short / 120)) : (numbers.kills ?? 0);
  const stops = numbers.stops === UNSAID ? Math.max(1, Math.round(kills / 2)) : (numbers.stops ?? 0);
  const settings: SoakSettings = {
    ...{ seconds, kills, stops, longLife: LONG_LIFE, spoil: spoil as readonly Fault[] },
    speed: numbers.speed ?? 0,
    seed: numbers.seed ?? 0,
    folder: values.folder ?? mkdtempSync(join(tmpdir(), 'twinhaus-soak-')),
    // The first fifth of the long life, ten minutes at most; and some thirty looks after it.
    settled: Math.min(600, (seconds * LONG_LIFE) / 5),
    lookEvery: Math.max(1, (seconds * LONG_LIFE) / 40),
    growth: (numbers.growth ?? 0) / 100,
    startWithin: numbers['start-within'] ?? 0,
    stopWithin: numbers['stop-within'] ?? 0,
    commandWithin: numbers['command-within'] ?? 0,
    callWithin: CALL_WITHIN,
  };
  return { settings, isKept: values.keep, isQuiet: values.quiet };
}

/** Of all the time, for the last life. */
const LONG_LIFE = 0.6;
/** The controller answers within 15 s whatever happens; the rest is the way there and back. */
const CALL_WITHIN = 20;

/** So many as there is time for. */
const UNSAID = -1;

const NUMBERS = {
  minutes: { least: 0.1, most: 10_080, otherwise: 60 },
  speed: { least: 1, most: 3_600, otherwise: 600 },
  seed: { least: 0, most: 4_294_967_295, otherwise: 1 },
  growth: { least: 0, most: 1_000, otherwise: 5 },
  kills: { least: 0, most: 1_000, otherwise: UNSAID },
  stops: { least: 0, most: 1_000, otherwise: UNSAID },
  'start-within': { least: 1, most: 600, otherwise: 10 },
  'stop-within': { least: 0.1, most: 60, otherwise: 2 },
  'command-within': { least: 1, most: 600, otherwise: 30 },
} as const;

function parsed() {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((word, index) => !(index === 0 && word === 'soak')),
    options: {
      minutes: number,
      speed: number,
      kills: number,
      stops: number,
      seed: number,
      growth: number,
      'start-within': number,
      'stop-within': number,
      'command-within': number,
      folder: { type: 'string' },
      spoil: { type: 'string', multiple: true, default: [] },
      keep: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`soak: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
