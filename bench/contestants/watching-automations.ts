import type { Twin } from '../../twin/index.ts';
import { type Point, STEPS } from './changes.ts';

/**
 * Lays down automations that watch the points in turn. Each compares every value with a mark in the middle of what its point
 * goes through, so it comes true once in a while, asks its condition, and does nothing.
 */
export function watch(twin: Twin, points: readonly Point[], count: number): void {
  for (let index = 0; index < count; index += 1) {
    const point = points[index % points.length];
    if (point === undefined) throw new Error('there is nothing to watch');
    const { cid, property, first, step } = point;
    const mark = first + step * Math.floor(STEPS / 2);
    const outcome = twin.configure(
      {
        collection: 'automations',
        action: 'add',
        record: {
          name: `Watch ${index + 1}`,
          enabled: true,
          mode: 'single',
          triggers: [{ when: 'threshold', cid, property, above: mark, hysteresis: step }],
          conditions: [{ not: { if: 'value', cid, property, above: mark } }],
          actions: [],
        },
      },
      { by: 'user', user: 'admin', call: 'addAutomation' },
    );
    if (!outcome.ok) throw new Error(`${outcome.field}: ${outcome.reason}`);
  }
}
