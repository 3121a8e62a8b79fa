import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into the process of the house before the product, which is otherwise as it is built: it sets the machine's clock as the
// soak says, looks at memory and handles from inside, and, for the proof of the laws, spoils something on purpose.

const HERE = fileURLToPath(import.meta.url);
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
  if (number > LOOKS_BEFORE) for (const fault of faults) spoilMore(fault, number === LOOKS_BEFORE + 1);
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
/** From the start. */
const SPOILED = {
  /** Whoever is told to stop has something else to do first. */
  'slow-stop': () =>
    process.on('SIGTERM', () => {
      const end = machine() + 3_000;
      while (machine() < end);
    }),
};
/** By a timer, from when it has been looked at often enough to know what was there before; and at each later look, however busy the machine is. */
const SPOILED_LATER = {
  /** Whoever keeps a megabyte more and never lets go of it. */
  leak: () => kept.length < 300 && kept.push(new Array(131_072).fill(kept.length + 0.5)),
  /** Whoever opens files and never closes them. */
  files: () => opened.length < 600 && opened.push(openSync(HERE), openSync(HERE)),
};
const LOOKS_BEFORE = 3;
const AT_EACH_LOOK = 15;
const faults = (process.env.SOAK_SPOIL ?? '').split(' ');
for (const fault of faults) SPOILED[fault]?.();

function spoilMore(fault, isFirst) {
  const work = SPOILED_LATER[fault];
  if (work === undefined) return;
  if (isFirst) setInterval(work, 50).unref();
  for (let time = 0; time < AT_EACH_LOOK; time += 1) work();
}
