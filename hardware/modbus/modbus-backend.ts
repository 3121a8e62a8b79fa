import { Observable, Subject } from 'rxjs';
import type { Backend, Cid, Clock, Content, PointAddress, Report, WriteOutcome } from '../../twin/index.ts';
import { LinkBoard } from '../link-board.ts';
import type { Point } from '../point.ts';
import { sentenceOf } from './answer.ts';
import { Line, type LineSettings } from './line.ts';
import { contentFrom, requestFor } from './meaning.ts';
import { Poller } from './poller.ts';
import type { Resolved } from './resolve.ts';
import type { Spec } from './spec.ts';
import { SunspecFinder } from './sunspec-finder.ts';
import { Units } from './units.ts';

/** A point and where it is. */
export interface PlacedPoint extends Point {
  readonly place: Resolved;
}

export interface ModbusOptions {
  readonly name: string;
  readonly points: readonly PlacedPoint[];
  readonly clock: Clock;
  readonly line: LineSettings;
  say(line: string): void;
}

/** A point whose registers are known, and what it is known to say. */
interface Item extends Spec {
  readonly cid: Cid;
  readonly property: string;
  readonly kind: Point['kind'];
  last: Content | null;
  /** Commands that are not decided yet: until then, what was read is not what it will be. */
  pending: number;
  wasRefused: boolean;
}

/** One Modbus line with its devices. */
export class ModbusBackend implements Backend {
  readonly name: string;
  readonly reports = new Subject<Report>();
  readonly link: Observable<{ readonly cid: Cid | null; readonly up: boolean }>;
  readonly #options: ModbusOptions;
  readonly #board = new LinkBoard();
  readonly #units = new Units(this.#board);
  readonly #items = new Map<string, Item>();
  readonly #known: ReadonlySet<string>;
  readonly #poller: Poller<Item>;
  readonly #finder: SunspecFinder;
  readonly #line: Line;
  #isClosed = false;

  constructor(options: ModbusOptions) {
    this.name = options.name;
    this.link = this.#board.link;
    this.#options = options;
    const { clock, say } = options;
    this.#poller = new Poller<Item>({
      clock,
      ask: (question) => this.#line.ask(question),
      isDown: (unit) => this.#units.isDown(unit),
      isDoubtful: (unit) => this.#units.isDoubtful(unit),
      answered: (unit, answer) => this.#units.answered(unit, answer),
      read: (item, values) => this.#read(item, values),
      refused: (item, answer) => {
        if (!item.wasRefused) say(`${item.cid} ${item.property}: ${sentenceOf(item.unit, answer)}`);
        item.wasRefused = true;
      },
    });
    this.#finder = new SunspecFinder({
      clock,
      ask: (question) => this.#line.ask(question),
      answered: (unit, answer) => this.#units.answered(unit, answer),
      found: (point, spec) => this.#poller.add([this.#item(point, spec)]),
      say,
    });
    this.#known = new Set(options.points.map(keyOf));
    for (const { cid, place } of options.points) this.#units.add(cid, 'spec' in place ? place.spec.unit : place.unit);
    const items = options.points.flatMap((point) =>
      'spec' in point.place ? [this.#item(point, point.place.spec)] : [],
    );
    for (const point of options.points) if ('sunspec' in point.place) this.#finder.add(point, point.place);
    this.#line = new Line({
      ...options.line,
      clock,
      say,
      link: (up) => this.#linked(up),
      usable: (isUsable) => this.#usable(isUsable),
    });
    this.#poller.add(items);
  }

  write(point: PointAddress, content: Content): Observable<WriteOutcome> {
    return new Observable((listener) => {
      let isOver = false;
      this.#write(point, content, (reason) => {
        if (isOver) return;
        isOver = true;
        listener.next(reason === null ? { ok: true } : { ok: false, reason });
        listener.complete();
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#board.close();
    this.#poller.stop();
    this.#finder.stop();
    this.#line.close();
  }

  #item({ cid, property, kind }: Point, spec: Spec): Item {
    const item = { ...spec, cid, property, kind, last: null, pending: 0, wasRefused: false };
    this.#items.set(keyOf(item), item);
    return item;
  }

  #linked(up: boolean): void {
    if (up && !this.#board.isUp(null)) this.#options.say('connected');
    this.#board.set(null, up);
  }

  #usable(isUsable: boolean): void {
    for (const reader of [this.#poller, this.#finder]) isUsable ? reader.start() : reader.stop();
  }

  #read(item: Item, values: readonly number[]): void {
    if (item.pending > 0) return;
    const content = contentFrom(item.kind, item, values);
    if (content === null || content === item.last) return;
    this.#report(item, content);
  }

  #report(item: Item, content: Content): void {
    if (this.#isClosed) return;
    item.last = content;
    this.reports.next({ cid: item.cid, property: item.property, content });
  }

  #write(point: PointAddress, content: Content, done: (reason: string | null) => void): void {
    if (this.#isClosed) {
      done(`${this.name} was closed and takes no commands any more`);
      return;
    }
    const item = this.#items.get(keyOf(point));
    if (item === undefined) {
      const isLooked = this.#known.has(keyOf(point));
      done(`${point.cid} has ${isLooked ? 'not found its' : 'no'} ${point.property} on ${this.name}`);
      return;
    }
    const { unit, command, kind } = item;
    if (command === null) {
      done(`${point.cid} takes no commands for ${point.property} on ${this.name}`);
      return;
    }
    const request = requestFor(kind, command, content);
    if (request === null) {
      done(`${point.cid} cannot be told ${JSON.stringify(content)} for ${point.property}`);
      return;
    }
    item.pending += 1;
    this.#line.ask({
      unit,
      request,
      urgent: true,
      key: `${unit} ${command.table} ${command.start}`,
      done: (answer) => {
        item.pending -= 1;
        this.#units.answered(unit, answer);
        if (!answer.ok) return done(sentenceOf(unit, answer));
        if (!item.verify) done(null);
        this.#readBack(item, content, item.verify ? done : () => undefined);
      },
    });
  }

  /** What the device has now is its own word, whatever it was told. */
  #readBack(item: Item, told: Content, done: (reason: string | null) => void): void {
    const { unit, table, start, count } = item;
    this.#line.ask({
      unit,
      request: { kind: 'read', table, start, count },
      urgent: true,
      done: (answer) => {
        this.#units.answered(unit, answer);
        if (!answer.ok) return done(`it was told, but ${sentenceOf(unit, answer)}`);
        const content = contentFrom(item.kind, item, answer.values);
        if (content !== null && item.pending === 0) this.#report(item, content);
        done(content === told ? null : `unit ${unit} took the command, but says ${JSON.stringify(content)} afterwards`);
      },
    });
  }
}

const keyOf = ({ cid, property }: PointAddress): string => `${cid} ${property}`;
