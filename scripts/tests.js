import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { foreground } from './foreground.js';
import { FOLDERS, filesBelow } from './sources.js';

/** A test that hangs is a failed one. */
const TEST_LIMIT_MS = 300_000;

/** More failing files than this are no accident of a busy machine: none of them is run once more. */
const MOST_AGAIN = 6;

/**
 * Runs all tests, or those whose files the arguments name; answers the exit status. With `--again`, the files in which something failed
 * are run once more, one at a time, properties with the seed that found something: what holds then is named as unsteady and does not
 * count, what fails twice does. Other arguments with a dash go to Node.js.
 */
export async function runTests(root, args) {
  const again = args.includes('--again');
  const options = args.filter((argument) => argument.startsWith('-') && argument !== '--again');
  const wanted = args.filter((argument) => !argument.startsWith('-'));
  const all = filesBelow(root, FOLDERS).filter((path) => path.endsWith('.test.ts'));
  const files = wanted.length === 0 ? all : all.filter((path) => wanted.some((part) => path.includes(part)));
  if (files.length === 0) throw new Error(`no test file matches ${wanted.join(' ')}`);
  console.log(`test: ${files.length} of ${all.length} files, Node.js ${process.versions.node}`);
  const folder = await mkdtemp(join(tmpdir(), 'twinhaus-tests-'));
  try {
    const list = join(folder, 'failed');
    const status = await run(root, files, [...(again ? reporter('failed', list) : []), ...options]);
    return again && status === 1 ? await onceMore(root, await linesOf(list), options) : status;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onceMore(root, failed, options) {
  const files = failed
    .map((line) => line.split('\t'))
    .map(([file, seed]) => ({ file: relative(root, resolve(root, file)), seed }));
  if (files.length === 0 || files.length > MOST_AGAIN) return 1;
  const names = files.map(({ file }) => file).join(', ');
  console.log(`\ntest: something failed in ${names}; once more, one at a time`);
  for (const { file, seed } of files) {
    const seeded = seed === '' ? {} : { TWINHAUS_SEED: seed };
    if (seed !== '') console.log(`\ntest: ${file} with the seed ${seed}`);
    const status = await run(root, [file], options, seeded);
    if (status !== 0) return status;
  }
  console.log(`\nUnsteady, failed once and then held: ${names}`);
  return 0;
}

function run(root, files, options, seeded = {}) {
  // Node.js alone would leave one core to itself, and many a test waits for something. An option that comes later wins.
  const places = Math.ceil(1.5 * availableParallelism());
  const bounds = [`--test-timeout=${TEST_LIMIT_MS}`, `--test-concurrency=${places}`];
  const first = 'TWINHAUS_SEED' in seeded ? ['--import', beside('same-seed')] : [];
  const args = ['--import', 'tsx', ...first, '--test', ...bounds];
  const shown = ['--test-reporter=spec', '--test-reporter-destination=stdout', ...reporter('skipped', 'stdout')];
  return foreground(process.execPath, [...args, ...shown, ...options, ...files], {
    cwd: root,
    env: { ...process.env, ...seeded },
  });
}

function reporter(name, destination) {
  return [`--test-reporter=${beside(name)}`, `--test-reporter-destination=${destination}`];
}

function beside(name) {
  return new URL(`./${name}.js`, import.meta.url).href;
}

async function linesOf(file) {
  const text = await readFile(file, 'utf8');
  return text.split('\n').filter((line) => line !== '');
}
