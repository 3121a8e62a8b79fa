'use strict';
// Loaded into the process of the house before the product, which is otherwise as it is built: it sets the machine's clock as the
// soak says, looks at memory and handles from inside, and, for the proof of the laws, spoils something on purpose.
const { openSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const machine = Date.now.bind(Date);
let ahead = Number(process.env.SOAK_AHEAD_MS ?? 0);
Date.now = () => machine() + ahead;

process.on('message', (message) => {
  if (message.ahead !== undefined) ahead = message.ahead;
  if (message.look !== undefined) look(message.look);
});
process.channel?.unref();

/** After two collections: the first finds what can be finalized, the second takes it away. */
function look(number) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect();
  setTimeout(() => {
    collect();
    const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
    const handles = {};
    for (const type of process.getActiveResourcesInfo()) handles[type] = (handles[type] ?? 0) + 1;
    process.send({ look: number, heapUsed, external, arrayBuffers, rss, handles });
  }, 50);
}

const [kept, opened] = [[], []];
const again = (work) => setInterval(work, 50).unref();
const SPOILED = {
  /** A timer that never lets go of what it holds: some 10 MB a second. */
  leak: () => again(() => kept.length < 600 && kept.push(new Array(65_536).fill(kept.length + 0.5))),
  /** Twenty files a second that nobody closes. */
  files: () => again(() => opened.length < 600 && opened.push(openSync(__filename))),
  /** Whoever is told to stop has something else to do first. */
  'slow-stop': () =>
    process.on('SIGTERM', () => {
      const end = machine() + 3_000;
      while (machine() < end);
    }),
};
for (const fault of (process.env.SOAK_SPOIL ?? '').split(' ')) SPOILED[fault]?.();
