import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyRequest,
  fastify,
} from 'fastify';
import type { CallTable } from '../call.ts';
import { LIMITS } from '../limits.ts';
import type { ReportProblem } from '../problem.ts';
import { FAILED, limitSilence, NOTHING_HERE, sendJson } from './answering.ts';
import { describe } from './openapi.ts';
import { PAGE_POLICY, SCRIPT_PATH, STYLE_PATH } from './page-frame.ts';
import { STYLE } from './page-style.ts';
import { referencePage } from './reference-page.ts';
import { type About, startPage } from './start-page.ts';
import { SCRIPT } from './try-it.ts';

/** Something that lives under a path of its own. */
export interface Area {
  /** Such as `/sandbox/v1`. */
  readonly prefix: string;
  readonly routes: FastifyPluginCallback;
}

export interface PagesOptions {
  readonly calls: CallTable;
  readonly about: About;
  readonly areas: readonly Area[];
  readonly report: ReportProblem;
}

/** Everything over HTTP that is not a call. */
export interface Pages {
  handle(req: IncomingMessage, res: ServerResponse): void;
  close(): Promise<void>;
}

export const createPages = async ({ calls, about, areas, report }: PagesOptions): Promise<Pages> => {
  const app = fastify({
    bodyLimit: LIMITS.bodyBytes.value,
    exposeHeadRoutes: false,
    // An address that cannot be decoded leads nowhere either.
    frameworkErrors: (_error, _request, reply) => {
      sendJson(reply.raw, NOTHING_HERE);
    },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SAFE);
    done();
  });
  app.setNotFoundHandler((_request, reply) => {
    reply.hijack();
    sendJson(reply.raw, NOTHING_HERE);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (request.is404) {
      reply.hijack();
      return sendJson(reply.raw, NOTHING_HERE);
    }
    if (status < 500) return reply.code(status).send({ error: 'The request could not be read.' });
    report({ during: `answer ${request.method} ${request.url}`, error });
    reply.hijack();
    return sendJson(reply.raw, FAILED);
  });

  readable(app, { calls, about });
  for (const { prefix, routes } of areas) app.register(routes, { prefix });
  await app.ready();
  return { handle: (req, res) => app.routing(req, res), close: () => app.close() };
};

const SAFE = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** What people and their tools read. */
const readable = (app: FastifyInstance, { calls, about }: Pick<PagesOptions, 'calls' | 'about'>): void => {
  const page = (path: string, write: (origin: string) => string): void => {
    app.get(path, { exposeHeadRoute: true }, (request, reply) => {
      limitSilence(reply.raw);
      return reply
        .header('content-security-policy', PAGE_POLICY)
        .type('text/html; charset=utf-8')
        .send(write(originOf(request)));
    });
  };
  const file = (path: string, type: string, text: () => string): void => {
    let written: string | undefined;
    app.get(path, { exposeHeadRoute: true }, (_request, reply) => {
      limitSilence(reply.raw);
      written ??= text();
      return reply.type(type).send(written);
    });
  };

  page('/', (origin) => startPage(about, origin));
  page('/docs', (origin) => referencePage(calls, about, origin));
  file(STYLE_PATH, 'text/css; charset=utf-8', () => STYLE);
  file(SCRIPT_PATH, 'text/javascript; charset=utf-8', () => SCRIPT);
  file('/api/v1/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(describe(calls, about.version)));
};

/** Where the reader has the page from, for examples that can be copied. */
const originOf = ({ headers, protocol }: FastifyRequest): string =>
  `${protocol}://${HOST.test(headers.host ?? '') ? headers.host : 'CONTROLLER'}`;

const HOST = /^[\w.:[\]-]{1,256}$/;
