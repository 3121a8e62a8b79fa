import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Observable } from 'rxjs';
import type { Clock } from '../../twin/index.ts';
import type { McpTokens } from '../access/mcp-tokens.ts';
import type { Arrivals } from '../arrivals.ts';
import type { Audit } from '../audit.ts';
import type { CallTable } from '../call.ts';
import type { Path } from '../caller.ts';
import type { ConfigurationUpdate } from '../configuration-updates.ts';
import type { Events } from '../events.ts';
import type { Gate } from '../gate.ts';
import type { ReportProblem } from '../problem.ts';
import type { QueueDrops } from '../queue-drops.ts';
import { entrance } from './entrance.ts';
import { refuse, UNAVAILABLE } from './refusal.ts';
import type { Sessions } from './sessions.ts';

/** What the MCP endpoint needs. */
export interface McpOptions {
  readonly gate: Gate;
  readonly calls: CallTable;
  readonly tokens: McpTokens;
  readonly audit: Pick<Audit, 'note'>;
  readonly arrivals: Arrivals;
  /** Whether the skill `mcp` is on. */
  readonly isOn: () => boolean;
  /** A session identifier that nobody can guess. */
  readonly newSessionId: () => string;
  readonly events: Events;
  readonly configuration: Observable<ConfigurationUpdate>;
  /** The driven clock. */
  readonly clock: Clock;
  /** The real clock: sessions and streams are about networks and clients. */
  readonly networkClock: Clock;
  readonly controller: { readonly name: string; readonly version: string };
  readonly report: ReportProblem;
  /** Left out: nobody asks how many were refused. */
  readonly drops?: QueueDrops;
}

/** The MCP endpoint, over any number of listeners. `listener` says what a listener stands for. */
export interface McpInterface {
  /** Whether a request target belongs to it. */
  claims(target: string | undefined): boolean;
  handle(req: IncomingMessage, res: ServerResponse, listener: Path): void;
  /** How many sessions are open. */
  readonly sessions: number;
  /** Ends every session. */
  close(): Promise<void>;
}

/** The library behind it is loaded when somebody with a token comes. */
export const createMcp = (options: McpOptions): McpInterface => {
  const { report } = options;
  const enter = entrance(options);
  let loading: Promise<Sessions> | undefined;
  let sessions: Sessions | undefined;
  let isClosed = false;
  const load = (): Promise<Sessions> => {
    loading ??= import('./sessions.ts').then((loaded) => {
      sessions = new loaded.Sessions(options);
      return sessions;
    });
    return loading;
  };

  return {
    claims: (target) => target !== undefined && TARGET.test(target),
    handle(req, res, listener) {
      const visitor = enter(req, res, listener);
      if (visitor === undefined) return;
      if (isClosed) {
        refuse(res, UNAVAILABLE);
        return;
      }
      load()
        .then((ready) => ready.handle(visitor))
        .catch((error: unknown) => {
          report({ during: `answer ${req.method} /mcp`, error });
          if (res.headersSent) res.destroy();
          else refuse(res, UNAVAILABLE);
        });
    },
    get sessions() {
      return sessions?.size ?? 0;
    },
    async close() {
      isClosed = true;
      await (await loading)?.close();
    },
  };
};

const TARGET = /^(?:[A-Za-z]+:\/\/[^/?#]*)?\/mcp\/?(?:\?|$)/;
