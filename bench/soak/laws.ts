import type { SoakSettings } from './settings.ts';

/** One look at the process of the house, after a collection of garbage. Bytes. */
export interface Look {
  /** Since the start of the process, in real seconds. */
  readonly at: number;
  readonly heapUsed: number;
  readonly rss: number;
  readonly files: number;
  /** What keeps an event loop busy: timers, sockets, requests. */
  readonly handles: number;
}

/** From one start of the house to its end. */
export interface LifeRecord {
  readonly number: number;
  /** Real seconds from the start of the process to its ready line; `null` if it never came. */
  readonly startedIn: number | null;
  /** What it said when it did not start. */
  readonly refusal: string | null;
  readonly end: 'kill' | 'stop' | 'died';
  /** Of an orderly stop. */
  readonly stoppedIn: number | null;
  readonly status: number | null;
  readonly looks: readonly Look[];
}

export interface SoakRecord {
  readonly lives: readonly LifeRecord[];
  /** Acknowledged changes that were not there after a start, each as a sentence. */
  readonly lost: readonly string[];
  /** Commands and calls without an end, each as a sentence. */
  readonly stuck: readonly string[];
  readonly acknowledged: number;
  readonly commands: number;
}

export interface Verdict {
  readonly law: string;
  readonly means: string;
  readonly holds: boolean;
  /** What was measured, in words. */
  readonly seen: string;
  /** What broke it, one sentence each; at most some. */
  readonly evidence: readonly string[];
}

/** How many looks at either end are taken together: one alone may fall into a burst. */
const LOOKS = 3;
/** Looks without which nothing can be said of growth. */
export const LOOKS_LEAST = 2 * LOOKS;

/** Sentences of evidence that one law shows. */
const SHOWN = 10;

/** What every soak has to show. */
export const judge = (record: SoakRecord, settings: SoakSettings): readonly Verdict[] => {
  const { lives, lost, stuck, acknowledged, commands } = record;
  const { growth, startWithin, stopWithin, commandWithin } = settings;
  const long = lives.reduce<LifeRecord | null>(
    (longest, life) => (life.looks.length > (longest?.looks.length ?? 0) ? life : longest),
    null,
  );
  const looks = long?.looks ?? [];
  const flat = (law: string, means: string, of: (look: Look) => number, least: number, unit: (n: number) => string) => {
    const settled = median(looks.slice(0, LOOKS).map(of));
    const end = median(looks.slice(-LOOKS).map(of));
    const most = Math.max(settled * (1 + growth), settled + least);
    const isMeasured = looks.length >= LOOKS_LEAST;
    const seen = `${unit(settled)} once settled, ${unit(end)} at the end (${looks.length} looks in life ${long?.number ?? 0})`;
    const evidence = isMeasured
      ? [`${seen}: more than ${unit(most)}`]
      : [`only ${looks.length} looks: let it run longer`];
    return verdict(law, means, isMeasured && end <= most ? [] : evidence, seen);
  };
  const started = lives.flatMap(({ startedIn }) => (startedIn === null ? [] : [startedIn]));
  const stopped = lives.flatMap(({ stoppedIn }) => (stoppedIn === null ? [] : [stoppedIn]));
  const slow = lives.filter(({ startedIn }) => startedIn !== null && startedIn > startWithin);
  return [
    flat('heap', `the heap grows by no more than ${percent(growth)}`, ({ heapUsed }) => heapUsed, 0, megabytes),
    flat('memory', `resident memory grows by no more than ${percent(growth)}`, ({ rss }) => rss, 0, megabytes),
    flat('files', 'no file descriptor is left open', ({ files }) => files, SLACK, String),
    flat('handles', 'no timer, socket or request is left behind', ({ handles }) => handles, SLACK, String),
    verdict('lost', 'what was acknowledged is there after a kill', lost, `${acknowledged} changes were acknowledged`),
    verdict(
      'stuck',
      `every command has an outcome within ${commandWithin} s, every call an answer`,
      stuck,
      `${commands} commands were given`,
    ),
    verdict(
      'start',
      `every start succeeds, within ${startWithin} s`,
      [
        ...lives
          .filter(({ startedIn }) => startedIn === null)
          .map(({ number, refusal }) => `start ${number} was refused: ${refusal ?? 'without a word'}`),
        ...slow.map(({ number, startedIn }) => `start ${number} took ${(startedIn ?? 0).toFixed(1)} s`),
        ...lives
          .filter(({ end }) => end === 'died')
          .map(({ number, status }) => `life ${number} ended by itself with status ${status}`),
      ],
      `${started.length} starts, the slowest ${Math.max(0, ...started).toFixed(1)} s`,
    ),
    verdict(
      'stop',
      `every orderly stop is done within ${stopWithin} s with status 0`,
      lives
        .filter(({ stoppedIn, status }) => stoppedIn !== null && (stoppedIn > stopWithin || status !== 0))
        .map(
          ({ number, stoppedIn, status }) =>
            `life ${number} stopped after ${stoppedIn?.toFixed(2)} s with status ${status}`,
        ),
      `${stopped.length} stops, the slowest ${Math.max(0, ...stopped).toFixed(2)} s`,
    ),
  ];
};

const verdict = (law: string, means: string, evidence: readonly string[], seen: string): Verdict => ({
  ...{ law, means, seen },
  holds: evidence.length === 0,
  evidence: evidence.length > SHOWN ? [...evidence.slice(0, SHOWN), `… and ${evidence.length - SHOWN} more`] : evidence,
});

/** Handles come and go with connections that are open by chance. */
const SLACK = 24;

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const percent = (part: number): string => `${Math.round(100 * part)} %`;
