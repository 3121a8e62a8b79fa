import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CALLS, listen } from './listening.test.ts';
import type { About } from './start-page.ts';

describe('the OpenAPI document', () => {
  type Json = { readonly [key: string]: unknown };
  const isRecord = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const record = (value: unknown): Json => {
    assert.ok(isRecord(value), JSON.stringify(value));
    return value;
  };
  const read = async (base: string): Promise<Json> => record(await (await fetch(`${base}/api/v1/openapi.json`)).json());

  /** Every object in a document with its place. */
  const walk = function* (value: unknown, place = '#'): Generator<readonly [string, Json]> {
    if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* walk(item, `${place}/${at}`);
    if (!isRecord(value)) return;
    yield [place, value];
    for (const [key, item] of Object.entries(value)) yield* walk(item, `${place}/${key.replaceAll('/', '~1')}`);
  };
  const operations = (document: Json): readonly (readonly [string, string, Json])[] =>
    Object.entries(record(document.paths)).flatMap(([path, item]) =>
      Object.entries(record(item)).map(([method, operation]) => [path, method, record(operation)] as const),
    );

  test('has every call of the table and no other', async (context) => {
    const { base } = await listen(context);

    const document = await read(base);

    assert.equal(document.openapi, '3.1.0');
    assert.deepEqual(
      Object.keys(record(document.paths)),
      [...CALLS.keys()].map((name) => `/api/v1/${name}`),
    );
    for (const [path, method, operation] of operations(document)) {
      assert.ok(method === 'post' || (method === 'get' && CALLS.get(path.slice(8))?.effect === 'read'), path);
      assert.equal(operation.summary, CALLS.get(path.slice(8))?.means);
    }
  });

  test('is built as OpenAPI 3.1 asks', async (context) => {
    const { base } = await listen(context);

    const document = await read(base);
    const { securitySchemes } = record(document.components);

    for (const key of Object.keys(document)) {
      assert.match(key, /^(?:openapi|info|servers|tags|paths|components)$/);
    }
    const ids = operations(document).map(([, , operation]) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    const tags = (document.tags as readonly Json[]).map(({ name }) => name);
    for (const [path, method, operation] of operations(document)) {
      const where = `${method} ${path}`;
      for (const key of Object.keys(operation)) {
        assert.match(
          key,
          /^(?:operationId|summary|description|tags|security|parameters|requestBody|responses)$/,
          where,
        );
      }
      for (const tag of operation.tags as readonly string[]) assert.ok(tags.includes(tag), where);
      for (const scheme of operation.security as readonly Json[]) {
        for (const name of Object.keys(scheme)) assert.ok(name in record(securitySchemes), `${where} ${name}`);
      }
      for (const [status, response] of Object.entries(record(operation.responses))) {
        assert.match(status, /^(?:200|400|401|405|408)$/, where);
        assert.ok('$ref' in record(response) || typeof record(response).description === 'string', where);
      }
      const parameters = (operation.parameters ?? []) as readonly Json[];
      for (const parameter of parameters) {
        assert.match(String(parameter.in), /^(?:query|header)$/, where);
        assert.ok(isRecord(parameter.schema), where);
      }
      assert.equal(new Set(parameters.map(({ name }) => name)).size, parameters.length, where);
    }
  });

  test('points at nothing that is not in it', async (context) => {
    const { base } = await listen(context);

    const document = await read(base);
    const places = new Set([...walk(document)].map(([place]) => place));
    const references = [...walk(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));

    assert.ok(references.length > CALLS.size);
    for (const reference of references) assert.ok(places.has(reference), reference);
  });

  test('says of a call which skill it is a part of, and so does the page', async (context) => {
    const { base } = await listen(context);

    const document = await read(base);
    const page = await (await fetch(`${base}/docs`)).text();

    for (const [path, method, { description = '', responses }] of operations(document)) {
      const { skill, who } = CALLS.get(path.slice(8)) ?? assert.fail(path);
      assert.equal(
        JSON.stringify(record(responses)[400]).includes('117'),
        skill !== undefined || who === 'admin',
        path,
      );
      assert.equal(String(description).includes(`\`${skill}\``), skill !== undefined, `${method} ${path}`);
    }
    const skills = [...CALLS.values()].filter(({ skill }) => skill !== undefined);
    assert.equal(skills.length, 1);
    assert.equal(page.split('<span class="tag">skill ').length - 1, skills.length);
  });

  test('says which errors a call has, with the status of each', async (context) => {
    const { base } = await listen(context);

    const document = await read(base);
    const post = record(record(record(document.paths)['/api/v1/getComponentData']).post);
    const codes = Object.entries(record(post.responses)).flatMap(([status, response]) => {
      const { content } = record(response);
      if (content === undefined) return [];
      const { examples } = record(record(content)['application/json']);
      return examples === undefined ? [] : [[status, Object.keys(record(examples))]];
    });

    assert.deepEqual(codes, [
      ['400', ['106', '112']],
      ['401', ['106', '109', '110', '122', '137']],
      ['408', ['116']],
    ]);
  });
});

describe('a page', () => {
  const about: About = {
    name: 'Twinhaus',
    version: '1.2.3',
    means: 'A house <of> "tests".',
    facts: [{ label: 'Seed', text: '7' }],
    accounts: [{ username: 'ann', password: 'ann-password', means: 'everything' }],
  };

  test('loads nothing from elsewhere and runs nothing that is written in it', async (context) => {
    const { base } = await listen(context, { about });

    for (const path of ['/', '/docs']) {
      const answer = await fetch(`${base}${path}`);
      const text = await answer.text();
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self';/);
      assert.doesNotMatch(text, /<script(?! src="\/docs\/)|<style|\sstyle=|\son\w+=|javascript:/i);
      for (const [, target] of text.matchAll(/\s(?:src|href)="([^"]*)"/g)) {
        assert.match(target ?? '', /^(?:\/(?!\/)|#|data:image\/svg)/);
      }
      for (const [, target] of text.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="(\/[^"]*)"/g)) {
        assert.equal((await fetch(`${base}${target}`)).status, 200, target);
      }
    }
  });

  test('says what runs here, and shows accounts only if it is told some', async (context) => {
    const shown = await (await fetch((await listen(context, { about })).base)).text();
    const hidden = await (await fetch((await listen(context)).base)).text();

    assert.match(shown, /A house &lt;of&gt; &quot;tests&quot;\./);
    assert.match(shown, /ann-password/);
    assert.match(hidden, /A house for tests\./);
    assert.doesNotMatch(hidden, /Accounts/);
  });

  test('describes every call, with a place to jump to', async (context) => {
    const { base } = await listen(context);

    const text = await (await fetch(`${base}/docs`)).text();

    for (const name of CALLS.keys()) {
      assert.match(text, new RegExp(`<a href="#${name}">`));
      assert.match(text, new RegExp(`<article id="${name}">`));
    }
    assert.match(text, /Name of the <code>property<\/code>\./);
  });

  test('writes no more of a foreign Host header than a name can be', async (context) => {
    const { raw } = await listen(context);

    const said = await raw('GET / HTTP/1.1\r\nHost: "><script>\r\nConnection: close\r\n\r\n');

    assert.doesNotMatch(said, /"><script>/);
    assert.match(said, /http:\/\/CONTROLLER\/api/);
  });

  test('can be asked for with HEAD', async (context) => {
    const { base } = await listen(context);

    const answer = await fetch(`${base}/docs`, { method: 'HEAD' });

    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), '');
  });
});

test('an area lives under its own path, on the local network', async (context) => {
  const areas = [
    {
      prefix: '/area',
      routes: (app: { get(path: string, run: () => unknown): unknown }, _options: unknown, done: () => void) => {
        app.get('/', async () => ({ here: true }));
        app.get('/broken', async () => {
          throw new Error('secret');
        });
        done();
      },
    },
  ];
  const local = await listen(context, { areas });
  const remote = await listen(context, { areas, listener: 'remote' });

  assert.deepEqual(await (await fetch(`${local.base}/area`)).json(), { here: true });
  const broken = await fetch(`${local.base}/area/broken`);
  assert.equal(broken.status, 500);
  assert.doesNotMatch(await broken.text(), /secret/);
  assert.equal(local.problems.length, 1);
  assert.equal((await fetch(`${remote.base}/area?x-remote-token=t1`)).status, 404);
});
