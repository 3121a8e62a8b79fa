import { connect, type Socket } from 'node:net';
import { answer, ready } from '../contestants/channel.ts';
import type { Request } from '../stored-answer.ts';
import { sharedNow } from '../usage.ts';

/** Puts load on a server over HTTP keep-alive, one request at a time on each connection. */
export interface Load {
  readonly http: string;
  /** Sent in turn, over and over. */
  readonly requests: readonly Request[];
  readonly connections: number;
  /** Milliseconds. */
  readonly duration: number;
}

export interface LoadResult {
  readonly answered: number;
  /** Milliseconds from the first request to the last answer. */
  readonly elapsed: number;
}

answer({ run });
ready();

async function run({ http, requests, connections, duration }: Load): Promise<LoadResult> {
  const { hostname, port, host } = new URL(http);
  const bytes = requests.map(({ path, headers, body }) => encoded(host, path, headers, body));
  const begun = sharedNow();
  const until = begun + duration;
  let turn = 0;
  const counts = await Promise.all(
    Array.from({ length: connections }, () =>
      drive(connect({ host: hostname, port: Number(port), noDelay: true }), () =>
        sharedNow() < until ? bytes[turn++ % bytes.length] : undefined,
      ),
    ),
  );
  return { answered: counts.reduce((sum, count) => sum + count, 0), elapsed: sharedNow() - begun };
}

function encoded(host: string, path: string, headers: Request['headers'], body: string): Buffer {
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}

const LAST_CHUNK = '\r\n0\r\n\r\n';

const endOf = (tail: string, chunk: Buffer): string =>
  (tail + chunk.toString('latin1', Math.max(0, chunk.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length);

/** Sends what `next` hands out until it hands out nothing more; answers how many were answered, all of them with 200. */
function drive(socket: Socket, next: () => Buffer | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0;
    let head: Buffer = Buffer.alloc(0);
    /** Bytes of the body that are still to come; negative while the head is. */
    let missing = -1;
    /** The end of what has come of a body that does not say how long it is; `undefined` for one that does. */
    let tail: string | undefined;
    const send = () => {
      const bytes = next();
      if (bytes !== undefined) {
        socket.write(bytes);
        return;
      }
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', send);
    socket.once('error', reject);
    socket.once('end', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk: Buffer) => {
      if (tail !== undefined) tail = endOf(tail, chunk);
      else if (missing < 0) {
        const bytes = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) {
          head = bytes;
          return;
        }
        const text = bytes.toString('latin1', 0, end);
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
        const isChunked = /\r\ntransfer-encoding: chunked/i.test(text);
        if (!text.startsWith('HTTP/1.1 200') || (length === undefined && !isChunked)) {
          socket.destroy();
          reject(new Error(`unexpected answer: ${bytes.toString('utf8').slice(0, 600)}`));
          return;
        }
        head = Buffer.alloc(0);
        if (isChunked) tail = endOf('\r\n', bytes.subarray(end + 4));
        else missing = Number(length) - (bytes.length - end - 4);
      } else missing -= chunk.length;
      if (missing > 0 || (tail !== undefined && !tail.endsWith(LAST_CHUNK))) return;
      missing = -1;
      tail = undefined;
      answered += 1;
      send();
    });
  });
}
