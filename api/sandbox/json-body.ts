import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIMITS } from '../limits.ts';
import { SandboxRefusal } from './sandbox-control.ts';

type Payload = FastifyRequest['raw'];
type Done = (error: Error | null, body?: unknown) => void;

/** Bodies are JSON and nothing else: a form of another site can send anything but that. */
export const readJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request: FastifyRequest, payload: Payload, done: Done) =>
    readJson(payload, done),
  );
  app.addContentTypeParser('*', (_request: FastifyRequest, payload: Payload, done: Done) => {
    readOut(payload, () => done(new SandboxRefusal(JSON_ONLY)));
  });
};

export const JSON_ONLY = 'Send the body as JSON, with the header content-type: application/json.';

const readJson = (payload: Payload, done: Done): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= LIMITS.bodyBytes.value) {
      chunks.push(chunk);
      return;
    }
    payload.off('data', take);
    payload.off('end', end);
    readOut(payload, () => done(new SandboxRefusal('The body is too large.')));
  };
  const end = (): void => {
    const text = Buffer.concat(chunks, bytes).toString('utf8');
    try {
      done(null, text === '' ? {} : JSON.parse(text));
    } catch {
      done(new SandboxRefusal('The body is not JSON.'));
    }
  };
  payload.on('data', take);
  payload.once('end', end);
};

/** Reads what is still coming, because whoever is cut off while sending never reads an answer; but not for ever. */
const readOut = (payload: Payload, finished: () => void): void => {
  let bytes = 0;
  payload.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LIMITS.drainBytes.value) payload.destroy();
  });
  payload.once('end', finished);
};
