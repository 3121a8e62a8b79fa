import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CALLS } from '../../docs/spec/index.ts';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import { isRecord, send } from '../http-client.ts';

interface Operation {
  readonly summary?: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

describe('the interface describes itself', () => {
  let sandbox: RunningSandbox;
  before(async () => {
    sandbox = await startSandbox(['--scenario', 'one-room']);
  });
  after(() => sandbox.stop());

  test('openapi.json has exactly the calls of the table', async () => {
    const answer = await send(`${sandbox.http}/api/v1/openapi.json`);
    const { openapi, paths, info } = answer.as<{
      openapi: string;
      info: { title: string };
      paths: Record<string, Record<string, Operation>>;
    }>();

    assert.match(openapi, /^3\.1\.\d+$/);
    assert.ok(info.title);
    const base = (answer.as<{ servers?: readonly { url: string }[] }>().servers?.[0]?.url ?? '').replace(/\/$/, '');
    const names = Object.keys(paths).map((path) => `${base}${path}`.replace(/^.*\/api\/v1\//, ''));
    assert.deepEqual(names.toSorted(), CALLS.map(({ name }) => name).toSorted());
    for (const [path, operations] of Object.entries(paths)) {
      const { post } = operations;
      assert.ok(post, `POST ${path}`);
      assert.ok((post.summary ?? '').length > 10, `${path} has a summary`);
      for (const status of ['200', '401']) assert.ok(status in post.responses, `${status} of ${path}`);
    }
  });

  test('openapi.json names every parameter of the table, and which are required', async () => {
    const document = (await send(`${sandbox.http}/api/v1/openapi.json`)).as<{
      paths: Record<string, Record<string, Record<string, unknown>>>;
    }>();
    let parameters = 0;
    for (const row of CALLS.filter(({ name }) => name !== 'auth')) {
      const post = Object.entries(document.paths).find(([path]) => path.endsWith(`/${row.name}`))?.[1]?.post;
      const schema = resolved(document, firstSchema(post?.requestBody));
      const fields = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
      const required = isRecord(schema) && Array.isArray(schema.required) ? schema.required : [];
      for (const one of row.parameters) {
        assert.ok(fields.includes(one.name), `${row.name} ${one.name}`);
        assert.equal(required.includes(one.name), one.required, `${row.name} ${one.name}`);
        parameters += 1;
      }
    }
    assert.ok(parameters >= 12);
  });

  test('every reference in openapi.json leads somewhere', async () => {
    const answer = await send(`${sandbox.http}/api/v1/openapi.json`);

    for (const [, reference = ''] of answer.text.matchAll(/"\$ref":\s*"([^"]+)"/g)) {
      assert.notEqual(resolved(answer.body, { $ref: reference }), undefined, reference);
    }
  });

  test('/docs names every call and loads nothing from elsewhere', async () => {
    const page = await send(`${sandbox.http}/docs`);

    assert.equal(page.status, 200);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    for (const { name } of CALLS) assert.match(page.text, new RegExp(`\\b${name}\\b`), name);
    assert.deepEqual([...page.text.matchAll(/(?:src|href|action|data|poster)\s*=\s*["']?\s*(?:https?:)?\/\//gi)], []);
    assert.doesNotMatch(
      page.text,
      /@import|url\(\s*["']?(?:https?:)?\/\/|fetch\(\s*["'](?:https?:)?\/\/|\bimport\s*\(?\s*["']http/i,
    );
    const loaded = [...page.text.matchAll(/<(?:script|link|img|iframe)\b[^>]*?(?:src|href)\s*=\s*["']([^"']+)/gi)].map(
      ([, path]) => path ?? '',
    );
    for (const path of loaded.filter((one) => !one.startsWith('data:'))) {
      assert.equal((await send(new URL(path, `${sandbox.http}/docs`).href)).status, 200, path);
    }
  });

  test('an unknown page is told so, without a trace of how it is built', async () => {
    for (const path of [
      '/castle',
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
      '/.git/config',
      '/node_modules/rxjs/package.json',
      '/api',
      '/api/v2/getVersion',
    ]) {
      const answer = await send(`${sandbox.http}${path}`);
      assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
      assert.doesNotMatch(answer.text, /\bat .*\.(?:ts|js):\d+|ENOENT|"dependencies"/, path);
    }
  });
});

function firstSchema(body: unknown): unknown {
  const content = isRecord(body) && isRecord(body.content) ? body.content['application/json'] : undefined;
  return isRecord(content) ? content.schema : undefined;
}

function resolved(document: unknown, schema: unknown): unknown {
  if (!isRecord(schema) || typeof schema.$ref !== 'string') return schema;
  return schema.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (isRecord(at) ? at[key.replaceAll('~1', '/')] : undefined), document);
}
