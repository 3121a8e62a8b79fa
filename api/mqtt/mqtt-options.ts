import type { IClientOptions } from 'mqtt';
import type { Observable } from 'rxjs';
import type { Clock, Store } from '../../twin/index.ts';
import type { Caller } from '../caller.ts';
import type { ConfigurationUpdate } from '../configuration-updates.ts';
import type { Events } from '../events.ts';
import type { Gate } from '../gate.ts';
import type { QueueDrops } from '../queue-drops.ts';

/** What the projection onto a broker needs. */
export interface MqttOptions {
  readonly gate: Gate;
  readonly events: Events;
  readonly configuration: Observable<ConfigurationUpdate>;
  /** Emits a user's id whenever what the user may do has changed. */
  readonly changes: Observable<number>;
  /** The name of the user who defines what is seen and done here. */
  readonly user: string;
  /** That user; `undefined` while there is none who may. */
  caller(): Caller | undefined;
  /** The real clock. */
  readonly networkClock: Clock;
  /** Where it is remembered what was shown; `null`: nowhere. */
  readonly store: Store | null;
  /** Its name may change; `configuration` tells when. */
  readonly controller: { readonly name: string; readonly version: string };
  readonly url: string;
  /** User name, password, certificates. */
  readonly client: IClientOptions;
  /** First level of all topics. */
  readonly base: string;
  /** Where Home Assistant looks for devices; `null`: they are not announced. */
  readonly discovery: string | null;
  /** Whether a device is behind a property, so that it is worth showing. Left out: behind each. */
  isReached?(cid: string, property: string): boolean;
  /** Left out: nobody asks how many were refused. */
  readonly drops?: QueueDrops;
  /** One line for the operator. */
  say(line: string): void;
}

/** The projection in numbers, since the start. */
export interface MqttFigures {
  readonly isUp: boolean;
  readonly connections: number;
  /** Messages with values and announcements. */
  readonly sent: number;
  /** Topics that wait for the network. */
  readonly waiting: number;
  readonly commands: { readonly taken: number; readonly refused: number; readonly dropped: number };
}
