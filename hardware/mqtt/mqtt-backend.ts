import { Observable, of, Subject } from 'rxjs';
import {
  type Alarm,
  type Backend,
  type Cid,
  type Content,
  later,
  type PointAddress,
  type Report,
  seconds,
  type WriteOutcome,
} from '../../twin/index.ts';
import type { BusOptions, BusPoint, Repointable } from '../bus.ts';
import type { BusQueue, Queueing } from '../bus-queue.ts';
import { LinkBoard } from '../link-board.ts';
import type { MqttAddress } from './address.ts';
import { BrokerLink } from './broker-link.ts';
import { clientOptions } from './client-options.ts';
import { Complaints } from './complaints.ts';
import { describedAt } from './devices/index.ts';
import { Directory } from './directory.ts';
import { LIMITS } from './limits.ts';
import { contentIn, faultsOf, isAbout, type MappedPoint, type Message, messageFor } from './mapping.ts';
import { Payload } from './payload.ts';
import { Presence } from './presence.ts';
import { Questions } from './questions.ts';
import type { MqttSettings } from './settings.ts';
import { Subscriptions } from './subscriptions.ts';

type Options = BusOptions<MqttSettings, MqttAddress>;

/** Devices behind a broker. */
export class MqttBackend implements Backend, Repointable<MqttAddress>, Queueing {
  readonly name: string;
  readonly reports = new Subject<Report>();
  readonly link: Backend['link'];
  readonly #links = new LinkBoard();
  readonly #options: Options;
  readonly #complaints: Complaints;
  #directory: Directory;
  readonly #presence = new Presence();
  readonly #broker: BrokerLink;
  readonly #subscriptions: Subscriptions;
  readonly #questions: Questions;
  /** Rings when a broker must have told every description that it has kept. */
  readonly #rollCall: Alarm;
  /** Descriptions that were told since the connection came about, or that the broker has had its time to tell. */
  readonly #told = new Set<string>();
  /** Of these it was said that they have no topics. */
  #lost: ReadonlySet<string> = new Set();
  #closed = false;

