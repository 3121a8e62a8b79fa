import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { of } from 'rxjs';
import type { House } from './building/house.ts';
import { later, seconds } from './clock/clock.ts';
import { VirtualClock } from './clock/virtual-clock.ts';
import { createTwin } from './create-twin.ts';
import type { Cause, Cid, Content, DataEntry } from './data-entry.ts';
import type { Kind } from './kind.ts';
import { Bus, HOUSE, lamp, START } from './toy-house.test.ts';
import type { Twin } from './twin.ts';

const USER: Cause = { by: 'user', user: 'resident', call: 'componentUpdate' };
const DEVICE: Cause = { by: 'device' };

let bus: Bus;
let clock: VirtualClock;
let lines: string[];
let twin: Twin;

const build = (house: House = HOUSE, kinds: readonly Kind[] = [lamp]) => {
  bus = new Bus();
  clock = new VirtualClock(START);
  lines = [];
  twin = createTwin({
    house,
    kinds: new Map(kinds.map((kind) => [kind.type, kind])),
    clock,
    backends: [bus],
    journal: { append: (line) => lines.push(line) },
  });
};
beforeEach(() => build());

const entry = (cid: Cid, property: string): DataEntry | undefined => twin.components.get(cid)?.entry(property);
const command = (property: string, value: unknown, cid: Cid = 'C1') =>
  twin.command({ cid, property, value: value as boolean, cause: USER });
const kinds = () => lines.map((line) => JSON.parse(line).kind);

describe('a report', () => {
  test('becomes one entry, and stands in the journal before anybody can see it', () => {
    const seen: [number, number][] = [];
    twin.entries.subscribe(({ sequence }) => seen.push([sequence, lines.length]));
    bus.reports.next({ cid: 'C1', property: 'state', content: 1 });
    bus.reports.next({ cid: 'C1', property: 'state', content: 1, byHand: true });

    const at = '"at":"2026-03-01T06:00:00.000Z"';
    const what = '"cid":"C1","property":"state"';
    assert.deepEqual(lines, [
      `{"seq":1,${at},"kind":"report",${what},"content":1}`,
      `{"seq":2,${at},"kind":"entry",${what},"value":true,"content":1,"cause":{"by":"device"}}`,
      `{"seq":3,${at},"kind":"report",${what},"content":1,"byHand":true}`,
      `{"seq":4,${at},"kind":"entry",${what},"value":true,"content":1,"cause":{"by":"device"}}`,
    ]);
    assert.deepEqual(seen, [
      [2, 2],
      [4, 4],
    ]);
    assert.deepEqual(entry('C1', 'state'), {
      ...{ cid: 'C1', property: 'state', content: 1, value: true, lastUpdate: START },
      ...{ unit: null, sequence: 4, cause: DEVICE },
    });
  });

  test('that says what cannot be, or comes from nowhere, is a fault and no entry', () => {
    build({ ...HOUSE, components: [component('C1'), { ...component('C4'), backend: null }] });
    const odd: unknown[] = [2, -1, 0.5, '1', true, null, Number.NaN, {}, 'x'.repeat(9_999)];
    for (const content of odd) bus.reports.next({ cid: 'C1', property: 'state', content: content as Content });
    bus.reports.next({ cid: 'C99', property: 'state', content: 1 });
    bus.reports.next({ cid: 'C4', property: 'state', content: 1 });
    bus.reports.next({ cid: 'C1', property: 'toString', content: 1 });
    bus.reports.next({ cid: 'C1', property: '__proto__', content: 1 });

    assert.deepEqual(new Set(kinds()), new Set(['fault']));
    assert.equal(lines.length, odd.length + 4);
    assert.ok(lines.every((line) => line.length < 600));
    assert.equal(JSON.parse(lines[0] ?? '').fault, 'bad-content');
    assert.equal(JSON.parse(lines.at(-1) ?? '').fault, 'unknown-point');
    assert.equal(entry('C1', 'state')?.sequence, 0);
  });

  test('is told to everybody in the same order, whatever a listener brings about meanwhile', () => {
    build({ ...HOUSE, components: HOUSE.components.map((record) => ({ ...record, backend: null })) });
    const heard: number[][] = [[], [], []];
    twin.entries.subscribe(({ sequence, value }) => {
      heard[0]?.push(sequence);
      if (value === true) command('state', false);
    });
    twin.entries.subscribe(({ sequence }) => heard[1]?.push(sequence));
    twin.components
      .get('C1')
      ?.stream('state')
      ?.subscribe(({ sequence }) => heard[2]?.push(sequence));
    command('state', true);

    assert.deepEqual(heard, [
      [3, 6],
      [3, 6],
      [0, 3, 6],
    ]);
  });

  test('is told once to somebody who begins to watch while it is being told', () => {
    const heard: number[] = [];
    const listening = twin.entries.subscribe(() => {
      listening.unsubscribe();
      twin.components
        .get('C1')
        ?.stream('state')
        ?.subscribe(({ sequence }) => heard.push(sequence));
    });
    bus.reports.next({ cid: 'C1', property: 'state', content: 1 });
    bus.reports.next({ cid: 'C1', property: 'state', content: 0 });

    assert.deepEqual(heard, [2, 4]);
  });
});

