import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concat, type Observable, of, Subject } from 'rxjs';
import { Agenda, type AgendaState } from './agenda.ts';
import type { Backend, Link, PointAddress, Report, WriteOutcome } from './backend.ts';
import type { House } from './building/house.ts';
import { type Instant, later, milliseconds, RANK } from './clock/clock.ts';
import { VirtualClock } from './clock/virtual-clock.ts';
import { createTwin } from './create-twin.ts';
import type { Cid, Content } from './data-entry.ts';
import type { Kind } from './kind.ts';
import { type Random, type RandomState, random } from './random.ts';
import { boolean, scale } from './stages/index.ts';
import type { Twin, TwinState } from './twin.ts';

export const START = Date.parse('2026-03-01T06:00:00Z') as Instant;
export const after = (ms: number): Instant => later(START, milliseconds(ms));

const yesNo = { content: { type: 'integer', minimum: 0, maximum: 1 }, value: { type: 'boolean' } } as const;
const percent = { type: 'number', minimum: 0, maximum: 100, multipleOf: 0.5 } as const;
const row = { means: '', quantity: 'any', unit: null };
export const lamp: Kind = {
  type: 'lamp',
  category: 'lighting',
  means: 'A toy.',
  properties: {
    state: { ...row, ...yesNo, stages: [boolean()], commandable: true },
    brightness: {
      ...row,
      content: { type: 'integer', minimum: 0, maximum: 200 },
      value: percent,
      stages: [scale({ factor: 0.5 })],
      commandable: true,
    },
    reachable: { ...row, ...yesNo, stages: [boolean()], commandable: false },
  },
};
const component = { category: 'lighting', type: 'lamp', rooms: [], backend: 'toy' };
export const HOUSE: House = {
  name: 'Toy house',
  timeZone: 'UTC',
  place: { latitude: 0, longitude: 0 },
  components: (['C1', 'C2', 'C3'] as const).map((cid) => ({ ...component, cid, name: cid })),
  rooms: [],
  zones: [],
  scenes: [
    {
      id: 1,
      name: 'Evening',
      rooms: [],
      steps: [
        { cid: 'C1', property: 'state', value: true },
        { wait: 2 },
        { cid: 'C2', property: 'brightness', value: 30 },
        { cid: 'C3', property: 'reachable', value: true },
        { wait: 0.5 },
        { cid: 'C2', property: 'brightness', value: 99.5 },
      ],
    },
    {
      id: 2,
      name: 'Dark',
      rooms: [],
      steps: [{ wait: 0 }, { cid: 'C1', property: 'state', value: false }, { wait: 1 }],
    },
  ],
};

/** A device answers late, a dimmer in steps, C3 says something twice a second by itself and comes and goes. */
type Doing = { readonly cid: Cid; readonly property: string; readonly content: number; readonly by?: number };
type ToyState = { agenda: AgendaState<Doing>; chance: RandomState; contents: [string, number][]; up: boolean };

export class ToyBackend implements Backend {
  readonly name = 'toy';
  readonly repeatable = true;
  readonly reports = new Subject<Report>();
  readonly #changes = new Subject<Link>();
  readonly #clock: VirtualClock;
  readonly #agenda: Agenda<Doing>;
  readonly #chance: Random;
  #contents = new Map<string, number>();
  #up = true;

  constructor(clock: VirtualClock, seed: number) {
    this.#clock = clock;
    this.#chance = random(seed).fork('toy');
    this.#agenda = new Agenda(clock, RANK.hardware, (doing, due) => this.#do(doing, due));
  }

