import { Readable } from 'node:stream';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../limits.ts';
import type { ReportProblem } from '../problem.ts';
import { isSameSite } from '../same-site.ts';
import { readClockCommand, readHandReport, readReportOrder, readReset } from './control-bodies.ts';
import { carriesToken } from './control-token.ts';
import { JSON_ONLY, readJsonOnly } from './json-body.ts';
import { isOwnHost } from './own-host.ts';
import { type SandboxControl, SandboxRefusal } from './sandbox-control.ts';

export interface SandboxRoutesOptions {
  readonly control: SandboxControl;
  /** What `authorization: Bearer …` has to carry. Without one the sandbox obeys whoever reaches it. */
  readonly token?: string;
  readonly report: ReportProblem;
}

/** The routes of `/sandbox/v1`. They need no login, so only programs of this machine and pages of the sandbox itself may use them, unless there is a token. */
export const sandboxRoutes = (options: SandboxRoutesOptions): FastifyPluginCallback => {
  const { token, report } = options;
  const table = routesOf(options);
  return (app, _registration, done) => {
    app.addHook('onRequest', (request, reply, proceed) => {
      const objection = token === undefined ? objectionToOrigin(request) : objectionToToken(request, token);
      if (objection === undefined) proceed();
      else {
        if (objection.status === 401) reply.header('www-authenticate', 'Bearer');
        reply.code(objection.status).send({ error: objection.error });
      }
    });
    readJsonOnly(app);
    app.setErrorHandler((error, request, reply) => {
      const sentence = sentenceOf(error);
      if (sentence !== undefined) return reply.code(400).send({ error: sentence });
      report({ during: `answer ${request.method} ${request.url}`, error });
      return reply.code(500).send({ error: 'The sandbox could not do this; its log says why.' });
    });
    app.setNotFoundHandler((request, reply) =>
      reply.code(404).send({ error: `There is no ${request.url.split('?', 1)[0]} in the sandbox.` }),
    );
    for (const [url, methods] of Object.entries(table)) {
      for (const [method, run] of Object.entries(methods)) app.route({ method, url, handler: run });
      const allowed = Object.keys(methods);
      app.route({
        method: METHODS.filter((method) => !allowed.includes(method)),
        url,
        handler: (request, reply) =>
          reply
            .code(405)
            .header('allow', allowed.join(', '))
            .send({ error: `${request.method} is not possible here; use ${allowed.join(' or ')}.` }),
      });
    }
    done();
  };
};

type Run = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Every request of `/sandbox/v1`, by path and method. */
const routesOf = ({
  control,
  report,
}: SandboxRoutesOptions): { readonly [path: string]: { readonly [method: string]: Run } } => ({
  '/': { GET: async () => control.status() },
  '/clock': {
    POST: async ({ body }) => control.clock(readClockCommand(body)),
  },
  '/devices': {
    POST: async ({ body }) => {
      control.press(readHandReport(body));
      return { ok: true };
    },
  },
  '/client-report': {
    POST: async ({ body }) => control.clientReport(readReportOrder(body)),
  },
  '/journal': {
    GET: (_request, reply) => {
      reply.raw.setTimeout(LIMITS.silenceSeconds.value * 1_000);
      return reply
        .type('application/x-ndjson')
        .send(Readable.from(told(control.journal(), report), { objectMode: false }));
    },
  },
  '/reset': {
    POST: async ({ body }) => control.reset(readReset(body)),
  },
  '/faults': { GET: refuseAll(NO_FAULTS), POST: refuseAll(NO_FAULTS) },
  '/faults/:id': { DELETE: refuseAll(NO_FAULTS) },
  '/snapshots': { POST: refuseAll(NO_SNAPSHOTS) },
  '/snapshots/:id/restore': { POST: refuseAll(NO_SNAPSHOTS) },
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const NO_FAULTS = 'This version cannot make devices or the bus fail yet.';
const NO_SNAPSHOTS = 'This version cannot take or restore snapshots yet; reset begins anew.';

const refuseAll =
  (sentence: string): Run =>
  async () => {
    throw new SandboxRefusal(sentence);
  };

/** A journal that breaks off has to be told: by then the answer has begun. */
async function* told(journal: AsyncIterable<Uint8Array | string>, report: ReportProblem) {
  try {
    yield* journal;
  } catch (error) {
    report({ during: 'read the journal', error });
    throw error;
  }
}

interface Objection {
  readonly status: 401 | 403;
  readonly error: string;
}

const objectionToToken = ({ headers }: FastifyRequest, token: string): Objection | undefined =>
  carriesToken(headers.authorization, token)
    ? undefined
    : { status: 401, error: 'Send the control token of this sandbox: authorization: Bearer …' };

/** Pages of other sites reach this machine through its browser; with a token they would not know it. */
const objectionToOrigin = ({ headers, protocol }: FastifyRequest): Objection | undefined => {
  if (!isOwnHost(headers.host)) {
    return {
      status: 403,
      error: 'Address the sandbox as localhost or by an address; other names may lead here without meaning to.',
    };
  }
  return isSameSite(headers, protocol === 'https')
    ? undefined
    : { status: 403, error: 'Pages of other sites may not drive the sandbox.' };
};

const sentenceOf = (error: unknown): string | undefined => {
  if (error instanceof SandboxRefusal) return error.message;
  if (!(error instanceof Error) || !('statusCode' in error) || Number(error.statusCode) >= 500) return undefined;
  return SENTENCES.get(error.statusCode) ?? 'The request could not be read.';
};

const SENTENCES: ReadonlyMap<unknown, string> = new Map([
  [413, 'The body is too large.'],
  [415, JSON_ONLY],
]);
