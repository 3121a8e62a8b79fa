#!/usr/bin/env node
'use strict';
// Starts the built program with V8's compiled code beside it: compiling anew would take longer than all the rest of the start.
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext, Script } = require('node:vm');

/** Time after the start at which everything that a start needs has been compiled, and nothing of it dropped again. */
const SETTLED_MS = 1_000;

const program = join(__dirname, '..', 'dist', 'twinhaus.cjs');
const built = statSync(program, { throwIfNoEntry: false });

if (built === undefined) {
  process.stderr.write('twinhaus: it is not built yet: run "npm start" or "npm run build" once\n');
  process.exitCode = 2;
} else {
  // V8 itself would take the code of any other program of the same length.
  // A service whose program folder is not its own names another folder, which nobody else must be able to write to.
  const folder = process.env.TWINHAUS_CODE_CACHE || dirname(program);
  start(join(folder, `twinhaus-${built.mtimeMs}-v8-${process.versions.v8}-${process.arch}.cache`));
}

function start(cache) {
  // A start makes much that is soon of no use; the heap shall not grow to hold it. V8 asks for this flag whenever it would grow.
  setFlagsFromString('--semi-space-growth-factor=1');
  const cachedData = readIfThere(cache);
  const script = new Script(
    `(function (module, exports, require, __filename, __dirname) {${readFileSync(program, 'latin1')}\n})`,
    {
      filename: program,
      cachedData,
    },
  );
  const module = { exports: {} };
  script.runInThisContext()(module, module.exports, createRequire(program), program, dirname(program));
  setTimeout(() => {
    if (cachedData === undefined || script.cachedDataRejected) keep(cache, script.createCachedData());
    sweep();
    setFlagsFromString('--semi-space-growth-factor=2');
  }, SETTLED_MS).unref();
  module.exports.main(process.argv.slice(2));
}

/** Gives back what the start has left behind: once to find it, once more to move together what is left. */
function sweep() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect();
  setTimeout(collect, SETTLED_MS).unref();
}

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Complete or not at all; a folder that cannot be written to costs nothing but time. */
function keep(cache, bytes) {
  const draft = `${cache}.${process.pid}`;
  try {
    writeFileSync(draft, bytes);
    renameSync(draft, cache);
  } catch {}
}
