import { type ClientRequest, request as plain } from 'node:http';
import { request as encrypted } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Clock, seconds } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';
import type { WebHookAddress } from '../web-hook-address.ts';
import type { Connections } from './connections.ts';
import { reasonOf } from './reason-of.ts';

/** One call of an address. */
export interface Outgoing {
  readonly address: WebHookAddress;
  /** Path and query as they stand in the request line. */
  readonly target: string;
  readonly userAgent: string;
  /** Connections that may be used again; left out: one of its own, which is closed afterwards. */
  readonly connections?: Connections;
  readonly lookup: LookupFunction;
  /** The real clock. */
  readonly networkClock: Clock;
}

/** What came of it, as in `Delivery`. */
export interface Outcome {
  readonly status: number | null;
  readonly reason: string | null;
  readonly duration: number;
}

/** A call that is under way. */
export interface Sending {
  /** Never rejects, and comes at the latest when the time for a call is up. */
  readonly outcome: Promise<Outcome>;
  /** Ends it at once, with `GIVEN_UP` as the reason. */
  giveUp(): void;
}

/** Why something was not sent, or not to its end, that nobody wants any more. */
export const GIVEN_UP = 'given up';

/** Who does not promise to keep a connection may close it in the very moment in which the next call goes out. */
const KEEPS = /\bkeep-alive\b/i;

const TIME = seconds(LIMITS.webHookSeconds.value);

/** Sends one `GET`. No redirect is followed, nothing is sent twice, and of the answer only its status is kept. */
export const send = (outgoing: Outgoing): Sending => {
  const { networkClock } = outgoing;
  const begun = networkClock.elapsed();
  const { promise, resolve } = toResolve<Outcome>();
  let status: number | null = null;
  let read = 0;

  const finish = (reason: string | null): void => {
    late.unsubscribe();
    resolve({ status, reason, duration: Math.round(networkClock.elapsed() - begun) });
  };
  const cut = (reason: string | null): void => {
    finish(reason);
    request?.destroy();
  };
  const late = networkClock.after(TIME).subscribe(() => {
    cut(status === null ? `no answer within ${LIMITS.webHookSeconds.value} s` : 'the answer did not end in time');
  });

  const request = attempt(outgoing, finish);
  request?.on('response', (response) => {
    status = response.statusCode ?? null;
    if (!KEEPS.test(response.headers.connection ?? '')) request.shouldKeepAlive = false;
    response.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > LIMITS.webHookBodyBytes.value) cut(null);
    });
    response.on('end', () => finish(null));
    response.on('error', (error) => finish(reasonOf(error)));
  });
  request?.on('error', (error) => finish(reasonOf(error)));
  request?.on('close', () => finish('the connection was closed'));
  request?.end();
  return { outcome: promise, giveUp: () => cut(GIVEN_UP) };
};

const attempt = (outgoing: Outgoing, failed: (reason: string) => void): ClientRequest | undefined => {
  const { address, target, userAgent, connections, lookup } = outgoing;
  const { secure, host, port } = address;
  try {
    return (secure ? encrypted : plain)({
      method: 'GET',
      host,
      port,
      path: target,
      headers: { 'user-agent': userAgent },
      agent: connections ?? false,
      maxHeaderSize: LIMITS.webHookHeaderBytes.value,
      lookup,
      // Whatever the environment says.
      ...(secure && { rejectUnauthorized: true }),
    });
  } catch (error) {
    failed(reasonOf(error));
    return undefined;
  }
};

const toResolve = <Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } => {
  let resolve = (_value: Value): void => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};
