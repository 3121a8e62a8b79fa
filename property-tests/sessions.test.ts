import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { COOKIE, COOKIE_ALONE, SESSION_CARRIERS, SESSION_LIFETIMES } from '../docs/spec/index.ts';
import { type RunningSandbox, startSandbox } from './fixtures.ts';
import { advance, as, call, control, type Headers, type Reply, send, sessionOf, withSession } from './http-client.ts';
import { SessionModel } from './models/sessions.ts';

type Carrier = (typeof SESSION_CARRIERS)[number]['carrier'];
const CARRIERS = SESSION_CARRIERS.map(({ carrier }) => carrier);

describe('a session lives from its last use', () => {
  let sandbox: RunningSandbox;
  const version = (headers: Headers) => call(sandbox.http, 'getVersion', undefined, { headers });
  const use = (id: string, carrier: Carrier): Promise<Reply> => {
    if (carrier === 'header') return version(withSession(id));
    if (carrier === 'cookie') return version({ cookie: `${COOKIE.name}=${id}` });
    return send(`${sandbox.http}/api/v1/getVersion?x-service-sid=${encodeURIComponent(id)}`);
  };
  const refusedWith = (reply: Reply, code: number) => assert.deepEqual([reply.status, reply.errorCode], [401, code]);
  const refused = (reply: Reply) => refusedWith(reply, 106);

  before(async () => {
    sandbox = await startSandbox(['--scenario', 'one-room']);
  });
  beforeEach(() => control(sandbox.http, '/reset', {}));
  after(() => sandbox.stop());

  for (const { session, header, seconds, expiredSeconds } of SESSION_LIFETIMES) {
    test(`a ${session} one expires when nobody has used it for its lifetime`, async () => {
      const kept = await sessionOf(sandbox.http, 'resident', { headers: header });
      const left = await sessionOf(sandbox.http, 'resident', { headers: header });
      await use(left, 'header');
      await advance(sandbox.http, seconds - 1);

      assert.equal((await use(kept, 'header')).status, 200, 'a second before');
      await advance(sandbox.http, expiredSeconds - seconds + 1);

      refused(await use(left, 'header'));
      assert.equal((await use(kept, 'header')).status, 200, 'the use of the other one extended it');
    });
  }

  test('whoever does not ask for a persistent one gets a usual one', async () => {
    const ids = await Promise.all(
      ['false', ''].map((value) => sessionOf(sandbox.http, 'resident', { headers: { 'auth-persistent': value } })),
    );

    await advance(sandbox.http, 86_400);

    for (const id of ids) refused(await use(id, 'header'));
  });

  for (const carrier of CARRIERS) {
    test(`is accepted in a ${carrier}, which extends it, and ends there with logout`, async () => {
      const id = await sessionOf(sandbox.http, 'guest');
      for (let day = 0; day < 4; day += 1) {
        await advance(sandbox.http, 86_399);
        assert.equal((await use(id, carrier)).status, 200, `day ${day}`);
      }

      const logout = await call(sandbox.http, 'logout', undefined, { headers: withSession(id) });

      assert.deepEqual([logout.status, logout.body], [200, true]);
      for (const other of CARRIERS) refused(await use(id, other));
    });
  }

  test('ends alone: logout ends no other session of the same user', async () => {
    const [one, other] = [await sessionOf(sandbox.http, 'guest'), await sessionOf(sandbox.http, 'guest')];

    await call(sandbox.http, 'logout', undefined, { headers: withSession(one) });

    assert.notEqual(one, other);
    assert.equal((await use(other, 'header')).status, 200);
  });

  test('cannot be guessed, altered or shortened', async () => {
    const id = await sessionOf(sandbox.http, 'guest');
    const altered = [...id].map(
      (character, at) => id.slice(0, at) + (character === 'A' ? 'B' : 'A') + id.slice(at + 1),
    );

    for (const wrong of [...altered, `${id}A`, id.slice(0, -1), id.toUpperCase(), '', 'null', '__proto__'].filter(
      (one) => one !== id,
    )) {
      refused(await use(wrong, 'header'));
    }
    assert.ok(id.length >= 22, 'at least 128 bits');
    assert.equal((await use(id, 'header')).status, 200);
  });

  test('comes as a cookie that no script and no other site can use', async () => {
    const [cookie = ''] = (await version(as('resident'))).headers['set-cookie'] ?? [];
    const [pair = '', ...attributes] = cookie.split(/;\s*/);

    assert.equal(pair.split('=')[0], COOKIE.name);
    for (const attribute of COOKIE.attributes) assert.ok(attributes.includes(attribute), `${attribute} in ${cookie}`);
    assert.equal((await version({ cookie: pair })).status, 200);
  });

  test('a request that carries a live cookie opens no new session', async () => {
    const [cookie = ''] = (await version(as('resident'))).headers['set-cookie'] ?? [];

    const again = await version({ ...as('resident'), cookie: cookie.split(';')[0] ?? '' });

    assert.equal(again.status, 200);
    assert.equal(again.headers['set-cookie'], undefined);
  });

  for (const [name, status] of [
    ['getVersion', 200],
    ['getUsers', 400],
  ] as const) {
    test(`credential headers beside the cookie of another user count, and replace it: ${name}`, async () => {
      const admins = await sessionOf(sandbox.http, 'admin');

      const answer = await call(sandbox.http, name, undefined, {
        headers: { ...as('resident'), cookie: `${COOKIE.name}=${admins}` },
      });

      assert.equal(answer.status, status, 'the rights are those of the headers');
      const [pair = ''] = String(answer.headers['set-cookie']).split(';');
      assert.match(pair, new RegExp(`^${COOKIE.name}=(?!${admins}).`));
      assert.equal((await call(sandbox.http, 'getUsers', undefined, { headers: { cookie: pair } })).errorCode, 117);
    });
  }

  test('a wrong password beside a live cookie is a failed login', async () => {
    const cookie = `${COOKIE.name}=${await sessionOf(sandbox.http, 'resident')}`;

    refusedWith(await version({ ...as('resident'), 'auth-password': 'wrong', cookie }), 110);
    refusedWith(await version({ 'auth-username': 'resident', cookie }), 106);
  });

  for (const { headers, counts } of COOKIE_ALONE) {
    test(`a cookie alone ${counts ? 'counts' : 'counts for nothing'} with ${JSON.stringify(headers)}`, async () => {
      const cookie = `${COOKIE.name}=${await sessionOf(sandbox.http, 'resident')}`;

      const answer = await version({ cookie, ...headers });

      if (counts) assert.equal(answer.status, 200);
      else refused(answer);
    });
  }

  test('opening, using, ending and waiting in any order give what the table gives', async () => {
    const step = fc.oneof(
      { weight: 2, arbitrary: fc.record({ open: fc.constantFrom(...SESSION_LIFETIMES) }) },
      { weight: 6, arbitrary: fc.record({ use: fc.nat({ max: 9 }), carrier: fc.constantFrom(...CARRIERS) }) },
      {
        weight: 4,
        arbitrary: fc.record({ wait: fc.constantFrom(1, 3_600, 43_200, 86_398, 86_399, 86_400, 86_401, 2_000_000) }),
      },
      { weight: 1, arbitrary: fc.record({ end: fc.nat({ max: 9 }) }) },
    );
    const seen = { good: 0, expired: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
        const model = new SessionModel();
        const ids: string[] = [];
        for (const one of steps) {
          if ('wait' in one) {
            model.pass(one.wait);
            await advance(sandbox.http, one.wait);
          } else if ('open' in one) {
            ids[model.open(one.open.session)] = await sessionOf(sandbox.http, 'resident', { headers: one.open.header });
          } else if (ids.length > 0) {
            const chosen = ('end' in one ? one.end : one.use) % ids.length;
            const good = model.use(chosen);
            const answer =
              'end' in one
                ? await call(sandbox.http, 'logout', undefined, { headers: withSession(ids[chosen] ?? '') })
                : await use(ids[chosen] ?? '', one.carrier);
            assert.notEqual(good, 'unsure');
            if ('end' in one) model.end(chosen);
            if (good) assert.equal(answer.status, 200);
            else refused(answer);
            seen[good ? 'good' : 'expired'] += 1;
          }
        }
      }),
      { numRuns: 25, seed: 7 },
    );
    assert.ok(seen.good > 50 && seen.expired > 50, JSON.stringify(seen));
  });
});
