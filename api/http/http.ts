import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Arrivals } from '../arrivals.ts';
import type { CallTable } from '../call.ts';
import type { Path } from '../caller.ts';
import { CallFault, refusal } from '../errors.ts';
import type { Gate } from '../gate.ts';
import type { ReportProblem } from '../problem.ts';
import { readLanguage } from './accept-language.ts';
import { FAILED, NOTHING_HERE, sendJson } from './answering.ts';
import { CallRoute } from './call-route.ts';
import { connectionOf } from './connection.ts';
import type { Area, Pages } from './pages.ts';
import { readRemoteToken } from './remote-token.ts';
import type { About } from './start-page.ts';
import { readCall, readTarget } from './target.ts';

export interface HttpOptions {
  readonly gate: Gate;
  readonly calls: CallTable;
  readonly about: About;
  /** What else lives here, on the local network only. */
  readonly areas?: readonly Area[];
  readonly arrivals: Arrivals;
  /** Whether a token of the remote path is valid. Without one nothing is told there, not even what there is. */
  readonly remoteToken: (token: string) => boolean;
  readonly report: ReportProblem;
}

/** The interface over HTTP: one for all listeners. */
export interface HttpInterface {
  /** Answers one request, which came in on a listener of that path. */
  handle(req: IncomingMessage, res: ServerResponse, listener: Path): void;
  close(): Promise<void>;
}

export const createHttp = (options: HttpOptions): HttpInterface => {
  const { gate, calls, about, areas = [], arrivals, remoteToken: isValid, report } = options;
  const calling = new CallRoute(gate, report);
  let pages: Promise<Pages> | undefined;

  // Most controllers are never asked for a page, and fastify takes as long to load as all the rest.
  const open = (): Promise<Pages> => {
    pages ??= import('./pages.ts').then(({ createPages }) => createPages({ calls, about, areas, report }));
    return pages;
  };

  return {
    handle(req, res, listener) {
      const { path, query } = readTarget(req.url ?? '/');
      const connection = connectionOf(req, listener, arrivals);
      connection.response = res;
      const isLocal = connection.path === 'local';
      const remoteToken = isLocal ? undefined : readRemoteToken(req.headers, query);
      if (!isLocal && (remoteToken === undefined || !isValid(remoteToken))) {
        refuse(req, res);
        return;
      }
      const call = readCall(path);
      const isPage = call === undefined || (isLocal && call === 'openapi.json' && req.method === 'GET');
      if (!isPage) calling.handle({ req, res, call, query, connection, remoteToken });
      else if (!isLocal) sendJson(res, NOTHING_HERE);
      else {
        open()
          .then(({ handle }) => handle(req, res))
          .catch((error: unknown) => {
            report({ during: `answer ${req.method} ${path}`, error });
            if (!res.headersSent) sendJson(res, FAILED);
          });
      }
    },
    async close() {
      await (await pages)?.close();
    },
  };
};

const refuse = (req: IncomingMessage, res: ServerResponse): void => {
  const { status, body } = refusal(new CallFault(106), 'login', readLanguage(req.headers['accept-language']));
  sendJson(res, { status, body: JSON.stringify(body) });
};