describe('a command', () => {
  test('reaches the device as content, and only what can be commanded', () => {
    assert.equal(command('brightness', 12.5), 'accepted');
    assert.deepEqual(bus.written, [{ cid: 'C1', property: 'brightness', content: 25 }]);
    assert.equal(command('state', true, 'C99'), 'unknown-component');
    for (const property of ['reachable', 'volume', 'toString', '__proto__']) {
      assert.equal(command(property, true), 'not-commandable', property);
    }
    for (const value of [1, 'true', null, undefined, {}]) assert.equal(command('state', value), 'invalid-value');
    for (const value of [100.5, -1, 12.3, '50', Number.NaN, true]) {
      assert.equal(command('brightness', value), 'invalid-value', String(value));
    }
    assert.equal(twin.check('C1', 'brightness', 99.5), 'accepted');
    assert.deepEqual(kinds(), ['command']);
    const { seq, kind, user, call, value, content } = JSON.parse(lines[0] ?? '');
    assert.deepEqual([seq, kind, user, call, value, content], [1, 'command', 'resident', 'componentUpdate', 12.5, 25]);
  });

  test('that the bus does not take is a fault', () => {
    bus.outcome = of({ ok: false, reason: 'no "answer"' });
    assert.equal(command('state', true), 'accepted');

    assert.deepEqual(kinds(), ['command', 'fault']);
    assert.equal(JSON.parse(lines[1] ?? '').reason, 'no "answer"');
  });

  test('is taken by the twin itself where there is no device', () => {
    build({ ...HOUSE, components: [{ ...component('C1'), backend: null }] });
    command('state', true);

    assert.deepEqual(kinds(), ['command', 'report', 'entry']);
    assert.deepEqual([entry('C1', 'state')?.value, entry('C1', 'state')?.cause], [true, USER]);
  });

  test('is the cause of what follows within 5 s of each other, for at most 120 s', () => {
    const causeAfter = (wait: number): string => {
      clock.advanceTo(later(clock.standsAt, seconds(wait)));
      bus.reports.next({ cid: 'C2', property: 'brightness', content: 1 });
      return entry('C2', 'brightness')?.cause.by ?? '';
    };
    command('brightness', 50, 'C2');
    assert.deepEqual(
      [causeAfter(5), causeAfter(5), causeAfter(5.001), causeAfter(1)],
      ['user', 'user', 'device', 'device'],
    );

    command('brightness', 50, 'C2');
    const causes = Array.from({ length: 25 }, () => causeAfter(5));
    assert.deepEqual(causes, [...Array(24).fill('user'), 'device']);

    command('brightness', 50, 'C2');
    bus.reports.next({ cid: 'C2', property: 'state', content: 1, byHand: true });
    bus.reports.next({ cid: 'C1', property: 'state', content: 1 });
    assert.deepEqual([entry('C2', 'state')?.cause, entry('C1', 'state')?.cause], [DEVICE, DEVICE]);
  });
});

