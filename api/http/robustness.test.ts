import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { CALLS, listen, success } from './listening.test.ts';

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
}

const path = fc.oneof(
  fc.constantFrom(...[...CALLS.keys()].map((name) => `/api/v1/${name}`)),
  fc.constantFrom('/', '/docs', '/api/v1', '/api/v1/', '/api/v1/openapi.json', '/docs/page.css', '/%', '/%c0%af'),
  fc.webPath().map((text) => `/api/v1${text}`),
  fc.webPath().map((text) => `/${text}`),
);
const query = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((text) => `?${text}`),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('cid', 'property', 'x-service-sid', '__proto__', 'a[b]', 'toString'),
        fc.webQueryParameters(),
      ),
    )
    .map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`),
);
const json = fc.oneof(
  fc.json({ maxDepth: 6 }),
  fc.constantFrom(
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":1}}',
    '{"cid":1e999}',
    '\uFEFF{}',
    '{"cid":"\\ud800"}',
  ),
  fc.integer({ min: 1, max: 100_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
);
const body = fc.oneof(
  fc.constant(Buffer.alloc(0)),
  json.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.webQueryParameters().map((text) => Buffer.from(text)),
);
const headerValue = fc.oneof(
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\t -~]/g, '')),
  fc
    .uint8Array({ maxLength: 40 })
    .map((bytes) => Buffer.from(bytes.filter((byte) => byte > 0x1f && byte !== 0x7f)).toString('latin1')),
);
const headers = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom(
        ...['auth-username', 'auth-password', 'auth-persistent', 'x-service-sid', 'x-remote-token', 'cookie', 'origin'],
        ...['sec-fetch-site', 'accept-language', 'content-encoding', 'accept', 'if-none-match', 'range', 'forwarded'],
      ),
      headerValue,
    ),
    fc.option(
      fc.oneof(
        fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-16',
          'text/plain',
        ),
        headerValue,
      ),
      { nil: undefined },
    ),
  )
  .map(([some, type]) => ({ ...some, ...(type === undefined ? {} : { 'content-type': type }) }));
const attempt: fc.Arbitrary<Attempt> = fc.record({
  method: fc.constantFrom(
    'GET',
    'POST',
    'POST',
    'POST',
    'PUT',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'PATCH',
    'TRACE',
    'PROPFIND',
  ),
  path: fc.tuple(path, query).map((parts) => parts.join('').replace(/[^!-~]/g, '%20')),
  headers,
  body,
});

test('whatever is asked, the answer is well formed and blames the right one', async (context) => {
  const { port, gate, problems } = await listen(context);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  context.after(() => agent.destroy());
  gate.answer = ({ input }) => success(input);
  const send = ({ method, path, headers, body }: Attempt): Promise<{ status: number; type: string; text: string }> =>
    new Promise((resolve, reject) => {
      const asked = request({
        ...{ port, host: '127.0.0.1', agent, method, path },
        headers: { ...headers, 'content-length': String(body.length) },
      });
      asked.on('error', reject);
      asked.on('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      asked.end(body);
    });
  const statuses = new Map<number, number>();

  await fc.assert(
    fc.asyncProperty(attempt, async (sent) => {
      const { status, type, text } = await send(sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.ok([200, 400, 404, 405, 408].includes(status), `${status} ${text}`);
      assert.doesNotMatch(text, /node_modules|\.ts:\d|\bat \w+ \(/);
      if (sent.method === 'HEAD') assert.equal(text, '');
      else if (type.startsWith('application/json')) JSON.parse(text);
      if (status === 400) assert.equal((JSON.parse(text) as { errorCode: number }).errorCode, 106);
    }),
    { numRuns: 1_500 },
  );

  assert.deepEqual(problems, []);
  assert.deepEqual([...statuses.keys()].sort(), [200, 400, 404, 405, 408]);
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
  assert.equal(({} as { a?: unknown }).a, undefined);
});
