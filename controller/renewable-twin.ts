import { type Observable, Subject, type Subscription } from 'rxjs';
import type { ConfigurationChange, ConfigurationEvent, DataEntry, Instant, Twin } from '../twin/index.ts';

/**
 * The twin of a house whose description can change while people are in it: everybody holds this one, behind which another takes
 * over. Who listens goes on listening, and hears of every entry once.
 */
export class RenewableTwin implements Twin {
  readonly entries: Observable<DataEntry>;
  readonly configuration: Observable<ConfigurationEvent>;
  readonly #entries = new Subject<DataEntry>();
  readonly #configuration = new Subject<ConfigurationEvent>();
  #twin: Twin;
  #listening: readonly Subscription[] = [];

  constructor(twin: Twin) {
    this.entries = this.#entries.asObservable();
    this.configuration = this.#configuration.asObservable();
    this.#twin = twin;
    this.#listen();
  }

  /** From now on it is `twin`, which has taken over at line `since`: what it has said by then is told now. */
  renew(twin: Twin, since: number): void {
    this.#hearNothing();
    this.#twin = twin;
    const said = [...twin.components.values()].flatMap(({ entries }) =>
      entries.filter(({ sequence }) => sequence > since),
    );
    for (const entry of said.sort((one, other) => one.sequence - other.sequence)) this.#entries.next(entry);
    this.#listen();
  }

  /** Tells that the description has changed, once everything is in its place. */
  tellRenewed(name: string): void {
    const { sequence } = this.#twin;
    this.#configuration.next({ collection: 'house', action: 'set', id: name, cause: { by: 'restart' }, sequence });
  }

  /** The one behind it. */
  get present(): Twin {
    return this.#twin;
  }

  get house(): Twin['house'] {
    return this.#twin.house;
  }

  get components(): Twin['components'] {
    return this.#twin.components;
  }

  get rooms(): Twin['rooms'] {
    return this.#twin.rooms;
  }

  get zones(): Twin['zones'] {
    return this.#twin.zones;
  }

  get scenes(): Twin['scenes'] {
    return this.#twin.scenes;
  }

  get automations(): Twin['automations'] {
    return this.#twin.automations;
  }

  get skills(): Twin['skills'] {
    return this.#twin.skills;
  }

  get sequence(): number {
    return this.#twin.sequence;
  }

  command(command: Parameters<Twin['command']>[0]): ReturnType<Twin['command']> {
    return this.#twin.command(command);
  }

  check(cid: string, property: string, value: unknown): ReturnType<Twin['check']> {
    return this.#twin.check(cid, property, value);
  }

  runScene(...scene: Parameters<Twin['runScene']>): ReturnType<Twin['runScene']> {
    return this.#twin.runScene(...scene);
  }

  stopScene(...scene: Parameters<Twin['stopScene']>): number {
    return this.#twin.stopScene(...scene);
  }

  lastRun(scene: number): ReturnType<Twin['lastRun']> {
    return this.#twin.lastRun(scene);
  }

  configure(change: ConfigurationChange, cause: Parameters<Twin['configure']>[1]): ReturnType<Twin['configure']> {
    return this.#twin.configure(change, cause);
  }

  note(...told: Parameters<Twin['note']>): void {
    this.#twin.note(...told);
  }

  runAutomation(...automation: Parameters<Twin['runAutomation']>): number | null {
    return this.#twin.runAutomation(...automation);
  }

  rehearse(automation: number): ReturnType<Twin['rehearse']> {
    return this.#twin.rehearse(automation);
  }

  runsOf(automation: number): ReturnType<Twin['runsOf']> {
    return this.#twin.runsOf(automation);
  }

  started(): void {
    this.#twin.started();
  }

  wasAway(since: Instant, until: Instant): void {
    this.#twin.wasAway(since, until);
  }

  state(): ReturnType<Twin['state']> {
    return this.#twin.state();
  }

  resume(state: ReturnType<Twin['state']>, now: Instant): void {
    this.#twin.resume(state, now);
  }

  close(): void {
    this.#hearNothing();
    this.#twin.close();
    this.#entries.complete();
    this.#configuration.complete();
  }

  #listen(): void {
    this.#listening = [
      this.#twin.entries.subscribe((entry) => this.#entries.next(entry)),
      this.#twin.configuration.subscribe((event) => this.#configuration.next(event)),
    ];
  }

  #hearNothing(): void {
    for (const each of this.#listening) each.unsubscribe();
  }
}
