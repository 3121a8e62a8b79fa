import { contentOf, type Point, pointOf, type Update } from '../contestants/changes.ts';
import { answer, ready } from '../contestants/channel.ts';
import { percentile } from '../statistics.ts';
import { pause, sharedNow } from '../usage.ts';
import { type Account, type Listener, listen, type Speech } from './listener.ts';

/** Connects listeners to a server, under a name. */
export interface Audience extends Account {
  readonly name: string;
  readonly http: string;
  readonly speech: Speech;
  readonly count: number;
}

/** Changes that every listener of an audience is to hear, in this order. */
export interface Expected {
  readonly name: string;
  readonly points: readonly Point[];
  readonly count: number;
}

export interface Heard {
  /** Those that came at the latest 100 ms after the last change. */
  readonly inTime: number;
  /** Not delivered, or not in its place. */
  readonly lost: number;
  /** Milliseconds from the change to its listener: the middle one, and what 99 of 100 stay below. */
  readonly p50: number;
  readonly p99: number;
}

/** One command after the other, to each audience in turn. */
export interface Commands {
  readonly names: readonly string[];
  readonly point: { readonly cid: string; readonly property: string };
  readonly count: number;
  /** Milliseconds between one command and the next. */
  readonly pace: number;
}

/** Milliseconds. */
const GRACE = 100;

const audiences = new Map<string, readonly Listener[]>();
const hearing = new Map<string, { readonly collected: (within: number) => Promise<Arrivals> }>();

interface Arrivals {
  readonly lost: number;
  /** For each listener: when it heard each change. */
  readonly at: readonly Float64Array[];
}

answer({ connect, expect, collected, warm, commands });
ready();

async function connect({ name, http, speech, count, ...account }: Audience): Promise<void> {
  for (const listener of audiences.get(name) ?? []) listener.close();
  const listeners: Listener[] = [];
  while (listeners.length < count) listeners.push(await listen(http, speech, account));
  audiences.set(name, listeners);
}

function expect({ name, points, count }: Expected): void {
  let open = audienceOf(name).length;
  let misplaced = 0;
  let done = () => {};
  const complete = new Promise<void>((resolve) => {
    done = resolve;
  });
  const at = audienceOf(name).map((listener) => {
    const times = new Float64Array(count).fill(Number.NaN);
    let index = 0;
    listener.heard = (updates, now) => {
      for (const update of updates) {
        if (index >= count) misplaced += 1;
        else if (!fits(update, points, index)) misplaced += 1;
        else times[index] = now;
        index += 1;
        if (index === count && --open === 0) done();
      }
    };
    return times;
  });
  hearing.set(name, {
    collected: async (within) => {
      await Promise.race([complete, pause(within)]);
      for (const listener of audienceOf(name)) listener.heard = () => {};
      const missing = at.reduce((sum, times) => sum + times.filter(Number.isNaN).length, 0);
      return { lost: Math.max(missing, misplaced), at };
    },
  });
}

function fits({ cid, property, content }: Update, points: readonly Point[], index: number): boolean {
  const point = pointOf(points, index);
  return cid === point.cid && property === point.property && content === contentOf(point, index);
}

/** `times`: when the changes happened. */
async function collected({
  name,
  times,
}: {
  readonly name: string;
  readonly times: readonly number[];
}): Promise<Heard> {
  const arrivals = await hearing.get(name)?.collected(10_000);
  if (!arrivals) throw new Error(`nothing was expected of ${name}`);
  const latencies = arrivals.at.flatMap((heard) => [...heard.map((at, index) => at - (times[index] ?? Number.NaN))]);
  const known = latencies.filter((latency) => !Number.isNaN(latency));
  const end = (times.at(-1) ?? 0) + GRACE;
  const inTime = arrivals.at.reduce((sum, heard) => sum + heard.filter((at) => at <= end).length, 0);
  return { inTime, lost: arrivals.lost, p50: percentile(known, 0.5), p99: percentile(known, 0.99) };
}

/** Sends commands as fast as they are acknowledged, so that the servers have compiled what a command needs. */
async function warm({ names, point, count }: Omit<Commands, 'pace'>): Promise<void> {
  for (const name of names) {
    const [first] = audienceOf(name);
    for (let turn = 0; turn < count; turn++) await first?.call('componentUpdate', { ...point, value: turn % 2 === 1 });
  }
}

/** Answers, for each audience, the milliseconds from each command until each listener had heard of it. */
async function commands({ names, point, count, pace }: Commands): Promise<Readonly<Record<string, readonly number[]>>> {
  const latencies = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn < count; turn++) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      latencies.get(name)?.push(...(await command(audienceOf(name), point, turn % 2 === 0)));
      await pause(pace);
    }
  }
  return Object.fromEntries(latencies);
}

async function command(
  listeners: readonly Listener[],
  { cid, property }: Commands['point'],
  value: boolean,
): Promise<readonly number[]> {
  const begun = sharedNow();
  const heard = listeners.map(
    (listener) =>
      new Promise<number>((resolve) => {
        listener.heard = (updates, at) => {
          if (
            updates.some(
              (update) => update.cid === cid && update.property === property && Boolean(update.value) === value,
            )
          ) {
            resolve(at - begun);
          }
        };
      }),
  );
  void listeners[0]?.call('componentUpdate', { cid, property, value });
  return Promise.race([
    Promise.all(heard),
    pause(5_000).then(() => Promise.reject(new Error('no event followed a command'))),
  ]);
}

function audienceOf(name: string): readonly Listener[] {
  const listeners = audiences.get(name);
  if (!listeners) throw new Error(`nobody listens to ${name}`);
  return listeners;
}
