import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../twin/index.ts';
import { isLocalName } from '../local-name.ts';
import type { ReportProblem } from '../problem.ts';
import type { Figures, Readiness } from './figures.ts';
import { LoopLag } from './loop-lag.ts';

export interface MonitoringOptions {
  readonly figures: () => Figures;
  readonly readiness: () => Readiness;
  /** Whether the skill `metrics` is on. */
  readonly isOn: () => boolean;
  /** The real clock. */
  readonly networkClock: Clock;
  readonly report: ReportProblem;
}

/** What programs that watch the controller ask for. Local network only; whoever calls it has made sure of that. */
export interface Monitoring {
  /** Whether a request target belongs to it: `/metrics`, `/health/live`, `/health/ready`. */
  claims(target: string | undefined): boolean;
  handle(req: IncomingMessage, res: ServerResponse): void;
  close(): void;
}

export const createMonitoring = ({ figures, readiness, isOn, networkClock, report }: MonitoringOptions): Monitoring => {
  const lag = new LoopLag(networkClock);
  const scrape = (res: ServerResponse, isHead: boolean): void => {
    if (!isOn()) {
      lag.end();
      send(res, 404, { error: 'Nothing lives at this address.' });
      return;
    }
    lag.look();
    // The library behind it is loaded when somebody scrapes.
    import('./exposition.ts')
      .then(({ exposition }) => exposition(figures, lag))
      .then(({ type, text }) => {
        res.writeHead(200, { ...SAFE, 'content-type': type, 'content-length': Buffer.byteLength(text) });
        res.end(isHead ? undefined : text);
      })
      .catch((error: unknown) => {
        report({ during: 'answer GET /metrics', error });
        send(res, 500, { error: 'The controller could not answer; its log says why.' });
      });
  };

  return {
    claims: (target) => PATHS.has(pathOf(target)),
    handle(req, res) {
      const path = pathOf(req.url);
      if (!isLocalName(req.headers.host))
        send(res, 403, { error: 'Address the controller by a local name or an address.' });
      else if (req.method !== 'GET' && req.method !== 'HEAD')
        send(res, 405, { error: `${req.method} is not possible here; use GET.` }, { allow: 'GET, HEAD' });
      else if (path === METRICS) scrape(res, req.method === 'HEAD');
      else if (path === LIVE) send(res, 200, { live: true });
      else {
        const present = readiness();
        const ready = Object.values(present).every((each) => each);
        send(res, ready ? 200 : 503, { ready, ...present });
      }
    },
    close: () => lag.end(),
  };
};

const METRICS = '/metrics';
const LIVE = '/health/live';
const PATHS: ReadonlySet<string> = new Set([METRICS, LIVE, '/health/ready']);

const pathOf = (target = ''): string => target.split('?', 1)[0] ?? '';

const SAFE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

const send = (
  res: ServerResponse,
  status: number,
  body: object,
  headers: { readonly [name: string]: string } = {},
): void => {
  const text = JSON.stringify(body);
  const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) };
  res.writeHead(status, { ...SAFE, ...type, ...headers });
  res.end(text);
};
