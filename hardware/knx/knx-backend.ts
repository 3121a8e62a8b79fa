import { Observable, Subject } from 'rxjs';
import type { Backend, Cid, Content, Link, PointAddress, Report, WriteOutcome } from '../../twin/index.ts';
import { accepts } from '../../twin/index.ts';
import type { BusOptions, BusPoint, Repointable } from '../bus.ts';
import type { BusQueue, Queueing } from '../bus-queue.ts';
import { LinkBoard } from '../link-board.ts';
import type { Payload, Telegram } from './frame/telegram.ts';
import type { GroupAddress } from './group-address.ts';
import { carriedAt, type KnxPoint } from './knx-point.ts';
import { openLink } from './open-link.ts';
import { PacedQueue } from './paced-queue.ts';
import type { PointAddress as KnxAddress } from './point-address.ts';
import { PointTable } from './point-table.ts';
import { DEFAULTS, type Settings } from './settings.ts';
import { Silence } from './silence.ts';
import type { TelegramLink } from './telegram-link.ts';

interface Options extends Pick<BusOptions<Settings, KnxAddress>, 'name' | 'settings' | 'points' | 'clock' | 'say'> {
  /** A number from 0 up to but not including 1, each time another one. */
  chance(): number;
}

/** A building on KNX, reached through the tunnel of a gateway, or among routers. */
export class KnxBackend implements Backend, Repointable<KnxAddress>, Queueing {
  readonly name: string;
  readonly reports: Observable<Report>;
  readonly link: Observable<Link>;
  readonly #said = new Subject<Report>();
  readonly #board = new LinkBoard();
  #table: PointTable;
  readonly #bus: TelegramLink;
  readonly #queue: PacedQueue;
  readonly #silence: Silence;
  #closed = false;

  constructor({ name, settings, points, clock, chance, say }: Options) {
    const { pace, answerWithin } = { ...DEFAULTS, ...settings };
    this.name = name;
    this.reports = this.#said.asObservable();
    this.link = this.#board.link;
    this.#table = new PointTable(points);
    this.#silence = new Silence({
      clock,
      answerWithin,
      judged: (cid, answers) => this.#board.set(cid, answers),
      askAgain: (cid) => this.#ask(cid),
    });
    this.#queue = new PacedQueue({
      clock,
      pace,
      silentUntil: () => this.#bus.silentUntil(),
      send: (telegram, done) => this.#bus.send(telegram, done),
    });
    this.#bus = openLink(settings, {
      clock,
      chance,
      up: () => this.#up(),
      down: () => this.#down(),
      telegram: ({ telegram }) => this.#heard(telegram),
      say,
    });
  }

  write({ cid, property }: PointAddress, content: Content): Observable<WriteOutcome> {
    return new Observable((listener) => {
      this.#write(this.#table.find(cid, property), content, (outcome) => {
        listener.next(outcome);
        listener.complete();
      });
    });
  }

  repoint(points: readonly BusPoint<KnxAddress>[]): void {
    const before = this.#table;
    const table = new PointTable(points, before);
    if (this.#closed) return;
    this.#table = table;
    const same = table.points.filter((point) => before.has(point));
    // Payloads were made as their points were described.
    this.#queue.keep(({ service, group }) => {
      if (service === 'read') return table.points.some(({ read }) => read === group);
      return same.some(({ write, answers }) => (service === 'write' ? write === group : answers.includes(group)));
    }, 'the point was changed or taken out');
    for (const { cid } of before.points.filter((point) => !table.has(point))) {
      const wasSilent = this.#silence.forget(cid);
      // Of whoever has other points nothing bad is known yet; of whoever has none there is nothing to say.
      if (table.of(cid).length === 0) this.#board.forget(cid);
      else if (wasSilent) this.#board.set(cid, true);
    }
    if (!this.#board.isUp(null)) return;
    for (const point of table.points) if (!before.has(point)) this.#read(point);
  }

  get queue(): BusQueue {
    const { waiting, dropped } = this.#queue;
    return { waiting, dropped, lostByOthers: this.#bus.lostByOthers ?? 0 };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#board.close();
    this.#silence.end();
    this.#queue.drop('the bus was closed');
    await this.#bus.close();
  }

  #write(point: KnxPoint | undefined, content: Content, done: (outcome: WriteOutcome) => void): void {
    const refuse = (reason: string) => done({ ok: false, reason });
    if (this.#closed) refuse('the bus was closed');
    else if (point === undefined) refuse('there is no such point on this bus');
    else if (point.write === null || !point.kind.commandable) refuse('this property takes no commands');
    else if (!accepts(point.kind.content, content)) refuse('this property has no such content');
    else if (!this.#board.isUp(null)) refuse('there is no link to the bus');
    else if (point.isMomentary && content === 0) {
      done({ ok: true });
      this.#tell(point, 0);
    } else this.#send(point, point.write, content, done);
  }

  #send(point: KnxPoint, group: GroupAddress, content: Content, done: (outcome: WriteOutcome) => void): void {
    const { type, toBus } = point.commanded;
    const data = toBus(content);
    if (data === null) {
      done({ ok: false, reason: `a telegram of type ${type.id} cannot say this` });
      return;
    }
    const telegram: Telegram = { service: 'write', group, payload: { short: type.short, data } };
    this.#queue.add(telegram, (outcome) => {
      done(outcome);
      // Whoever else listens on this address has heard it as well; nobody says it to us.
      if (outcome.ok) this.#take(group, telegram.payload, false);
    });
  }

  #up(): void {
    this.#board.set(null, true);
    this.#silence.begin();
    for (const point of this.#table.points) this.#read(point);
  }

  #down(): void {
    this.#silence.end();
    this.#board.set(null, false);
    this.#queue.drop('the link to the bus was lost');
  }

  #read(point: KnxPoint): void {
    const { cid, read } = point;
    if (read === null) return;
    // A question takes the place of the same one that still waits: then it counts for both.
    this.#queue.add({ service: 'read', group: read }, (outcome) => {
      if (outcome.ok) for (const asked of this.#table.heardAt(read)) this.#silence.asked(asked.cid);
      else if (this.#board.isUp(null) && !outcome.reason.startsWith('replaced')) this.#silence.asked(cid);
    });
  }

  #ask(cid: Cid): void {
    for (const point of this.#table.of(cid)) this.#read(point);
  }

  #heard(telegram: Telegram): void {
    if (this.#closed) return;
    if (telegram.service !== 'read') {
      this.#take(telegram.group, telegram.payload, true);
      return;
    }
    const point = this.#table.answeredAt(telegram.group);
    if (point === undefined || point.last === null) return;
    const { type, toBus } = carriedAt(point, telegram.group);
    const data = toBus(point.last);
    if (data === null) return;
    const payload = { short: type.short, data };
    this.#queue.add({ service: 'response', group: telegram.group, payload }, () => {});
  }

  /** Somebody said what the points at an address are; a device lives if it was not ourselves. */
  #take(group: GroupAddress, { short, data }: Payload, byOthers: boolean): void {
    for (const point of this.#table.heardAt(group)) {
      if (short !== point.told.type.short) continue;
      const content = point.told.fromBus(data);
      if (content === null) continue;
      if (byOthers) this.#silence.heard(point.cid);
      this.#tell(point, content);
      if (point.isMomentary && content === 1) this.#tell(point, 0);
    }
  }

  #tell(point: KnxPoint, content: Content): void {
    if (this.#closed) return;
    point.last = content;
    this.#said.next({ cid: point.cid, property: point.property, content });
  }
}
