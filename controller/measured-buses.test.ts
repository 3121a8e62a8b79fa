import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BehaviorSubject, Subject } from 'rxjs';
import type { Figures } from '../api/metrics/figures.ts';
import { LABELS } from '../api/metrics/labels.ts';
import { METRICS } from '../api/metrics/metric-table.ts';
import { isRepointable } from '../hardware/bus.ts';
import { noDrops } from '../hardware/bus-queue.ts';
import {
  type Backend,
  type Cause,
  type Instant,
  type Link,
  later,
  type Report,
  seconds,
  VirtualClock,
  type WriteOutcome,
} from '../twin/index.ts';
import { MeasuredBuses } from './measured-buses.ts';

const OWNER: Cause = { by: 'user', user: 'admin', call: 'test' };
const LAMP = { cid: 'C1', property: 'state' } as const;

const bus = (name: string) => {
  const reports = new Subject<Report>();
  const link = new BehaviorSubject<Link>({ cid: null, up: false });
  const outcomes: Subject<WriteOutcome>[] = [];
  const backend: Backend = {
    ...{ name, reports, link },
    write: () => {
      const outcome = new Subject<WriteOutcome>();
      outcomes.push(outcome);
      return outcome;
    },
    close: async () => undefined,
  };
  return { backend, reports, link, outcomes };
};

/** What the table says of a bus. */
const told = (buses: MeasuredBuses) => {
  const figures = { buses: buses.figures() } as Figures;
  return METRICS.filter(({ name }) => name.startsWith('twinhaus_bus_')).flatMap(({ name, read }) =>
    read(figures, undefined as never).map(
      ({ labels, value }) => `${name.replace('twinhaus_bus_', '')} ${Object.values(labels).join(' ')}: ${value}`,
    ),
  );
};

test('a bus that was given other points is not said to have devices down that it has no more', () => {
  const buses = new MeasuredBuses(new VirtualClock(0 as Instant));
  const { backend, link } = bus('knx');
  const measured = buses.measure({ ...backend, repoint: () => link.next({ cid: null, up: true }) } as Backend);
  link.next({ cid: null, up: true });
  link.next({ cid: 'C1', up: false });
  assert.equal(buses.figures()[0]?.devicesDown, 1);
  assert.ok(isRepointable(measured));
  measured.repoint([]);
  link.next({ cid: 'C2', up: false });

  assert.deepEqual(
    buses.figures().map(({ up, devicesDown }) => [up, devicesDown]),
    [[true, 1]],
  );
  assert.ok(!isRepointable(buses.measure(backend)));
});

test('of each bus it is told whether it is there, what came from it and what became of commands', async () => {
  const clock = new VirtualClock(0 as Instant);
  const failed: unknown[] = [];
  const buses = new MeasuredBuses(clock, (...what) => failed.push(what));
  const [knx, line] = [bus('knx'), bus('line')];
  const measured = buses.measure(knx.backend);
  buses.measure(line.backend);
  knx.link.next({ cid: null, up: true });
  for (const up of [false, false]) knx.link.next({ cid: 'C1', up });
  for (const cid of ['C2', 'C3'] as const) knx.link.next({ cid, up: false });
  knx.link.next({ cid: 'C3', up: true });
  for (let time = 0; time < 3; time += 1) knx.reports.next({ ...LAMP, content: 1 });
  const ends: boolean[] = [];
  for (let time = 0; time < 3; time += 1) measured.write(LAMP, 1, OWNER).subscribe(({ ok }) => ends.push(ok));
  measured.write(LAMP, 1, OWNER).subscribe().unsubscribe();
  clock.advanceTo(later(clock.now(), seconds(2)));
  knx.outcomes[0]?.next({ ok: true });
  knx.outcomes[1]?.next({ ok: false, reason: 'it was refused' });

  assert.deepEqual(ends, [true, false]);
  assert.deepEqual(failed, [['knx', LAMP, 'it was refused']]);
  const ofQueues = /^(queue|dropped_total|lost_total) /;
  const others = told(buses).filter((line) => !ofQueues.test(line));
  assert.deepEqual(others, [
    'up knx: 1',
    'up line: 0',
    'devices_down knx: 2',
    'devices_down line: 0',
    'reports_total knx: 3',
    'reports_total line: 0',
    'commands_total knx ok: 1',
    'commands_total knx failed: 1',
    'commands_total line ok: 0',
    'commands_total line failed: 0',
    'commands_waiting knx: 1',
    'commands_waiting line: 0',
    'command_seconds_total knx: 4',
    'command_seconds_total line: 0',
  ]);
});

test('of the queue of a bus it is told what waits and what was given up, and what others have lost', () => {
  const buses = new MeasuredBuses(new VirtualClock(0 as Instant));
  const dropped = noDrops();
  const queue = { waiting: 2, dropped, lostByOthers: 0 };
  buses.measure({ ...bus('knx').backend, queue } as Backend);
  buses.measure(bus('line').backend);
  const lines = () => told(buses).filter((line) => /^(queue|dropped_total|lost_total) knx/.test(line));
  assert.deepEqual(lines(), [
    'queue knx: 2',
    ...['full', 'replaced', 'silence', 'link', 'changed'].map((reason) => `dropped_total knx ${reason}: 0`),
    'lost_total knx: 0',
  ]);
  Object.assign(queue, { waiting: 0, lostByOthers: 7 });
  dropped.full += 1;
  dropped.silence += 3;

  for (const line of ['queue knx: 0', 'dropped_total knx full: 1', 'dropped_total knx silence: 3', 'lost_total knx: 7'])
    assert.ok(lines().includes(line), line);
  assert.deepEqual(LABELS.reason?.values, Object.keys(dropped));
});

test('a bus that was closed is not told of any more, nor is one twice that was opened anew', async () => {
  const buses = new MeasuredBuses(new VirtualClock(0 as Instant));
  const first = buses.measure(bus('knx').backend);
  const again = bus('knx');
  const second = buses.measure(again.backend);
  await first.close();
  assert.deepEqual(
    buses.figures().map(({ name }) => name),
    ['knx'],
  );
  await second.close();

  assert.deepEqual(buses.figures(), []);
  assert.deepEqual([again.reports.observed, again.link.observed], [false, false], 'and nobody listens to it');
});
