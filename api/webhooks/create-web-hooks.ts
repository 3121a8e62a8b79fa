import type { Duration, Store } from '../../twin/index.ts';
import { CallFault } from '../errors.ts';
import { type Delivery, NO_WEB_HOOKS, type WebHooks } from '../web-hooks.ts';
import { keepsWebHooks } from './kept-web-hooks.ts';
import type { WebHookOptions, WebHookService } from './web-hook-service.ts';

/** The webhooks of a house while it lives. */
export interface LiveWebHooks extends WebHooks {
  figures(): WebHookFigures;
  /** Resolves when no receiver is far behind; who still is after `patience` is not waited for again until it has caught up. */
  caughtUp(patience: Duration): Promise<void>;
  /** Sends nothing more. What is under way has a quarter of a second to come to its end and is given up then. */
  close(): Promise<void>;
}

/** How many there are, how many calls wait, and what has become of those that do not. */
export interface WebHookFigures {
  readonly count: number;
  readonly waiting: number;
  readonly answered: number;
  readonly failed: number;
  readonly dropped: number;
}

const NOTHING_SENT: WebHookFigures = { count: 0, waiting: 0, answered: 0, failed: 0, dropped: 0 };

/** What carries webhooks out. */
export type WebHookParts = typeof import('./web-hook-service.ts');

const load = (): Promise<WebHookParts> => import('./web-hook-service.ts');

/** Loads what carries webhooks out if the store has any; without any, nothing is loaded before the first is added. */
export const wakeWebHooks = async (store: Store | null): Promise<WebHookParts | null> =>
  keepsWebHooks(store) ? load() : null;

/** `parts`: from `wakeWebHooks`. */
export const createWebHooks = (options: WebHookOptions, parts: WebHookParts | null): LiveWebHooks => {
  let service: WebHookService | undefined = parts === null ? undefined : new parts.WebHookService(options);
  let isClosed = false;
  const awake = (): WebHooks => service ?? NO_WEB_HOOKS;

  return {
    get records() {
      return awake().records;
    },
    async add(asked) {
      const { WebHookService } = await load();
      if (isClosed) throw new CallFault(116);
      service ??= new WebHookService(options);
      return service.add(asked);
    },
    enable: (id, enabled) => awake().enable(id, enabled),
    remove: (id) => awake().remove(id),
    deliveries: (id): readonly Delivery[] => awake().deliveries(id),
    test: (id) => awake().test(id),
    figures: () => service?.figures() ?? NOTHING_SENT,
    async caughtUp(patience) {
      await service?.caughtUp(patience);
    },
    async close() {
      isClosed = true;
      await service?.close();
    },
  };
};
