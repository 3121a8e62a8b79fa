import { type Contestant, startProgram, startSandbox } from '../contestant.ts';
import { byPassword, bySession, listAll, request } from '../interface.ts';
import { type Experiment, type Figure, type Pace, sized } from '../row.ts';
import { median } from '../statistics.ts';
import { storedAnswer } from '../stored-answer.ts';
import { memoryOf, pause } from '../usage.ts';

/** What the process holds when it has been used a little and then left alone. */
const memory = (components: number, aim: number): Experiment => {
  const id = `memory-${components}`;
  return {
    rows: [
      {
        id,
        what: `resident memory, ${components} components (baseline: a bare \`node:http\` server)`,
        unit: 'MB',
        aim: { atMost: aim },
        takes: 'time zones without `Intl`, which alone takes 8 MB',
      },
    ],

    async run(pace) {
      const ours: number[] = [];
      const bare: number[] = [];
      for (let round = 0; round < (pace.quick ? 1 : 3); round++) {
        bare.push(await held(await startProgram('contestants/bare-http', { channel: false }), use, pace));
        ours.push(
          await held(
            await startSandbox(['--scenario', `generated:components=${sized(pace, components)}`]),
            useHouse,
            pace,
          ),
        );
      }
      return { [id]: { samples: ours, bare: megabytes(bare), ours: megabytes(ours) } };
    },
  };
};

export const MEMORY_EXPERIMENTS: readonly Experiment[] = [memory(200, 65), memory(5_000, 75)];

async function held(process: Contestant, use: (http: string) => Promise<void>, { quick }: Pace): Promise<number> {
  try {
    await use(process.http);
    await pause(quick ? 50 : 2_000);
    return memoryOf(process.pid);
  } finally {
    await process.stop();
  }
}

async function use(http: string): Promise<void> {
  for (let count = 0; count < USES; count++) await storedAnswer(http, request('anything', byPassword(), {}));
}

const USES = 100;

/** A login, the whole list, and a hundred reads. */
async function useHouse(http: string): Promise<void> {
  const credentials = await bySession(http);
  const [first] = await listAll(http, credentials);
  const input = { cid: first?.cid, property: first?.data[0]?.property };
  for (let count = 0; count < USES; count++) await storedAnswer(http, request('getComponentData', credentials, input));
}

const megabytes = (samples: readonly number[]): Figure => ({ value: median(samples), unit: 'MB' });
