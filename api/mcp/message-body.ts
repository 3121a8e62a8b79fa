import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { isTooDeep } from '../json-depth.ts';
import { LIMITS } from '../limits.ts';
import { type McpRefusal, NOT_JSON, TOO_LARGE } from './refusal.ts';

/** What became of a body; `undefined` if the client went away. */
export type Received = { readonly message: unknown } | { readonly refusal: McpRefusal } | undefined;

/** Receives a message into memory, up to the limit of a body. */
export const receiveMessage = async (req: IncomingMessage): Promise<Received> => {
  const bytes = await receive(req);
  if (bytes === undefined || 'refusal' in bytes) return bytes;
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes) || isTooDeep(text)) return { refusal: NOT_JSON };
  try {
    return { message: JSON.parse(text) };
  } catch {
    return { refusal: NOT_JSON };
  }
};

const receive = (req: IncomingMessage): Promise<Buffer | { readonly refusal: McpRefusal } | undefined> =>
  new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    if (Number(req.headers['content-length']) > LIMITS.bodyBytes.value) resolve({ refusal: TOO_LARGE });
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= LIMITS.bodyBytes.value) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      resolve({ refusal: TOO_LARGE });
      // Whoever is cut off while sending never reads an answer; but it is not read for ever.
      if (bytes > LIMITS.drainBytes.value) req.destroy();
    });
    req.once('end', () => resolve(Buffer.concat(chunks, bytes)));
    req.once('close', () => resolve(undefined));
  });
