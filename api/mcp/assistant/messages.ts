import type { LoggingLevel } from '@modelcontextprotocol/sdk/types.js';
import { between, type Instant, seconds } from '../../../twin/index.ts';
import type { ConfigurationUpdate } from '../../configuration-updates.ts';
import type { Batch } from '../../events.ts';
import type { AssistantContext } from '../assistant-context.ts';
import { FailedRuns } from './failed-runs.ts';
import type { HouseReader } from './house-reader.ts';
import { isAlarm } from './is-alarm.ts';
import { LIMITS } from './limits.ts';

/** From the least to the most serious. */
export const LEVELS: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

export interface MessagesOptions {
  readonly context: AssistantContext;
  readonly house: HouseReader;
  readonly send: (level: LoggingLevel, message: string) => void;
}

/**
 * The log of a client. Until it has said which level it wants, it hears only of what it does itself; then also of devices that
 * cannot be reached, alarms, automations that fail, and changes of the configuration.
 */
export class Messages {
  readonly #options: MessagesOptions;
  readonly #failedRuns: FailedRuns;
  #level: LoggingLevel = 'info';
  #stop: (() => void) | undefined;
  #window: { readonly since: Instant; count: number; left: number } | undefined;

  constructor(options: MessagesOptions) {
    this.#options = options;
    this.#failedRuns = new FailedRuns(options.context, options.house, (text) => this.say('error', text));
  }

  /** The client wants to hear of this and what is more serious. */
  setLevel(level: LoggingLevel): void {
    this.#level = level;
    this.#failedRuns.watch(this.#wants('error'));
    if (this.#stop !== undefined) return;
    const { events } = this.#options.context;
    events.flush();
    this.#stop = events.listen((batch) => this.#changed(batch));
  }

  say(level: LoggingLevel, message: string): void {
    if (this.#wants(level) && this.#hasRoom()) this.#options.send(level, message);
  }

  configured({ collection, action, id, user, call, record }: ConfigurationUpdate): void {
    if (this.#stop === undefined) return;
    const name = record !== undefined && 'name' in record ? ` (${String(record.name)})` : '';
    const by = user === null ? '' : ` by ${user}${call === null ? '' : ` with ${call}`}`;
    this.say('info', `${collection}: ${WORDS[action]} ${id}${name}${by}`);
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#failedRuns.watch(false);
  }

  #changed({ entries }: Batch): void {
    for (const { cid, property, value } of entries) {
      if (property === 'reachable') {
        if (value === false) this.#about(cid, 'warning', (name) => `${name} (${cid}) cannot be reached any more`);
        else if (value === true) this.#about(cid, 'notice', (name) => `${name} (${cid}) can be reached again`);
      } else if (value === true) this.#alarm(cid, property);
    }
  }

  #alarm(cid: string, property: string): void {
    const tell = async (): Promise<void> => {
      const component = (await this.#options.house.catalogue()).components.get(cid);
      if (component === undefined || !isAlarm(component.properties.find((row) => row.property === property))) return;
      this.say('alert', `${component.name} (${cid}) says ${property}`);
    };
    if (this.#wants('alert')) tell().catch(() => undefined);
  }

  #about(cid: string, level: LoggingLevel, text: (name: string) => string): void {
    if (!this.#wants(level)) return;
    this.#options.house.catalogue().then(
      ({ components }) => this.say(level, text(components.get(cid)?.name ?? cid)),
      () => this.say(level, text(cid)),
    );
  }

  #wants(level: LoggingLevel): boolean {
    return LEVELS.indexOf(level) >= LEVELS.indexOf(this.#level);
  }

  /** So many in a second; the first one of the next second that is told says how many were left out. */
  #hasRoom(): boolean {
    const now = this.#options.context.networkClock.now();
    if (this.#window === undefined || between(this.#window.since, now) >= seconds(1)) {
      const left = this.#window?.left ?? 0;
      this.#window = { since: now, count: 0, left: 0 };
      if (left > 0) this.#options.send('warning', `${left} messages were left out, because there were too many`);
    }
    if (this.#window.count < LIMITS.messagesAtOnce.value) {
      this.#window.count += 1;
      return true;
    }
    this.#window.left += 1;
    return false;
  }
}

const WORDS = { add: 'added', set: 'changed', remove: 'removed' } as const;
