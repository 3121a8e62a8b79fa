// What `npm start`, `npm test` and the others do: whatever is missing first, then the thing itself.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WrongUsage } from './wrong-usage.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = join(ROOT, 'bin', 'twinhaus.js');
const [command = '', ...args] = process.argv.slice(2);

const COMMANDS = {
  async start() {
    await prepare();
    // In this very process: whoever stops it stops the sandbox.
    endWithParent();
    process.argv = [process.execPath, PROGRAM, 'sandbox', ...args];
    createRequire(import.meta.url)(PROGRAM);
  },
  async build() {
    await prepare();
  },
  async 'package:deb'() {
    if (!args.includes('--help')) await prepare();
    const { packageDeb } = await import('./build-deb.js');
    process.exitCode = packageDeb(ROOT, args);
  },
  async test() {
    await prepare();
    const { runTests } = await import('./tests.js');
    process.exitCode = await runTests(ROOT, args);
  },
  async check() {
    await prepare();
    const { types, form } = await import('./checks.js');
    const { runTests } = await import('./tests.js');
    const statuses = [await types(ROOT), await form(ROOT), await runTests(ROOT, args)];
    process.exitCode = statuses.find((status) => status !== 0) ?? 0;
  },
  async bench() {
    await prepare();
    const { foreground } = await import('./foreground.js');
    const bench = join(ROOT, 'bench', 'main.ts');
    process.exitCode = await foreground(process.execPath, ['--expose-gc', '--import', 'tsx', bench, ...args]);
  },
};

/** npm does not pass a signal on through its shell: when both are gone, so is whoever wanted the sandbox. */
function endWithParent() {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}

async function prepare() {
  const { requireNode } = await import('./node-version.js');
  requireNode(ROOT);
  const { installWhatIsMissing } = await import('./install.js');
  await installWhatIsMissing(ROOT);
  const { buildWhatChanged } = await import('./build.js');
  await buildWhatChanged(ROOT);
}

try {
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run === undefined)
    throw new WrongUsage(`there is no "${command}"; there are ${Object.keys(COMMANDS).join(', ')}`);
  await run();
} catch (error) {
  console.error(`set-up: ${process.env.TWINHAUS_DEBUG ? error.stack : error.message}`);
  process.exitCode = error instanceof WrongUsage || error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}