  constructor(options: Options) {
    const { name, settings, points, clock, say } = options;
    this.name = name;
    this.link = this.#links.link;
    this.#options = options;
    this.#complaints = new Complaints(clock, say);
    this.#directory = new Directory(points);
    this.#presence.watch(this.#directory.points);
    this.#rollCall = clock.alarm(() => this.#forgetUntold());
    this.#broker = new BrokerLink({
      ...{ url: settings.url, clock, say },
      client: () => clientOptions(settings, options.secret),
      greet: () => this.#greet(),
      heard: (topic, bytes, isKept) => this.#heard(topic, bytes, isKept),
      changed: (isUp) => this.#changed(isUp),
    });
    this.#subscriptions = new Subscriptions({
      broker: this.#broker,
      wanted: () => this.#wanted(),
      refused: (topics) => this.#refused(topics),
    });
    this.#questions = new Questions({ clock, broker: this.#broker, presence: this.#presence });
  }

  write({ cid, property }: PointAddress, content: Content): Observable<WriteOutcome> {
    const refused = (reason: string) => of<WriteOutcome>({ ok: false, reason });
    if (this.#closed) return refused(`${this.name} is closed`);
    const point = this.#directory.at(cid, property);
    if (point === undefined) return refused(`${this.name} has no point ${cid} ${property}`);
    if (typeof point === 'string') return refused(`${cid} ${property} cannot be reached: ${point}`);
    if (point.address.command === undefined) return refused(`${cid} ${property} has no command topic`);
    const message = messageFor(point, content);
    if (message === null) return refused(`${cid} ${property} cannot be ${content}`);
    if (!this.#broker.isUp) return refused(`${this.name} is not connected to its broker`);
    return this.#send(message);
  }

  repoint(points: readonly BusPoint<MqttAddress>[]): void {
    const [fault] = faultsOf(points);
    if (fault !== undefined) throw new RangeError(fault.says);
    if (this.#closed) return;
    const before = this.#directory;
    const directory = new Directory(points, before);
    const changed = directory.changedFrom(before);
    this.#directory = directory;
    this.#presence.watch(directory.points);
    for (const topic of this.#told) if (!directory.describes(topic)) this.#told.delete(topic);
    const left = new Set(points.map(({ cid }) => cid));
    for (const cid of changed) left.has(cid) ? this.#judge(cid) : this.#links.forget(cid);
    this.#tellLost();
    if (this.#broker.isUp && directory.descriptions.some((topic) => !this.#told.has(topic))) this.#callRoll();
    const others = directory.points.filter(({ cid }) => changed.has(cid));
    this.#subscriptions.follow(others, (point) => !directory.isAsIn(before, point));
    this.#ask(others);
  }

  get queue(): BusQueue {
    const { waiting, dropped } = this.#broker;
    return { waiting, dropped, lostByOthers: 0 };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#rollCall.clear();
    this.#questions.forget();
    this.#links.close();
    const { status: topic } = this.#options.settings;
    await this.#broker.close(topic === undefined ? undefined : { topic, payload: 'offline' });
  }

  /** Emits when the network has taken the message, or cannot. */
  #send({ topic, payload }: Message): Observable<WriteOutcome> {
    return new Observable((observer) => {
      this.#broker.publish(topic, payload, false, (error) => {
        observer.next(error ? { ok: false, reason: `the broker did not take it (${error.message})` } : { ok: true });
        observer.complete();
      });
    });
  }

  /** Of a component with other points nothing bad is known, unless it is said where its availability is. */
  #judge(cid: Cid): void {
    const isThere = this.#presence.isThere(cid);
    if (isThere !== undefined) this.#links.set(cid, isThere);
    else if (this.#links.isDown(cid)) this.#links.set(cid, true);
  }

  async #greet(): Promise<void> {
    const { status } = this.#options.settings;
    if (status !== undefined) this.#broker.publish(status, 'online', true, () => {});
    this.#told.clear();
    await this.#subscriptions.begin();
  }

  #wanted(): ReadonlySet<string> {
    const { status } = this.#options.settings;
    const own = status === undefined ? [] : [status];
    return new Set([...this.#directory.descriptions, ...this.#presence.topics, ...this.#directory.topics, ...own]);
  }

  /** Somebody who may not read a topic is told nothing of it, which looks like a device that is silent. */
  #refused(topics: readonly string[]): void {
    for (const topic of topics) {
      this.#complaints.about(topic, 'this client may not subscribe to it', 'refused by the broker');
      for (const { cid } of this.#directory.on(topic)) this.#links.set(cid, false);
    }
  }

  #changed(isUp: boolean): void {
    this.#links.set(null, isUp);
    this.#rollCall.clear();
    this.#questions.forget();
    if (isUp && this.#directory.descriptions.length > 0) this.#callRoll();
    this.#ask(this.#directory.points);
  }

  /** After a connection has come about every device is asked; before, nothing is heard of what they answer. */
  #ask(points: readonly MappedPoint[]): void {
    if (this.#broker.isUp) this.#questions.ask(points);
  }

  #callRoll(): void {
    const { clock } = this.#options;
    this.#rollCall.set(later(clock.now(), seconds(LIMITS.rollCallSeconds.value)));
  }

  /** What was withdrawn while nobody was connected is not said: it is missing. */
  #forgetUntold(): void {
    for (const topic of this.#directory.descriptions) {
      if (this.#told.has(topic)) continue;
      this.#told.add(topic);
      this.#described(topic, new Payload(new Uint8Array()));
    }
    this.#tellLost();
  }

  #heard(topic: string, bytes: Uint8Array, isKept: boolean): void {
    if (this.#closed) return;
    const describes = this.#directory.describes(topic);
    const most = describes ? LIMITS.documentBytes.value : LIMITS.payloadBytes.value;
    if (bytes.length > most) {
      this.#complaints.about(topic, `${bytes.length} bytes are too many`);
      return;
    }
    const payload = new Payload(bytes);
    const { status } = this.#options.settings;
    // The will of a connection that was lost may come after the next one has begun.
    if (topic === status && payload.text !== 'online') this.#broker.publish(topic, 'online', true, () => {});
    if (describes) {
      this.#told.add(topic);
      this.#described(topic, payload);
    }
    for (const [cid, up] of this.#presence.heard(topic, payload)) {
      // What a broker has kept is no news of a device that was there all the time.
      if (up && (!isKept || this.#links.isDown(cid)))
        this.#ask(this.#directory.points.filter((each) => each.cid === cid));
      this.#links.set(cid, up);
    }
    const isNews = isKept ? this.#subscriptions.kept(topic) : () => true;
    for (const point of this.#directory.on(topic)) if (isNews(point)) this.#report(point, topic, payload);
  }

  #report(point: MappedPoint, topic: string, payload: Payload): void {
    const content = contentIn(point, payload);
    if (content !== null) this.reports.next({ cid: point.cid, property: point.property, content });
    else if (isAbout(point, payload)) {
      const says = payload.text?.slice(0, 80) ?? 'what is no UTF-8';
      this.#complaints.about(`${point.cid} ${point.property}`, `${topic} says ${says}`);
    }
  }

  #described(topic: string, payload: Payload): void {
    const moved = this.#directory.described(topic, payload.text ?? '', () => payload.json() ?? null);
    if (moved === undefined) return;
    this.#presence.watch(this.#directory.points);
    this.#tellLost();
    this.#subscriptions.follow(moved);
    this.#ask(moved);
  }

  /** A component whose device is no longer described cannot be reached; one that is described again can. */
  #tellLost(): void {
    const unresolved = this.#directory.unresolved.filter(({ point }) =>
      this.#told.has(describedAt(point.address) ?? ''),
    );
    const lost = new Set<string>(unresolved.map(({ point }) => point.cid));
    for (const { point, why } of unresolved) {
      this.#complaints.about(`${point.cid} ${point.property}`, why, 'not understood');
    }
    for (const { cid } of this.#directory.points) {
      if (this.#lost.has(cid) && !lost.has(cid) && !this.#presence.isWatched(cid)) this.#links.set(cid, true);
    }
    for (const { point } of unresolved) this.#links.set(point.cid, false);
    this.#lost = lost;
  }
}
