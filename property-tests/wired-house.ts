import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BehaviorSubject, Observable, type Observer, Subject } from 'rxjs';
import { assemble, type Controller } from '../controller/assemble.ts';
import { logTo } from '../controller/log.ts';
import type { Scenario } from '../controller/scenario/scenario.ts';
import { load } from '../controller/scenario-folders.ts';
import type { BusPoint, Repointable } from '../hardware/bus.ts';
import type {
  Backend,
  Cause,
  Cid,
  Content,
  Link,
  PointAddress,
  Report,
  SystemClock,
  WriteOutcome,
} from '../twin/index.ts';

export const OWNER: Cause = { by: 'user', user: 'admin', call: 'test' };

/** A switch on a wire. */
export const lamp = (cid: Cid, bus: string | null = 'wire') => ({
  ...{ cid, name: `Lamp ${cid}`, category: 'lighting', type: 'switch', rooms: [1], backend: bus },
});

/** A hall with one lamp on a wire, and what the test wants besides. */
export const wired = (more: Partial<Scenario['house']> = {}, buses: readonly string[] = ['wire']): Scenario => ({
  name: 'controller',
  seed: 1,
  house: {
    ...{ name: 'Hall', timeZone: 'UTC', place: { latitude: 50, longitude: 10 } },
    components: [lamp('C1')],
    rooms: [{ id: 1, name: 'Hall', zones: [] }],
    ...{ zones: [], scenes: [] },
    ...more,
  },
  accounts: [],
  devices: { rooms: {}, devices: {} },
  buses,
});

/** A bus that says what the test says, and answers writes when the test wants it. */
export class Wire implements Backend, Repointable<unknown> {
  readonly name: string;
  readonly reports = new Subject<Report>();
  readonly link = new BehaviorSubject<Link>({ cid: null, up: true });
  readonly written: { readonly point: PointAddress; readonly content: Content }[] = [];
  readonly unanswered: Observer<WriteOutcome>[] = [];
  answersAtOnce = true;
  /** Called when it is given other points. */
  repointed: (points: readonly BusPoint<unknown>[]) => void = () => {};
  isClosed = false;

  constructor(name = 'wire') {
    this.name = name;
  }

  write(point: PointAddress, content: Content): Observable<WriteOutcome> {
    return new Observable((observer) => {
      this.written.push({ point, content });
      this.unanswered.push(observer);
      if (this.answersAtOnce) this.answer();
    });
  }

  /** Takes everything that it was told. */
  answer(): void {
    for (const observer of this.unanswered.splice(0)) {
      observer.next({ ok: true });
      observer.complete();
    }
  }

  repoint(points: readonly BusPoint<unknown>[]): void {
    this.repointed(points);
  }

  say(cid: Cid, content: Content): void {
    this.reports.next({ cid, property: 'state', content });
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** A controller of a real building in this process, with all the wires that it has opened. */
export interface WiredHouse {
  readonly controller: Controller;
  readonly wires: readonly Wire[];
  /** The lines of its log. */
  readonly said: readonly string[];
  /** The wire of that name that was opened last. */
  wire(name?: string): Wire;
  /** Goes on by another description; buses that are not named stay, those that are named are opened anew or given other points. */
  renew(scenario: Scenario, changed?: readonly string[], how?: 'opened' | 'repointed'): Promise<void>;
  close(): Promise<void>;
}

/** Folders for houses of a test, which end with it. */
export class WiredHouses {
  readonly #paths: string[] = [];
  readonly #open: (() => Promise<void>)[] = [];

  folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'wired-house-'));
    this.#paths.push(path);
    return path;
  }

  /** The folder as it would be found if the power failed now. */
  afterPowerCut(data: string): string {
    const copy = join(this.folder(), 'copy');
    cpSync(data, copy, { recursive: true, filter: (path) => !/lock|\.draft$/.test(path) });
    return copy;
  }

  async start(data: string, scenario = wired(), realClock?: SystemClock): Promise<WiredHouse> {
    const wires: Wire[] = [];
    const said: string[] = [];
    const bus = (name: string): Wire => {
      const wire = new Wire(name);
      wires.push(wire);
      return wire;
    };
    const controller = await assemble({
      real: {
        scenario,
        accounts: async () => [{ username: 'admin', password: 'a long enough one', group: 'admin' }],
        bus,
      },
      ...{ data, load },
      ...(realClock && { realClock }),
      log: logTo((line) => said.push(line), true),
    });
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => {
      closing ??= controller.close();
      return closing;
    };
    this.#open.push(close);
    return {
      ...{ controller, wires, said, close },
      wire: (name = 'wire') => wires.findLast((wire) => wire.name === name) as Wire,
      renew: (next, changed = [], how = 'opened') =>
        controller.renew({
          ...{ scenario: next, bus, stays: (name) => !changed.includes(name) },
          repointed: (name) => (how === 'repointed' && changed.includes(name) ? [] : undefined),
        }),
    };
  }

  async end(): Promise<void> {
    for (const close of this.#open.splice(0)) await close();
    for (const path of this.#paths.splice(0)) rmSync(path, { recursive: true, force: true });
  }
}
