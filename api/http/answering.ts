import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { LIMITS } from '../limits.ts';

/** An answer as it goes over the wire. */
export interface Sent {
  readonly status: number;
  /** JSON. */
  readonly body: string | Buffer;
  /** Names and values in turn. */
  readonly headers?: readonly string[] | undefined;
}

/** Writes a JSON answer in one go. Nothing of it may be kept by anybody on the way. */
export const sendJson = (res: ServerResponse, { status, body, headers }: Sent): void => {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const all: OutgoingHttpHeader[] = [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(length),
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
  ];
  if (headers !== undefined) all.push(...headers);
  res.writeHead(status, all);
  res.end(body);
  if (res.writableLength > 0) limitSilence(res);
};

/** Cuts the connection when nothing moves on it for too long, as when a client does not read. Ends with the answer. */
export const limitSilence = (res: ServerResponse): void => {
  res.setTimeout(LIMITS.silenceSeconds.value * 1_000);
};

/** Answer to a path that leads nowhere. */
export const NOTHING_HERE: Sent = { status: 404, body: JSON.stringify({ error: 'Nothing lives at this address.' }) };

/** Answer when something failed that no caller can mend. */
export const FAILED: Sent = {
  status: 500,
  body: JSON.stringify({ error: 'The controller could not answer; its log says why.' }),
};
