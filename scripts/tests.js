import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { foreground } from './foreground.js';
import { FOLDERS, filesBelow } from './sources.js';

/** A test that hangs is a failed one. */
const TEST_LIMIT_MS = 180_000;

/** Runs all tests, or those whose files the arguments name; answers the exit status. Arguments with a dash go to Node.js. */
export function runTests(root, args) {
  const options = args.filter((argument) => argument.startsWith('-'));
  const wanted = args.filter((argument) => !argument.startsWith('-'));
  const all = filesBelow(root, FOLDERS).filter((path) => path.endsWith('.test.ts'));
  const files = wanted.length === 0 ? all : all.filter((path) => wanted.some((part) => path.includes(part)));
  if (files.length === 0) throw new Error(`no test file matches ${wanted.join(' ')}`);
  console.log(`test: ${files.length} of ${all.length} files, Node.js ${process.versions.node}`);
  const skipped = pathToFileURL(join(root, 'scripts', 'skipped.js')).href;
  return foreground(
    process.execPath,
    [
      '--import',
      'tsx',
      '--test',
      `--test-timeout=${TEST_LIMIT_MS}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${skipped}`,
      '--test-reporter-destination=stdout',
      ...options,
      ...files,
    ],
    { cwd: root },
  );
}
