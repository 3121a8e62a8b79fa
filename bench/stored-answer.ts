import { request } from 'node:http';

/** An answer of the product, for a baseline to send: the same bytes to the same request. */
export interface StoredAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request as the load sends it. */
export interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Made by every HTTP server on its own for each connection or each answer. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Sends a request once and keeps the answer. */
export function storedAnswer(http: string, { path, headers, body }: Request): Promise<StoredAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${http}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode !== 200) {
          reject(new Error(`${path}: ${response.statusCode} ${text}`));
          return;
        }
        const kept = Object.entries(response.headers)
          .filter(([name]) => !OWN.has(name))
          .map(([name, value]) => [name, String(value)] as const);
        resolve({
          headers: { ...Object.fromEntries(kept), 'content-length': String(Buffer.byteLength(text)) },
          body: text,
        });
      });
    });
    asked.end(body);
  });
}
