import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../limits.ts';

/** What becomes of a body: all of it, or an error code: 106 for one that is too large, 116 when too many come at once. */
export interface Reception {
  taken(body: Buffer): void;
  refused(code: 106 | 116): void;
}

/** Receives bodies into memory, each up to a limit and all of them together up to another. */
export class Receiver {
  /** Bytes of bodies that are still coming. */
  #held = 0;

  /** Calls exactly one function of `reception`, or none if the client goes away. */
  receive(req: IncomingMessage, reception: Reception): void {
    const declared = Number(req.headers['content-length']);
    if (declared > LIMITS.bodyBytes.value) {
      drain(req);
      reception.refused(106);
      return;
    }
    req.once('data', (chunk: Buffer) => {
      // Nearly every body is one chunk: nothing has to be kept then.
      if (chunk.length === declared) reception.taken(chunk);
      else this.#collect(req, chunk, reception);
    });
    if (Number.isNaN(declared)) req.once('end', () => req.readableDidRead || reception.taken(NOTHING));
  }

  #collect(req: IncomingMessage, first: Buffer, reception: Reception): void {
    const chunks: Buffer[] = [];
    let bytes = 0;

    const refuse = (code: 106 | 116): void => {
      req.off('data', hold).off('end', take);
      chunks.length = 0;
      drain(req);
      reception.refused(code);
    };
    const hold = (chunk: Buffer): void => {
      bytes += chunk.length;
      this.#held += chunk.length;
      chunks.push(chunk);
      if (bytes > LIMITS.bodyBytes.value) refuse(106);
      else if (this.#held > LIMITS.bodiesBytes.value) refuse(116);
    };
    const take = (): void => reception.taken(Buffer.concat(chunks, bytes));

    req.on('data', hold).once('end', take);
    req.once('close', () => {
      this.#held -= bytes;
    });
    hold(first);
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

const NOTHING = Buffer.alloc(0);
