import type { Cid, Content, Instant } from '../twin/index.ts';
import { CallFault } from './errors.ts';

/** An address that is called when a value changes (specification, "Webhook"). */
export interface WebHook {
  readonly id: number;
  /** In the twin's time, as `lastUpdate`. */
  readonly created: Instant;
  readonly lastUpdate: Instant;
  readonly type: 'component';
  /** As it was given. It may hold a secret: only administrators see it, and no log and no journal holds more of it than its origin. */
  readonly url: string;
  readonly enabled: boolean;
  readonly cid: Cid;
  readonly property: string;
}

/** What somebody asks for who adds one. */
export type NewWebHook = Pick<WebHook, 'url' | 'enabled' | 'cid' | 'property'>;

/** What became of one call of a webhook. */
export interface Delivery {
  /** When the value changed, or a test was asked for, in the twin's time. */
  readonly time: Instant;
  readonly content: Content | null;
  /** Of the answer, whatever it says; `null` if there was none. */
  readonly status: number | null;
  /** Why it failed; `null` if it was answered completely. */
  readonly reason: string | null;
  /** Real milliseconds from the beginning of the connection to the end of the answer; 0 for what was never sent. */
  readonly duration: number;
}

/** The webhooks of a house. An unknown identifier is fault 112. A change takes effect when it would survive a restart. */
export interface WebHooks {
  readonly records: ReadonlyMap<number, WebHook>;
  /** Fault 106 for one too many. */
  add(asked: NewWebHook): Promise<WebHook>;
  /** Whether that changed anything. */
  enable(id: number, enabled: boolean): Promise<boolean>;
  remove(id: number): Promise<void>;
  /** The latest, the newest first. */
  deliveries(id: number): readonly Delivery[];
  /** Calls the address once with the present content, even of a disabled one, and answers what became of it. */
  test(id: number): Promise<Delivery>;
}

const none = async (): Promise<never> => {
  throw new CallFault(112);
};

/** Of a controller without any, which can have none. */
export const NO_WEB_HOOKS: WebHooks = {
  records: new Map(),
  add: none,
  enable: none,
  remove: none,
  deliveries: () => {
    throw new CallFault(112);
  },
  test: none,
};
