import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { type Instant, later, seconds, VirtualClock } from '../../../twin/index.ts';
import type { Answer, CallRequest } from '../../gate.ts';
import { ClientWatcher } from './client-watcher.ts';
import type { ReportOrder } from './report-order.ts';

/** A sandbox whose real time is driven, too: its clients are played move by move. */
export const stage = () => {
  const virtual = new VirtualClock(0 as Instant);
  const real = new VirtualClock(1_000_000 as Instant);
  const watcher = new ClientWatcher({ now: () => virtual.standsAt, networkClock: real });
  watcher.report({ begin: true });
  const go = (clock: VirtualClock, count: number) => clock.advanceTo(later(clock.standsAt, seconds(count)));
  const pass = (count: number) => go(real, count);
  return {
    watcher,
    real,
    /** Real time passes, and nothing else. */
    pass,
    /** Both times pass. */
    live: (count: number) => {
      pass(count);
      go(virtual, count);
    },
    order: (order: ReportOrder) => watcher.report(order),
    verdict: (id: string, user?: string) => {
      const { observations } = watcher.report(user === undefined ? {} : { user });
      const found = observations.find((observation) => observation.id === id);
      assert.ok(found, id);
      if (found.verdict !== 'not seen') assert.ok(found.evidence.length > 0, id);
      return found;
    },
    socket: () => player(watcher, 'socket'),
    http: () => player(watcher, 'http'),
  };
};

export type Played = Partial<CallRequest> & {
  readonly answer?: unknown;
  readonly code?: number;
  readonly retryAfter?: number;
};

/** A client with one connection, or with a new request for each call. */
const player = (watcher: ClientWatcher, transport: 'socket' | 'http') => {
  const line = new EventEmitter();
  let cuts = 0;
  if (transport === 'socket') {
    watcher.opened(line, {
      source: '127.0.0.1',
      cut: () => {
        cuts += 1;
        watcher.closed(line);
      },
    });
  }
  const request = (call: string, played: Played, asker: EventEmitter): CallRequest => ({
    call,
    input: {},
    credentials:
      transport === 'socket' ? { kind: 'input', cookie: undefined } : { kind: 'session', id: 's', cookie: false },
    path: 'local',
    source: '127.0.0.1',
    transport,
    language: 'en',
    ...played,
    asker,
  });
  return {
    line,
    get cuts() {
      return cuts;
    },
    asked: () => {
      let asked = 0;
      watcher.awaitsLogin(line, () => (asked += 1));
      return () => asked;
    },
    lose: (call: string) => watcher.lost(line, call),
    leave: () => watcher.closed(line),
    /** A call that is answered, as `resident` unless it is refused. */
    call: (name: string, played: Played = {}) => {
      const asker = transport === 'socket' ? line : new EventEmitter();
      const { answer = true, code, retryAfter } = played;
      const asking = request(name, played, asker);
      const withheld = watcher.withheld(asking);
      if (withheld !== undefined) return { asker, withheld, sent: undefined };
      const given =
        code === undefined
          ? {
              ok: true,
              status: 200,
              result: answer,
              caller: { user: { username: 'resident' } },
              opened: undefined,
              ended: false,
              ...played,
            }
          : {
              ok: false,
              status: 401,
              body: { errorCode: code, errorText: '', ...(retryAfter && { retryAfter }) },
              ...played,
            };
      return { asker, withheld: undefined, sent: watcher.answered(asking, given as unknown as Answer) };
    },
  };
};

export const PASSWORD = {
  credentials: { kind: 'password', username: 'resident', password: 'x', persistent: false, cookie: undefined },
} as const;

test('whoever is not watched is not noted', () => {
  const { watcher, http } = stage();
  watcher.forget();
  http().call('getVersion');
  assert.equal(
    watcher.report({}).observations.every(({ verdict }) => verdict === 'not seen'),
    true,
  );
});
