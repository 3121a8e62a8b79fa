import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  StreamableHTTPServerTransport,
  type StreamableHTTPServerTransportOptions,
} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { LIMITS } from '../limits.ts';
import { MCP_LIMITS } from './limits.ts';

/**
 * The library's transport, which takes whatever it is given to send: here a client that does not read its notification
 * stream is cut off, every open stream has a heartbeat, and nothing hangs on when the session ends.
 */
export class SessionTransport extends StreamableHTTPServerTransport {
  /** Answers that are under way. */
  readonly #streams = new Set<ServerResponse>();
  #notifications: NotificationStream | undefined;
  #emptied: (() => void) | undefined;

  readonly #dropped: () => void;

  /** `dropped` is called when a client is cut off because it does not read. */
  constructor({
    dropped = () => {},
    ...options
  }: StreamableHTTPServerTransportOptions & { readonly dropped?: () => void }) {
    // The heartbeat comes from the clock that is handed in, not from the library.
    super({ ...options, keepAliveMs: 0 });
    this.#dropped = dropped;
  }

  /** How many answers are under way; an open notification stream is one. */
  get streams(): number {
    return this.#streams.size;
  }

  override async handleRequest(req: IncomingMessage, res: ServerResponse, message?: unknown): Promise<void> {
    this.#streams.add(res);
    res.once('close', () => {
      this.#streams.delete(res);
      if (this.#streams.size === 0) this.#emptied?.();
    });
    res.setTimeout(LIMITS.silenceSeconds.value * 1_000);
    if (req.method === 'GET' && req.headers.accept?.includes('text/event-stream')) this.#listen(res);
    await super.handleRequest(req, res, message);
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = 'id' in message && !('method' in message);
    const relatedRequestId = options?.relatedRequestId;
    if (!isAnswer && relatedRequestId === undefined && this.#notifications?.queue(message) === false) this.#dropped();
    await super.send(message, relatedRequestId === undefined ? {} : { relatedRequestId });
  }

  /** Writes a comment on every stream, so that a peer that is gone is found out. */
  beat(): void {
    for (const res of this.#streams) {
      if (res.headersSent && !res.writableEnded && !res.writableNeedDrain) res.write(BEAT);
    }
  }

  /** Resolves when no answer is under way any more. */
  async emptied(): Promise<void> {
    if (this.#streams.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#emptied = resolve;
    });
  }

  /** Cuts what is still open. */
  cut(): void {
    for (const res of this.#streams) res.destroy();
  }

  /** A client that lost its stream and opens a new one does not have to wait until the loss is noticed here. */
  #listen(res: ServerResponse): void {
    this.closeStandaloneSSEStream();
    const stream = new NotificationStream(res);
    this.#notifications = stream;
    res.once('close', () => {
      if (this.#notifications === stream) this.#notifications = undefined;
    });
  }
}

const BEAT = ': heartbeat\n\n';

/** Counts what was given to the library to send, less what it has written: its own queue has no end. */
class NotificationStream {
  readonly #res: ServerResponse;
  #queued = 0;

  constructor(res: ServerResponse) {
    this.#res = res;
    const write = res.write.bind(res);
    res.write = ((chunk: Uint8Array | string) => {
      if (chunk !== BEAT) this.#queued -= chunk.length;
      return write(chunk);
    }) as ServerResponse['write'];
  }

  /** `false`: too much waits, and the stream is cut off. */
  queue(message: JSONRPCMessage): boolean {
    if (this.#res.destroyed) return true;
    this.#queued += FRAME_BYTES + Buffer.byteLength(JSON.stringify(message));
    if (this.#queued + this.#res.writableLength <= MCP_LIMITS.unreadBytes.value) return true;
    this.#res.destroy();
    return false;
  }
}

const FRAME_BYTES = 'event: message\ndata: \n\n'.length;
