import type { HttpAnswer } from '../clients/http-client.ts';
import { field, isFields, same } from '../clients/json.ts';
import { brief, codeOf } from '../trials/caller.ts';
import type { Check } from './check.ts';
import { someValue } from './http-requests.ts';

const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${brief(text)}`;

/** How requests and answers look over HTTP. */
export const HTTP_FORM: readonly Check[] = [
  {
    id: 'http.forms',
    title: 'a call means the same as JSON, as a form and as a query',
    proves: [
      'http.path',
      'http.json-body',
      'http.form-body',
      'http.get-query',
      'http.success-200',
      'http.json-answers',
    ],
    needs: [],
    async run(t) {
      const version = await t.http.call('getVersion', t.user);
      t.expect(
        'http.path',
        isFields(version.body) && codeOf(version.body) === null,
        `POST getVersion: ${shown(version)}`,
      );
      t.expect('http.success-200', version.status === 200, `getVersion: ${shown(version)}`);
      const type = version.headers['content-type'] ?? 'none';
      t.expect('http.json-answers', /^application\/json/.test(type), `content-type: ${type}`);
      const parameters = someValue(t);
      for (const [form, id] of [
        ['json', 'http.json-body'],
        ['form', 'http.form-body'],
        ['query', 'http.get-query'],
      ] as const) {
        const read = await t.http.call('getComponentData', t.user, parameters, { form });
        t.expect(id, read.status === 200 && isFields(read.body) && 'content' in read.body, shown(read));
      }
    },
  },
  {
    id: 'http.booleans',
    title: 'the texts true and false are booleans in forms and queries',
    proves: ['http.form-booleans', 'http.query-booleans'],
    needs: [],
    async run(t) {
      const keysWith = async (form: 'json' | 'form' | 'query', wanted: boolean) => {
        const parameters = { withProperties: wanted, withMappings: false };
        const { body } = await t.http.call('getAllComponents', t.user, parameters, { form });
        return Array.isArray(body) ? [...new Set(body.filter(isFields).flatMap(Object.keys))].sort() : body;
      };
      const plain = { yes: await keysWith('json', true), no: await keysWith('json', false) };
      for (const [form, id] of [
        ['form', 'http.form-booleans'],
        ['query', 'http.query-booleans'],
      ] as const) {
        const other = { yes: await keysWith(form, true), no: await keysWith(form, false) };
        t.expect(id, same(plain, other), `fields as JSON ${brief(plain)}, as ${form} ${brief(other)}`);
      }
    },
  },
  {
    id: 'http.switch-by-text',
    title: 'a lamp can be switched with a form and with a query',
    proves: ['http.form-booleans', 'http.query-booleans'],
    needs: ['switches'],
    async run(t) {
      const lamp = await t.lamp();
      // A lamp that is out of reach says nothing of forms.
      await t.toggle(lamp);
      for (const [form, id] of [
        ['form', 'http.form-booleans'],
        ['query', 'http.query-booleans'],
      ] as const) {
        let says = '';
        const reached = await t.inTries(async () => {
          const wanted = (await t.stateOf(lamp)) !== true;
          const parameters = { cid: lamp.cid, property: 'state', value: wanted };
          const sent = await t.http.call('componentUpdate', t.user, parameters, { form });
          says = `value=${wanted} as ${form}: ${shown(sent)}`;
          return field(sent.body, lamp.cid) === true && t.until(async () => (await t.stateOf(lamp)) === wanted);
        });
        t.expect(id, reached, says);
      }
    },
  },
  {
    id: 'http.methods',
    title: 'methods other than GET and POST are refused',
    proves: ['http.other-methods', 'http.other-methods-code', 'errors.text-405'],
    needs: [],
    async run(t) {
      const headers = { 'auth-username': t.user.username, 'auth-password': t.user.password, 'accept-language': 'en' };
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const answer = await t.http.send({ method, path: '/api/v1/getVersion', headers });
        t.expect('http.other-methods', answer.status === 405, `${method}: ${shown(answer)}`);
        t.expect('http.other-methods-code', codeOf(answer.body) === 117, `${method}: ${shown(answer)}`);
        const text = field(answer.body, 'errorText');
        t.expect('errors.text-405', text === 'Method Not Allowed', `${method}: ${brief(text)}`);
      }
    },
  },
  {
    id: 'http.errors',
    title: 'errors have their code, their status and their text',
    proves: [
      ...['http.failure-body', 'status.answered-error-400', 'status.unknown-call-408', 'errors.retry-after-only-109'],
      ...['errors.text-106', 'errors.text-112', 'errors.text-116', 'status.parameter-400', 'status.not-found-400'],
    ],
    needs: [],
    async run(t) {
      const missing = await t.http.call('executeScene', t.user, {});
      const unknownScene = await t.http.call('executeScene', t.user, { id: unusedId(t.house.scenes) });
      const unknownCall = await t.http.call('thereIsNoSuchCall', t.user);
      for (const answer of [missing, unknownScene, unknownCall]) {
        const { errorCode, errorText } = isFields(answer.body) ? answer.body : {};
        t.expect('http.failure-body', Number.isInteger(errorCode) && typeof errorText === 'string', shown(answer));
        const retry = field(answer.body, 'retryAfter');
        t.expect('errors.retry-after-only-109', retry === undefined, shown(answer));
      }
      for (const answer of [missing, unknownScene]) {
        t.expect('status.answered-error-400', answer.status === 400, shown(answer));
      }
      t.expect('status.parameter-400', missing.status === 400, `error 106: ${shown(missing)}`);
      t.expect('status.not-found-400', unknownScene.status === 400, `error 112: ${shown(unknownScene)}`);
      const known = unknownCall.status === 408 && codeOf(unknownCall.body) === 116;
      t.expect('status.unknown-call-408', known, shown(unknownCall));
      const texts = [
        ['errors.text-106', missing, 'Parameter(s) error'],
        ['errors.text-112', unknownScene, 'Not found'],
        ['errors.text-116', unknownCall, 'Timeout occurred'],
      ] as const;
      for (const [id, answer, text] of texts) t.expect(id, field(answer.body, 'errorText') === text, shown(answer));
    },
  },
];

/** An id that no scene has. */
export const unusedId = (scenes: readonly { readonly id?: unknown }[]): number =>
  Math.max(0, ...scenes.map(({ id }) => Number(id) || 0)) + 987_654;

/** Some property of a component. */
export const propertyOf = (component: { readonly data?: unknown } | undefined): string => {
  const data = component?.data;
  return String(Array.isArray(data) ? field(data[0], 'property') : undefined);
};
