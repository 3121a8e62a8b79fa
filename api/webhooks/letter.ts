import type { Content, Instant } from '../../twin/index.ts';
import type { WebHook } from '../web-hooks.ts';

/** A value that is to be sent. */
export interface Letter {
  readonly hook: WebHook;
  readonly content: Content | null;
  /** As in `Delivery`. */
  readonly time: Instant;
}