describe('a link', () => {
  test('that comes or goes changes what is reachable, and nothing else', () => {
    const reachable = () => HOUSE.components.map(({ cid }) => entry(cid, 'reachable')?.value);
    bus.reports.next({ cid: 'C1', property: 'state', content: 1 });
    assert.deepEqual(reachable(), [null, null, null]);

    bus.link.next({ cid: null, up: true });
    bus.link.next({ cid: 'C2', up: false });
    bus.link.next({ cid: 'C2', up: false });
    bus.link.next({ cid: 'C99', up: false });
    assert.deepEqual(reachable(), [true, false, true]);
    bus.link.next({ cid: null, up: false });
    assert.deepEqual(reachable(), [false, false, false]);
    bus.link.next({ cid: null, up: true });
    assert.deepEqual(reachable(), [true, false, true]);

    const entries = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'entry');
    assert.equal(entries.length, 1 + 3 + 1 + 2 + 2);
    assert.deepEqual([entry('C1', 'state')?.value, entry('C2', 'reachable')?.content], [true, 0]);
  });
});

describe('a twin', () => {
  test('refuses a house that does not hold together', () => {
    const holding = (components: House['components'], all: readonly Kind[] = [lamp]) => {
      build({ ...HOUSE, components }, all);
    };
    assert.throws(() => holding([component('C1')], []), /C1 is of the unknown kind lamp/);
    assert.throws(() => holding([{ ...component('C1'), backend: 'knx' }]), /C1 hangs on the unknown backend knx/);
    assert.throws(() => holding([component('C1'), component('C1')]), /two of the component C1/);
    assert.throws(() => holding([component('lamp' as Cid)]), /lamp is not C and digits/);
  });

  test('is silent once it is closed', () => {
    const ended: string[] = [];
    const stream = twin.components.get('C1')?.stream('state');
    twin.entries.subscribe({ complete: () => ended.push('entries') });
    stream?.subscribe({ complete: () => ended.push('stream') });
    twin.close();
    bus.reports.next({ cid: 'C1', property: 'state', content: 1 });
    const late: unknown[] = [];
    stream?.subscribe({ next: ({ sequence }) => late.push(sequence), complete: () => late.push('end') });

    assert.deepEqual([ended, lines, late], [['entries', 'stream'], [], [0, 'end']]);
    assert.ok(!bus.reports.observed && !bus.link.observed);
  });

  test('that is put back to an earlier state tells those who watch, and never repeats a revision', () => {
    const heard: unknown[] = [];
    bus.reports.next({ cid: 'C1', property: 'state', content: 1 });
    const kept = JSON.parse(JSON.stringify(twin.state()));
    bus.reports.next({ cid: 'C1', property: 'state', content: 0 });
    const revision = twin.components.get('C1')?.revision ?? 0;
    twin.components
      .get('C1')
      ?.stream('state')
      ?.subscribe(({ sequence, value }) => heard.push([sequence, value]));
    twin.resume(kept, clock.now());
    bus.reports.next({ cid: 'C1', property: 'state', content: 0 });

    assert.deepEqual(heard, [
      [4, false],
      [2, true],
      [4, false],
    ]);
    assert.ok((twin.components.get('C1')?.revision ?? 0) > revision);
  });
});

const component = (cid: Cid): House['components'][number] => ({
  ...{ cid, name: cid, category: 'lighting', type: 'lamp' },
  ...{ rooms: [], backend: 'toy' },
});
