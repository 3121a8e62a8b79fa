import type { HttpAnswer } from '../clients/http-client.ts';
import { field, isFields } from '../clients/json.ts';
import { brief } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';

/** Long enough for a lamp that must not be switched. */
const SILENCE_MS = 700;
const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${brief(text)}`;

/** Ways of asking over HTTP that are easily forgotten. */
export const HTTP_REQUESTS: readonly Check[] = [
  {
    id: 'http.sessions-and-forms',
    title: 'a session leaves the parameters alone, wherever both of them stand',
    proves: ['http.query-with-session', 'http.form-with-session'],
    needs: [],
    async run(t) {
      const session = await t.session();
      const parameters = someValue(t);
      const query = new URLSearchParams({ 'x-service-sid': session, ...parameters });
      const first = await t.http.send({ method: 'GET', path: `/api/v1/getComponentData?${query}` });
      t.expect('http.query-with-session', isValue(first), `the session first: ${shown(first)}`);
      const turned = new URLSearchParams({ ...parameters, 'x-service-sid': session });
      const last = await t.http.send({ method: 'GET', path: `/api/v1/getComponentData?${turned}` });
      t.expect('http.query-with-session', isValue(last), `the session last: ${shown(last)}`);
      const form = await t.http.call('getComponentData', { session }, parameters, { form: 'form' });
      t.expect('http.form-with-session', isValue(form), shown(form));
    },
  },
  {
    id: 'http.methods-do-nothing',
    title: 'what is asked with another method is not done',
    proves: ['http.other-methods-still'],
    needs: ['switches', 'waits'],
    async run(t) {
      const lamp = await t.lamp();
      const headers = {
        'auth-username': t.user.username,
        'auth-password': t.user.password,
        'content-type': 'application/json',
      };
      let says = '';
      const still = await t.inTries(async () => {
        const before = await t.stateOf(lamp);
        const body = JSON.stringify({ cid: lamp.cid, property: 'state', value: before !== true });
        const put = await t.http.send({ method: 'PUT', path: '/api/v1/componentUpdate', headers, body });
        await t.wait(SILENCE_MS);
        const after = await t.stateOf(lamp);
        says = `PUT componentUpdate: ${shown(put)}; state ${brief(after)}, before ${brief(before)}`;
        return after === before;
      });
      t.expect('http.other-methods-still', still, says);
    },
  },
  {
    id: 'http.init',
    title: 'init can be called over HTTP as well',
    proves: ['http.init'],
    needs: [],
    async run(t) {
      const init = await t.http.call('init', t.user, { language: 'en', appName: 'twinhaus-conformance' });
      t.expect('http.init', init.status === 200 && init.body === true, shown(init));
    },
  },
];

/** Some component that has values, and one of its properties. */
export const someValue = (t: Trial): { readonly cid: string; readonly property: string } => {
  for (const { cid, data } of t.house.components) {
    const property = Array.isArray(data) ? field(data[0], 'property') : undefined;
    if (typeof property === 'string') return { cid: String(cid), property };
  }
  throw new Missing('no component of this house has a value');
};

const isValue = ({ status, body }: HttpAnswer): boolean => status === 200 && isFields(body) && 'content' in body;
