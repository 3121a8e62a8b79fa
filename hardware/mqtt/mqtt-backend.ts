import { readFileSync } from 'node:fs';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { Observable, of, Subject } from 'rxjs';
import type { Backend, Cid, Content, PointAddress, Report, WriteOutcome } from '../../twin/index.ts';
import type { BusOptions } from '../bus.ts';
import { LinkBoard } from '../link-board.ts';
import type { MqttAddress } from './address.ts';
import { Complaints } from './complaints.ts';
import { LIMITS } from './limits.ts';
import { availableIn, contentIn, type MappedPoint, type Message, mapped, messageFor, Payload } from './mapping.ts';
import type { MqttSettings } from './settings.ts';

/** Devices behind a broker. */
export class MqttBackend implements Backend {
  readonly name: string;
  readonly reports = new Subject<Report>();
  readonly link: Backend['link'];
  readonly #links = new LinkBoard();
  readonly #client: MqttClient;
  readonly #settings: MqttSettings;
  readonly #say: (line: string) => void;
  readonly #complaints: Complaints;
  /** By `cid property`. */
  readonly #points: ReadonlyMap<string, MappedPoint>;
  readonly #byTopic = new Map<string, MappedPoint[]>();
  readonly #availability = new Map<string, { point: MappedPoint; cids: Set<Cid> }[]>();
  #fault: string | undefined;
  #closed = false;

  constructor({ name, settings, points, clock, secret, say }: BusOptions<MqttSettings, MqttAddress>) {
    this.name = name;
    this.link = this.#links.link;
    this.#settings = settings;
    this.#say = say;
    this.#complaints = new Complaints(clock, say);
    const all = mapped(points);
    this.#points = new Map(all.map((point) => [`${point.cid} ${point.property}`, point]));
    for (const point of all) this.#watch(point);
    this.#client = connect(settings.url, {
      ...tls(settings),
      ...(settings.username === undefined ? {} : { username: settings.username }),
      ...(settings.password === undefined ? {} : { password: secret(settings.password) }),
      ...(settings.clientId === undefined ? {} : { clientId: settings.clientId }),
      ...(settings.status === undefined ? {} : { will: { ...status(settings.status, 'offline'), qos: 1 as const } }),
      keepalive: settings.keepalive ?? LIMITS.keepaliveSeconds.value,
      connectTimeout: LIMITS.connectSeconds.value * 1_000,
      reconnectPeriod: LIMITS.retrySeconds.value * 1_000,
      // A command that cannot be sent now has failed now: none is kept for later.
      queueQoSZero: false,
      resubscribe: false,
    });
    this.#client.on('connect', () => this.#connected());
    this.#client.on('close', () => this.#disconnected());
    this.#client.on('error', (error) => this.#failed(error));
    this.#client.on('message', (topic, payload) => this.#heard(topic, payload));
  }

  write({ cid, property }: PointAddress, content: Content): Observable<WriteOutcome> {
    const refused = (reason: string) => of<WriteOutcome>({ ok: false, reason });
    const point = this.#points.get(`${cid} ${property}`);
    if (this.#closed) return refused(`${this.name} is closed`);
    if (point === undefined) return refused(`${this.name} has no point ${cid} ${property}`);
    if (point.address.command === undefined) return refused(`${cid} ${property} has no command topic`);
    const message = messageFor(point, content);
    if (message === null) return refused(`${cid} ${property} cannot be ${content}`);
    if (!this.#client.connected) return refused(`${this.name} is not connected to its broker`);
    return this.#send(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#links.close();
    const { status: topic } = this.#settings;
    if (topic !== undefined && this.#client.connected) {
      const { payload, ...last } = status(topic, 'offline');
      await this.#client.publishAsync(topic, payload, { qos: 0, retain: last.retain }).catch(() => undefined);
    }
    await this.#client.endAsync(true);
  }

  /** Emits when the message has gone to the network. */
  #send({ topic, payload }: Message): Observable<WriteOutcome> {
    return new Observable((observer) => {
      this.#client.publish(topic, payload, { qos: 0 }, (error) => {
        observer.next(error ? { ok: false, reason: `the broker did not take it (${error.message})` } : { ok: true });
        observer.complete();
      });
    });
  }

  #watch(point: MappedPoint): void {
    const { address, cid } = point;
    const { availability } = address;
    this.#byTopic.set(address.topic, [...(this.#byTopic.get(address.topic) ?? []), point]);
    if (availability === undefined) return;
    const known = this.#availability.get(availability.topic) ?? [];
    const same = known.find(({ point: other }) => sameRow(other.address.availability, availability));
    if (same === undefined) this.#availability.set(availability.topic, [...known, { point, cids: new Set([cid]) }]);
    else same.cids.add(cid);
  }

  /** Every topic by itself: what others ask for on the same broker is none of ours. */
  #connected(): void {
    const topics = [...new Set([...this.#byTopic.keys(), ...this.#availability.keys()])];
    const { status: topic } = this.#settings;
    if (topic !== undefined) {
      const { payload, retain } = status(topic, 'online');
      this.#client.publish(topic, payload, { qos: 1, retain });
    }
    const done = (error?: Error | null): void => {
      if (this.#closed) return;
      if (error) {
        this.#failed(error);
        return;
      }
      this.#fault = undefined;
      this.#say(`connected to ${this.#settings.url}`);
      this.#links.set(null, true);
    };
    if (topics.length === 0) done();
    else this.#client.subscribe(topics, { qos: 1 }, done);
  }

  #disconnected(): void {
    if (this.#links.isUp(null)) this.#say(`lost ${this.#settings.url}`);
    this.#links.set(null, false);
  }

  #failed({ message }: Error): void {
    if (this.#closed || this.#fault === message) return;
    this.#fault = message;
    this.#say(
      `cannot reach ${this.#settings.url} (${message || 'no answer'}); it is tried again every ${LIMITS.retrySeconds.value} s`,
    );
  }

  #heard(topic: string, bytes: Uint8Array): void {
    if (this.#closed) return;
    if (bytes.length > LIMITS.payloadBytes.value) {
      this.#complaints.about(topic, `${bytes.length} bytes are too many`);
      return;
    }
    const payload = new Payload(bytes);
    for (const { point, cids } of this.#availability.get(topic) ?? []) {
      const up = point.address.availability && availableIn(point.address.availability, payload);
      if (up !== undefined) for (const cid of cids) this.#links.set(cid, up);
    }
    for (const point of this.#byTopic.get(topic) ?? []) {
      const content = contentIn(point, payload);
      if (content !== null) this.reports.next({ cid: point.cid, property: point.property, content });
      else if (isAbout(point, payload)) {
        this.#complaints.about(`${point.cid} ${point.property}`, `${topic} says ${payload.text.slice(0, 80)}`);
      }
    }
  }
}

/** Whether a payload that says no content should have said one: others on the topic may say something else. */
const isAbout = ({ address }: MappedPoint, payload: Payload): boolean =>
  payload.text !== '' && (address.path === undefined || payload.json() === undefined);

const status = (topic: string, payload: 'online' | 'offline') => ({ topic, payload, retain: true });

const sameRow = (one: object | undefined, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Certificates are read at every opening, so that a renewed one counts. */
const tls = ({ ca, certificate, key }: MqttSettings): IClientOptions => ({
  ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
  ...(certificate === undefined ? {} : { cert: readFileSync(certificate) }),
  ...(key === undefined ? {} : { key: readFileSync(key) }),
});