  get link(): Observable<Link> {
    const present: Observable<Link> = of({ cid: 'C3', up: this.#up });
    return concat(of({ cid: null, up: true } as const), present, this.#changes);
  }

  begin(): void {
    for (const [offset, cid] of (['C1', 'C2', 'C3'] as const).entries()) {
      this.#report({ cid, property: 'state', content: offset % 2 });
      this.#report({ cid, property: 'brightness', content: 0 });
    }
    this.#agenda.add(after(500), { cid: 'C3', property: 'brightness', content: 1 });
  }

  write({ cid, property }: { cid: Cid; property: string }, content: Content): Observable<WriteOutcome> {
    if (content === 13) return of({ ok: false, reason: 'the lamp does not like 13' });
    const delay = property === 'state' ? Math.floor(this.#chance.next() * 3) * 250 : 0;
    const by = property === 'brightness' ? 20 : 0;
    this.#agenda.add(later(this.#clock.now(), milliseconds(delay)), { cid, property, content: Number(content), by });
    return of({ ok: true });
  }

  press({ cid, property, content }: Report): void {
    this.#clock.now();
    this.#report({ cid, property, content, byHand: true });
  }

  state(): ToyState {
    const contents = [...this.#contents];
    return { agenda: this.#agenda.state(), chance: this.#chance.state(), contents, up: this.#up };
  }

  resume({ agenda, chance, contents, up }: ToyState): void {
    this.#agenda.resume(agenda);
    this.#chance.resume(chance);
    this.#contents = new Map(contents);
    this.#up = up;
  }

  #do({ cid, property, content, by = 0 }: Doing, due: Instant): void {
    if (cid === 'C3' && property === 'brightness' && by === 0) {
      this.#agenda.add(later(due, milliseconds(500)), {
        cid,
        property,
        content: Math.floor(this.#chance.next() * 200),
      });
      if (content > 180) {
        this.#up = !this.#up;
        this.#changes.next({ cid, up: this.#up });
      }
    }
    const present = this.#contents.get(`${cid} ${property}`) ?? 0;
    const next = by > 0 && Math.abs(content - present) > by ? present + Math.sign(content - present) * by : content;
    if (next !== content) this.#agenda.add(later(due, milliseconds(500)), { cid, property, content, by });
    this.#report({ cid, property, content: next });
  }

  #report(report: Report): void {
    this.#contents.set(`${report.cid} ${report.property}`, Number(report.content));
    this.reports.next(report);
  }

  async close(): Promise<void> {
    this.#agenda.clear();
  }
}

/** A bus that says what the test says, and notes what is written to it. */
export class Bus implements Backend {
  readonly name = 'toy';
  readonly repeatable = true;
  readonly reports = new Subject<Report>();
  readonly link = new Subject<Link>();
  readonly written: (PointAddress & { readonly content: Content })[] = [];
  outcome: Observable<WriteOutcome> = of({ ok: true });

  write(point: PointAddress, content: Content): Observable<WriteOutcome> {
    this.written.push({ ...point, content });
    return this.outcome;
  }

  async close(): Promise<void> {}
}

/** The toy house with its clock; `restart` takes everything down to JSON and builds it anew. */
export class World {
  readonly lines: string[] = [];
  readonly #seed: number;
  most = Number.POSITIVE_INFINITY;
  clock!: VirtualClock;
  toy!: ToyBackend;
  twin!: Twin;

  constructor(seed: number, kept?: string) {
    this.#seed = seed;
    this.#build(kept);
  }

  advanceTo(target: Instant): void {
    while (!this.clock.advanceTo(target, this.most));
  }

  state(): string {
    return JSON.stringify({ now: this.clock.now(), toy: this.toy.state(), twin: this.twin.state() });
  }

  restart(): void {
    const kept = this.state();
    this.twin.close();
    this.#build(kept);
  }

  #build(kept: string | undefined): void {
    const state = kept === undefined ? null : (JSON.parse(kept) as { now: Instant; toy: ToyState; twin: TwinState });
    this.clock = new VirtualClock(state?.now ?? START);
    this.toy = new ToyBackend(this.clock, this.#seed);
    if (state) this.toy.resume(state.toy);
    this.twin = createTwin({
      house: HOUSE,
      kinds: new Map([['lamp', lamp]]),
      clock: this.clock,
      backends: [this.toy],
      journal: { append: (line) => this.lines.push(line) },
      ...(state ? { state: state.twin } : {}),
    });
    if (!state) this.toy.begin();
  }
}

test('a toy lamp answers late, and a toy dimmer goes there in steps', () => {
  const world = new World(1);
  const cause = { by: 'user', user: 'resident', call: 'componentUpdate' } as const;
  world.advanceTo(after(100));

  world.twin.command({ cid: 'C2', property: 'brightness', value: 25, cause });
  const onTheWay = world.twin.components.get('C2')?.entry('brightness');
  world.advanceTo(after(2_000));
  const arrived = world.twin.components.get('C2')?.entry('brightness');

  assert.equal(onTheWay?.value, 0);
  assert.deepEqual([arrived?.value, arrived?.content, arrived?.cause], [25, 50, cause]);
});
