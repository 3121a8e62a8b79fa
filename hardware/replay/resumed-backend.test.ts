import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs';
import type { Backend, Cid, JournalLine, Link, Report, WriteOutcome } from '../../twin/index.ts';
import { ResumedBackend } from './resumed-backend.ts';

const line = (fields: object): JournalLine => ({ seq: 1, at: '2026-01-01T00:00:00.000Z', kind: 'report', ...fields });

const resumed = () => {
  let sequence = 0;
  const bus = new ResumedBackend({ name: 'knx', cids: new Set(['C1']), sequence: () => sequence });
  const reports: Report[] = [];
  const links: Link[] = [];
  bus.reports.subscribe((report) => reports.push(report));
  bus.link.subscribe((link) => links.push(link));
  const write = (command: number) => {
    sequence = command;
    const outcomes: WriteOutcome[] = [];
    bus.write({ cid: 'C1', property: 'state' }, 1, { by: 'device' }).subscribe((outcome) => outcomes.push(outcome));
    return outcomes;
  };
  return { bus, reports, links, write };
};

const real = (outcome = of<WriteOutcome>({ ok: true })) => {
  const reports = new Subject<Report>();
  const backend: Backend = {
    name: 'knx',
    reports,
    link: of<Link>({ cid: null, up: true }),
    write: () => outcome,
    close: async () => {},
  };
  return { backend, reports };
};

describe('a bus that stands for what the journal says of it', () => {
  test('says once more what was reported, and what became of its links', () => {
    const { bus, reports, links } = resumed();

    assert.ok(bus.hear(line({ cid: 'C1', property: 'state', content: 1 })));
    assert.ok(bus.hear(line({ kind: 'link', backend: 'knx', cid: null, up: false })));
    assert.deepEqual(reports, [{ cid: 'C1', property: 'state', content: 1 }]);
    assert.deepEqual(links, [{ cid: null, up: false }]);
  });

  test('says once more what nobody could take, and why a write was not taken', () => {
    const { bus, reports, write } = resumed();
    const outcomes = write(4);
    const unknown = { kind: 'fault', fault: 'unknown-point', property: 'state', content: 1 };

    assert.ok(bus.hear(line({ kind: 'fault', fault: 'bad-content', cid: 'C1', property: 'state', content: 'odd' })));
    assert.ok(bus.hear(line({ ...unknown, cid: 'C9', reason: 'knx has no such point in this house' })));
    assert.ok(!bus.hear(line({ ...unknown, cid: 'C9', reason: 'other has no such point in this house' })));
    assert.ok(!bus.hear(line({ kind: 'fault', fault: 'write-failed', cid: 'C1', property: 'state', reason: 'lost' })));
    bus.hear(line({ kind: 'write', cid: 'C1', property: 'state', command: 4, taken: false, reason: 'it is stuck' }));
    assert.deepEqual(
      reports.map(({ cid, content }) => [cid, content]),
      [
        ['C1', 'odd'],
        ['C9', 1],
      ],
    );
    assert.deepEqual(outcomes, [{ ok: false, reason: 'it is stuck' }]);
  });

  test('leaves alone what is not of it, and what follows from the links', () => {
    const { bus, reports, links } = resumed();

    for (const fields of [
      { cid: 'C2', property: 'state', content: 1 },
      { cid: 'C1', property: 'reachable', content: 0 },
      { kind: 'entry', cid: 'C1', property: 'state', value: true, content: 1 },
      { kind: 'link', backend: 'other', cid: null, up: false },
    ]) {
      assert.equal(bus.hear(line(fields)), false, JSON.stringify(fields));
    }
    assert.deepEqual([reports, links], [[], []]);
  });

  test('ends each write as the bus had ended it', () => {
    const { bus, write } = resumed();
    const [first, second] = [write(4), write(6)];

    bus.hear(line({ kind: 'write', cid: 'C1', property: 'state', command: 6, taken: false }));
    assert.deepEqual([first.length, second.map(({ ok }) => ok)], [0, [false]]);
    bus.hear(line({ kind: 'write', cid: 'C1', property: 'state', command: 4, taken: true }));
    assert.deepEqual(first, [{ ok: true }]);
  });

  test('gives way to the real bus: what was not answered has failed, and from then on the real one speaks', async () => {
    const { bus, reports, links, write } = resumed();
    const before = write(4);
    const { backend, reports: said } = real();

    bus.goOn(backend);
    said.next({ cid: 'C1' as Cid, property: 'state', content: 0 });
    assert.equal(before[0]?.ok, false);
    assert.deepEqual(links, [{ cid: null, up: true }]);
    assert.deepEqual(reports, [{ cid: 'C1', property: 'state', content: 0 }]);
    const after = write(7);
    // What is said within the call is heard after it.
    assert.deepEqual(after, []);
    await Promise.resolve();
    assert.deepEqual(after, [{ ok: true }]);
  });

  test('gives the real bus what it was told since the start, once that reaches the device', () => {
    const { bus, write } = resumed();
    const link = new BehaviorSubject<Link>({ cid: null, up: false });
    const written: number[] = [];
    const outcomes = write(4);
    const take = () => {
      written.push(written.length);
      return NEVER;
    };
    bus.goOn({ ...real().backend, link, write: take }, NEVER);
    link.next({ cid: 'C1', up: false });
    link.next({ cid: null, up: true });
    assert.deepEqual([written.length, outcomes], [0, []]);
    link.next({ cid: 'C1', up: true });
    link.next({ cid: null, up: true });

    assert.equal(written.length, 1);
    assert.equal(bus.isIdle, false);
  });

  test('gives it to a bus that does not come after all the same, and nothing that an earlier run was told', async () => {
    const { bus, write } = resumed();
    const patience = new Subject<void>();
    const link = new BehaviorSubject<Link>({ cid: null, up: false });
    const earlier: WriteOutcome[] = [];
    bus.awaited(3)?.subscribe((outcome) => earlier.push(outcome));
    const outcomes = write(4);
    bus.goOn({ ...real(of({ ok: false, reason: 'there is no link' })).backend, link }, patience);
    assert.deepEqual([earlier.map(({ ok }) => ok), outcomes], [[false], []]);
    patience.next();
    await Promise.resolve();

    assert.deepEqual(outcomes, [{ ok: false, reason: 'there is no link' }]);
    assert.equal(bus.isIdle, true);
  });

  test('takes nothing and says nothing after it was closed', async () => {
    const { bus, reports, write } = resumed();
    const { backend, reports: said } = real(NEVER);
    bus.goOn(backend);
    await bus.close();
    said.next({ cid: 'C1', property: 'state', content: 0 });

    assert.equal(write(9)[0]?.ok, false);
    assert.deepEqual(reports, []);
  });
});
