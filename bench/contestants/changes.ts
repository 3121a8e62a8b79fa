import { sharedNow } from '../usage.ts';

/** A value that can be made to change, and what it is changed to: `first`, `first + step` and so on, `STEPS` of them. */
export interface Point {
  readonly cid: string;
  readonly property: string;
  readonly unit: string | null;
  readonly first: number;
  readonly step: number;
}

/** Prime, so that points and contents do not fall into step: an entry that is lost is noticed. */
export const STEPS = 97;

/** How many changes, and how many of them a second. */
export interface Flow {
  readonly rate: number;
  readonly count: number;
}

/** The content of the change with this index. */
export const contentOf = ({ first, step }: Point, index: number): number => first + step * (index % STEPS);

/** The point that changes with this index. */
export function pointOf(points: readonly Point[], index: number): Point {
  const point = points[index % points.length];
  if (!point) throw new Error('there is nothing that could change');
  return point;
}

/** Lets changes happen at a steady rate; answers when each of them happened, on the shared clock. */
export function flow({ rate, count }: Flow, change: (index: number) => void): Promise<readonly number[]> {
  const begun = sharedNow();
  const times: number[] = [];
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(count, Math.floor(((sharedNow() - begun) * rate) / 1_000) + 1);
      while (times.length < due) {
        times.push(sharedNow());
        change(times.length - 1);
      }
      if (times.length < count) return;
      clearInterval(timer);
      resolve(times);
    }, 1);
  });
}

/** What happens to changes before they are sent. */
export interface Bundling {
  /** Milliseconds that changes are collected for; 0: each is sent by itself. */
  readonly bundle: number;
}

/** An update as the interface words it. */
export interface Update {
  readonly cid: string;
  readonly property: string;
  readonly value: number;
  readonly content: number;
  readonly unit: string | null;
}

/** Sends each change by itself, or those of some milliseconds together. */
export function bundled(points: readonly Point[], { bundle }: Bundling, send: (updates: readonly Update[]) => void) {
  let waiting: Update[] = [];
  return (index: number): void => {
    const point = pointOf(points, index);
    const content = contentOf(point, index);
    const update = { cid: point.cid, property: point.property, value: content, content, unit: point.unit };
    if (bundle === 0) {
      send([update]);
      return;
    }
    if (waiting.push(update) > 1) return;
    setTimeout(() => {
      send(waiting);
      waiting = [];
    }, bundle);
  };
}
