import { Observable, of, Subject } from 'rxjs';
import { SIMULATOR, type Simulator, type SimulatorOptions } from '../../hardware/simulator/index.ts';
import {
  type ComponentRecord,
  type Content,
  kindOf,
  type Link,
  type PropertyKind,
  type Report,
} from '../../twin/index.ts';
import { contentOf, type Point, pointOf, STEPS } from './changes.ts';

/** Devices without a life of their own: they do at once what they are told, and change when the bench says so. */
export interface PlayedDevices extends Simulator {
  /** What can be changed: one property of each component that has a number with enough steps. */
  readonly points: readonly Point[];
  /** Lets the change with this index happen. */
  change(index: number): void;
}

export function createPlayedDevices({ house }: Pick<SimulatorOptions, 'house'>): PlayedDevices {
  const reports = new Subject<Report>();
  const points = house.components.flatMap(changeable);
  return {
    name: SIMULATOR,
    repeatable: true,
    points,
    reports: new Observable((subscriber) => {
      for (const { cid, property, row } of house.components.flatMap(reported)) {
        subscriber.next({ cid, property, content: firstContent(row) });
      }
      return reports.subscribe(subscriber);
    }),
    link: new Observable<Link>((subscriber) => subscriber.next({ cid: null, up: true })),
    write({ cid, property }, content) {
      queueMicrotask(() => reports.next({ cid, property, content }));
      return of({ ok: true });
    },
    change(index) {
      const point = pointOf(points, index);
      reports.next({ cid: point.cid as Report['cid'], property: point.property, content: contentOf(point, index) });
    },
    press: () => 'The bench plays the devices.',
    state() {
      throw new Error('a house of the bench is not kept');
    },
    resume() {},
    close: async () => reports.complete(),
  };
}

const reported = ({ cid, type }: ComponentRecord) =>
  Object.entries(kindOf(type)?.properties ?? {})
    .filter(([property]) => property !== 'reachable')
    .map(([property, row]) => ({ cid, property, row }));

const changeable = (record: ComponentRecord): readonly Point[] => {
  for (const { cid, property, row } of reported(record)) {
    const { content, unit } = row;
    if (content.type === 'integer' && content.maximum - content.minimum >= STEPS) {
      return [{ cid, property, unit, first: content.minimum, step: 1 }];
    }
  }
  return [];
};

const firstContent = ({ content }: PropertyKind): Content => {
  if (content.type === 'boolean') return 0;
  if (content.type !== 'string') return content.minimum;
  return 'enum' in content ? (content.enum[0] ?? '') : '000000';
};
