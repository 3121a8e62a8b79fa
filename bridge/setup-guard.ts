import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LIMITS } from './limits.ts';

/** A request that is not answered, with the status that says why. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Throws unless a request comes from this computer, to this page by its own name: another site's name that leads to this computer
 * (DNS rebinding) is not ours, and neither is a form that another site sends here.
 */
export const guard = ({ method, headers, socket }: IncomingMessage): void => {
  const port = socket.localPort;
  const names = [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`];
  const host = headers.host?.toLowerCase() ?? '';
  if (!names.includes(host)) throw new Refused(421, 'This page is at http://localhost only.');
  if (method === 'GET' || method === 'HEAD') return;
  if (method !== 'POST') throw new Refused(405, 'This page knows GET and POST only.');
  const { origin, 'sec-fetch-site': site = 'same-origin', 'content-type': type = '' } = headers;
  if (origin !== undefined && origin !== `http://${host}`) throw new Refused(403, 'This form comes from another site.');
  if (site !== 'same-origin') throw new Refused(403, 'This form comes from another site.');
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw new Refused(415, 'This page takes forms only.');
};

/** The fields of a form that this page itself has made. */
export const readForm = async (request: IncomingMessage, formToken: string): Promise<ReadonlyMap<string, string>> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LIMITS.formBytes.value) throw new Refused(413, 'This form is too large.');
    parts.push(part);
  }
  const form = new Map(new URLSearchParams(Buffer.concat(parts).toString('utf8')));
  const shown = Buffer.from(form.get('form') ?? '');
  const expected = Buffer.from(formToken);
  if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) {
    throw new Refused(
      403,
      'This form is not of this page, or of one that was opened before the bridge was started anew.',
    );
  }
  return form;
};
