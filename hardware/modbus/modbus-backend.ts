import { Observable, Subject } from 'rxjs';
import type { Backend, Cid, Clock, Content, PointAddress, Report, WriteOutcome } from '../../twin/index.ts';
import type { BusPoint, Repointable } from '../bus.ts';
import type { BusQueue, Queueing } from '../bus-queue.ts';
import { LinkBoard } from '../link-board.ts';
import type { Point } from '../point.ts';
import type { Address } from './address.ts';
import { sentenceOf } from './answer.ts';
import { Line, type LineSettings } from './line.ts';
import { contentFrom, requestFor } from './meaning.ts';
import { type Item, PointTable } from './point-table.ts';
import { Poller } from './poller.ts';
import type { Question } from './questions.ts';
import type { Spec } from './spec.ts';
import { SunspecFinder } from './sunspec-finder.ts';
import { Units } from './units.ts';

export interface ModbusOptions {
  readonly name: string;
  readonly points: readonly BusPoint<Address>[];
  /** Seconds between two readings of a point that says nothing else. */
  readonly poll: number | undefined;
  readonly clock: Clock;
  readonly line: LineSettings;
  say(line: string): void;
}

/** One Modbus line with its devices. */
export class ModbusBackend implements Backend, Repointable<Address>, Queueing {
  readonly name: string;
  readonly reports = new Subject<Report>();
  readonly link: Observable<{ readonly cid: Cid | null; readonly up: boolean }>;
  readonly #options: ModbusOptions;
  readonly #board = new LinkBoard();
  readonly #units = new Units(this.#board);
  #table: PointTable;
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
      withdraw: (question) => this.#line.questions.withdraw(question),
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
      found: (point, spec) => this.#found(point, spec),
      say,
    });
    this.#table = new PointTable(options.points, options.poll);
    this.#line = new Line({
      ...options.line,
      clock,
      say,
      link: (up) => this.#linked(up),
      usable: (isUsable) => this.#usable(isUsable),
    });
    this.#begin();
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

  repoint(points: readonly BusPoint<Address>[]): void {
    const before = this.#table;
    const table = new PointTable(points, this.#options.poll, before);
    if (this.#isClosed) return;
    this.#table = table;
    for (const item of before.items) {
      if (table.has(item)) continue;
      for (const question of item.pending) {
        if (this.#line.questions.withdraw(question)) question.done({ ok: false, why: 'gone' });
      }
    }
    this.#begin();
  }

  get queue(): BusQueue {
    const { waiting, dropped } = this.#line.questions;
    return { waiting, dropped, lostByOthers: 0 };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#board.close();
    this.#poller.stop();
    this.#finder.stop();
    this.#line.close();
  }

  /** Asks for what the table has, and for nothing else. */
  #begin(): void {
    const { units, sought, items } = this.#table;
    this.#units.reach(units);
    this.#finder.seek(sought);
    this.#poller.replace(items);
  }

  #found(point: Point, spec: Spec): void {
    const item = this.#table.found(point, spec);
    if (item !== undefined) this.#poller.add([item]);
  }

  #linked(up: boolean): void {
    if (up && !this.#board.isUp(null)) this.#options.say('connected');
    this.#board.set(null, up);
  }

  #usable(isUsable: boolean): void {
    for (const reader of [this.#poller, this.#finder]) isUsable ? reader.start() : reader.stop();
  }

  #read(item: Item, values: readonly number[]): void {
    if (item.pending.size > 0) return;
    const content = contentFrom(item.kind, item, values);
    if (content === null || content === item.last) return;
    this.#report(item, content);
  }

  #report(item: Item, content: Content): void {
    // An answer may come when its point is another one already.
    if (this.#isClosed || !this.#table.has(item)) return;
    item.last = content;
    this.reports.next({ cid: item.cid, property: item.property, content });
  }

  #write(point: PointAddress, content: Content, done: (reason: string | null) => void): void {
    if (this.#isClosed) {
      done(`${this.name} was closed and takes no commands any more`);
      return;
    }
    const item = this.#table.find(point);
    if (item === undefined || item === null) {
      done(`${point.cid} has ${item === null ? 'not found its' : 'no'} ${point.property} on ${this.name}`);
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
    const question: Question = {
      unit,
      request,
      urgent: true,
      key: `${unit} ${command.table} ${command.start}`,
      done: (answer) => {
        item.pending.delete(question);
        this.#units.answered(unit, answer);
        if (!answer.ok) return done(sentenceOf(unit, answer));
        if (!item.verify) done(null);
        this.#readBack(item, content, item.verify ? done : () => undefined);
      },
    };
    item.pending.add(question);
    this.#line.ask(question);
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
        if (content !== null && item.pending.size === 0) this.#report(item, content);
        done(content === told ? null : `unit ${unit} took the command, but says ${JSON.stringify(content)} afterwards`);
      },
    });
  }
}
