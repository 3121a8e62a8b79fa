import { connect } from 'node:net';

/** What many requests were answered with. */
export interface Tally {
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly answered: number;
}

export interface PipelineOptions {
  readonly connections: number;
  readonly total: number;
  /** Requests of a connection that are under way at the same time. */
  readonly depth?: number;
  readonly from?: string;
}

/**
 * Sends many requests over few connections, as fast as they are answered. `request` makes the bytes of a whole
 * HTTP/1.1 request from its number; answers need a `content-length`.
 */
export async function pipeline(
  base: string,
  request: (index: number) => string,
  options: PipelineOptions,
): Promise<Tally> {
  const { connections, total, depth = 8, from } = options;
  const { hostname, port } = new URL(base);
  const statuses = new Map<number, number>();
  let sent = 0;
  let answered = 0;

  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), ...(from ? { localAddress: from } : {}) });
      let pending = 0;
      let rest = '';
      const fill = () => {
        let bytes = '';
        for (; pending < depth && sent < total; pending += 1) bytes += request(sent++);
        if (bytes) socket.write(bytes);
        if (pending === 0) socket.end();
      };
      socket.setEncoding('latin1');
      socket.once('connect', fill);
      socket.on('data', (chunk) => {
        rest += chunk;
        for (;;) {
          const end = rest.indexOf('\r\n\r\n');
          if (end < 0) break;
          const head = rest.slice(0, end);
          const whole = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
          if (rest.length < whole) break;
          rest = rest.slice(whole);
          const status = Number(head.slice(9, 12));
          statuses.set(status, 1 + (statuses.get(status) ?? 0));
          answered += 1;
          pending -= 1;
        }
        fill();
      });
      socket.once('error', reject);
      socket.once('close', () =>
        pending === 0 ? resolve() : reject(new Error(`closed with ${pending} requests unanswered`)),
      );
    });
  await Promise.all(Array.from({ length: connections }, one));
  return { statuses, answered };
}

/** The bytes of a `POST` of a call. */
export function post(name: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  }).map(([key, value]) => `${key}: ${value}`);
  return `POST /api/v1/${name} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
