import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../limits.ts';

/** What becomes of a body: all of it, or an error code: 106 for one that is too large, 116 when too many come at once. */
export interface Reception<For> {
  taken(exchange: For, body: Buffer): void;
  refused(exchange: For, code: 106 | 116): void;
}

/** Receives bodies into memory, each up to a limit and all of them together up to another. */
export class Receiver<For> {
  readonly #reception: Reception<For>;
  /** Bytes of bodies that are still coming. */
  #held = 0;

  constructor(reception: Reception<For>) {
    this.#reception = reception;
  }

  /** Calls one function of the reception, once, or none if the client goes away. */
  receive(req: IncomingMessage, exchange: For): void {
    const declared = Number(req.headers['content-length']);
    if (declared > LIMITS.bodyBytes.value) {
      drain(req);
      this.#reception.refused(exchange, 106);
      return;
    }
    // Nearly every body is one chunk: nothing has to be kept then.
    let hold: ((chunk: Buffer) => void) | undefined;
    req.on('data', (chunk: Buffer) => {
      if (hold === undefined && chunk.length === declared) this.#reception.taken(exchange, chunk);
      else {
        hold ??= this.#collect(req, exchange);
        hold(chunk);
      }
    });
    if (Number.isNaN(declared)) hold = this.#collect(req, exchange);
  }

  /** Takes what comes chunk by chunk, until the request ends. */
  #collect(req: IncomingMessage, exchange: For): (chunk: Buffer) => void {
    let chunks: Buffer[] | undefined = [];
    let bytes = 0;
    let refusedBytes = 0;

    req.once('end', () => {
      if (chunks !== undefined) this.#reception.taken(exchange, Buffer.concat(chunks, bytes));
    });
    req.once('close', () => {
      this.#held -= bytes;
    });
    return (chunk) => {
      if (chunks === undefined) {
        refusedBytes += chunk.length;
        if (refusedBytes > LIMITS.drainBytes.value) req.destroy();
        return;
      }
      bytes += chunk.length;
      this.#held += chunk.length;
      chunks.push(chunk);
      const tooMany = this.#held > LIMITS.bodiesBytes.value;
      if (bytes <= LIMITS.bodyBytes.value && !tooMany) return;
      chunks = undefined;
      this.#held -= bytes;
      bytes = 0;
      this.#reception.refused(exchange, tooMany ? 116 : 106);
    };
  }
}

/** Reads what is still coming, so that the client gets to read its answer; but not for ever. */
const drain = (req: IncomingMessage): void => {
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LIMITS.drainBytes.value) req.destroy();
  });
};
