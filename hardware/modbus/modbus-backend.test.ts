import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rtu } from '../../property-tests/peers/line-bench.ts';
import {
  type Instant,
  kindOf,
  later,
  milliseconds,
  type Report,
  VirtualClock,
  type WriteOutcome,
} from '../../twin/index.ts';
import { ModbusBackend } from './modbus-backend.ts';
import { RtuFraming } from './rtu-framing.ts';
import type { WireEvents } from './wire.ts';

/** A backend with one switch in one register, at whose line the test sits. */
const bench = (verify: boolean) => {
  const clock = new VirtualClock(0 as Instant);
  const sent: Buffer[] = [];
  const reports: Report[] = [];
  const outcomes: WriteOutcome[] = [];
  let events: WireEvents | undefined;
  const kind = kindOf('switch')?.properties.state;
  assert.ok(kind);
  const backend = new ModbusBackend({
    name: 'line',
    clock,
    say: () => undefined,
    points: [{ cid: 'C1', property: 'state', kind, address: { holding: 5, write: true, verify } }],
    poll: undefined,
    line: {
      open: (told) => {
        events = told;
        return { send: (bytes) => void sent.push(bytes), close: () => undefined };
      },
      framing: new RtuFraming(),
      timeout: milliseconds(500),
      quiet: milliseconds(500),
      retries: 0,
      pause: milliseconds(0),
      renews: false,
    },
  });
  backend.reports.subscribe((report) => reports.push(report));
  events?.opened();
  return {
    sent,
    reports,
    outcomes,
    hear: (bytes: Buffer) => events?.received(bytes),
    pass: (time: number) => clock.advanceTo(later(clock.now(), milliseconds(time))),
    tell: (content: number) =>
      backend.write({ cid: 'C1', property: 'state' }, content).subscribe((outcome) => outcomes.push(outcome)),
  };
};

test('what was read before a command arrived is no answer to it, what is read back is', () => {
  const { sent, reports, outcomes, hear, tell } = bench(false);
  tell(1);
  hear(rtu(0));
  assert.deepEqual(reports, []);
  hear(sent[1] as Buffer);
  assert.deepEqual(outcomes, [{ ok: true }]);
  hear(rtu(1));

  assert.deepEqual(reports, [{ cid: 'C1', property: 'state', content: 1 }]);
});

test('a reading is told when it has changed, and not each time', () => {
  const { sent, reports, hear, pass } = bench(false);
  for (const state of [0, 0, 1, 1, 7, 0]) {
    hear(rtu(state));
    pass(5_000);
  }

  assert.equal(sent.length, 7);
  assert.deepEqual(
    reports.map(({ content }) => content),
    [0, 1, 0],
  );
});

test('where it is asked for, a command counts only once the device says the same', () => {
  const { sent, reports, outcomes, hear, tell } = bench(true);
  hear(rtu(0));
  tell(1);
  hear(sent[1] as Buffer);
  assert.deepEqual(outcomes, []);
  hear(rtu(0));

  assert.deepEqual(outcomes, [{ ok: false, reason: 'unit 1 took the command, but says 0 afterwards' }]);
  assert.deepEqual(
    reports.map(({ content }) => content),
    [0, 0],
  );
});
