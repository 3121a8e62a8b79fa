import { type IncomingMessage, request } from 'node:http';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Controller } from './controller.ts';
import { dial } from './dial.ts';
import { LIMITS } from './limits.ts';

/** Marks the answer that we give in a controller's stead when its stream has ended without one. */
export const CUT_OFF = 'twinhaus-bridge: the stream has ended';

/**
 * `fetch` towards one controller and nobody else. Each request has a connection of its own: one that was kept could be cut by the
 * other side in the very moment in which a call goes out, and nobody would know whether it was carried out.
 */
export const controllerFetch = (controller: Controller, notificationsEnded: () => void): FetchLike => {
  const home = new URL(controller.address);
  /** By the id of the request that is answered on them. */
  const streams = new Map<unknown, IncomingMessage>();

  return async (url, init = {}) => {
    const { method = 'GET', signal } = init;
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${controller.token}`);
    headers.set('host', home.host);
    if (new URL(url).href !== home.href) throw new Error('another address than the controller’s');
    const sent = typeof init.body === 'string' ? init.body : undefined;
    const message = messageIn(sent);
    const answer = await exchange(home, controller.fingerprint, method, headers, sent, signal ?? undefined).catch(
      (error: unknown) => {
        if (method === 'GET' && !signal?.aborted) notificationsEnded();
        throw error;
      },
    );
    if (message?.method === 'notifications/cancelled') streams.get(message.params?.requestId)?.destroy();

    const status = answer.statusCode ?? 500;
    const streaming = /^text\/event-stream\b/.test(answer.headers['content-type'] ?? '');
    if (!streaming) return new Response(bodyOf(status, answer), { status, headers: kept(answer) });
    if (method === 'GET') answer.once('close', () => !signal?.aborted && notificationsEnded());
    if (message?.id !== undefined && 'method' in message) {
      streams.set(message.id, answer);
      answer.once('close', () => streams.delete(message.id));
    }
    const last = message?.id === undefined ? '' : withoutAnswer(message.id);
    return new Response(streamOf(answer, last), { status, headers: kept(answer) });
  };
};

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown };
}

const messageIn = (body: string | undefined): Message | undefined =>
  body === undefined ? undefined : (JSON.parse(body) as Message);

/** Somebody who has had the answer already does not look at this one. */
const withoutAnswer = (id: unknown): string =>
  `\n\nevent: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: CUT_OFF } })}\n\n`;

const exchange = (
  home: URL,
  fingerprint: string | undefined,
  method: string,
  headers: Headers,
  body: string | undefined,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const call = request({
      method,
      path: `${home.pathname}${home.search}`,
      headers: Object.fromEntries(headers),
      createConnection: (_, dialled) => {
        dial(home, fingerprint, dialled);
        return undefined;
      },
    });
    const abort = () => call.destroy(new DOMException('given up', 'AbortError'));
    call.once('response', resolve).on('error', reject);
    call.once('close', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    call.end(body);
  });

/** A redirect would lead to somebody whom the token is not meant for. */
const kept = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'location' || name === 'set-cookie' ? [] : [[name, String(value)]],
  );

const bodyOf = (status: number, answer: IncomingMessage): ReadableStream<Uint8Array> | null => {
  if (status === 204 || status === 205 || status === 304) {
    answer.resume();
    return null;
  }
  return streamOf(answer, undefined, status >= 400 ? LIMITS.refusalBytes.value : Number.POSITIVE_INFINITY);
};

/** With last words, a stream ends in good order whatever has happened. What is beyond the limit is not waited for. */
const streamOf = (
  answer: IncomingMessage,
  last: string | undefined,
  limit = Number.POSITIVE_INFINITY,
): ReadableStream<Uint8Array> => {
  let read = 0;
  let open = true;
  return new ReadableStream<Uint8Array>({
    start(stream) {
      const end = () => {
        if (!open) return;
        open = false;
        if (last === undefined && !answer.complete && read < limit) {
          stream.error(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
          return;
        }
        if (last) stream.enqueue(new TextEncoder().encode(last));
        stream.close();
      };
      answer.on('data', (bytes: Buffer) => {
        if (!open) return;
        stream.enqueue(new Uint8Array(bytes));
        read += bytes.length;
        if (read >= limit) answer.destroy();
        else if ((stream.desiredSize ?? 1) <= 0) answer.pause();
      });
      // What broke is seen by its end.
      answer.on('error', () => {}).once('close', end);
    },
    pull() {
      answer.resume();
    },
    cancel() {
      open = false;
      answer.destroy();
    },
  });
};
