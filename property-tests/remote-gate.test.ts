import './cheap-passwords.ts';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { call, credentials, type Headers, send } from './http-client.ts';
import { type RemoteHouse, remoteHouse } from './remote-house.ts';

/** Where a request comes from, and whom the controller has to see behind it. */
const ORIGINS: readonly { peer: string; headers: Headers; isFar: boolean }[] = [
  { peer: '127.0.0.1', headers: {}, isFar: false },
  { peer: '192.168.1.20', headers: {}, isFar: false },
  { peer: 'fe80::1%eth0', headers: {}, isFar: false },
  { peer: '203.0.113.9', headers: {}, isFar: true },
  { peer: '2001:db8::1', headers: {}, isFar: true },
  // Nobody but a proxy is believed.
  { peer: '192.168.1.20', headers: { 'x-forwarded-for': '203.0.113.9' }, isFar: false },
  { peer: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' }, isFar: true },
  { peer: '10.0.0.2', headers: {}, isFar: false },
  { peer: '10.0.0.2', headers: { 'x-forwarded-for': '192.168.1.20' }, isFar: false },
  { peer: '10.0.0.2', headers: { 'x-forwarded-for': '203.0.113.9' }, isFar: true },
  { peer: '10.0.0.2', headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.9, 198.51.100.7' }, isFar: true },
  { peer: '10.0.0.2', headers: { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' }, isFar: false },
  { peer: '10.0.0.2', headers: { 'x-forwarded-for': 'nonsense' }, isFar: true },
  { peer: '10.0.0.2', headers: { forwarded: 'for="[fd00::5]:80";proto=https' }, isFar: false },
  { peer: '10.0.0.2', headers: { forwarded: 'for="[2001:db8::1]"' }, isFar: true },
  { peer: '10.0.0.2', headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=127.0.0.1' }, isFar: true },
  { peer: '198.51.100.7', headers: {}, isFar: true },
  { peer: '198.51.100.7', headers: { 'x-forwarded-for': '192.168.1.20' }, isFar: false },
];

/** Who asks: `login` is the code that their user name and password are refused with. */
const PEOPLE = [
  { name: 'traveller', password: 'sandbox-traveller', login: null, mayBeFar: true, isAdmin: false },
  { name: 'resident', password: 'sandbox-resident', login: null, mayBeFar: false, isAdmin: false },
  { name: 'admin', password: 'sandbox-admin', login: null, mayBeFar: false, isAdmin: true },
  { name: 'owner', password: 'owner of the house', login: null, mayBeFar: true, isAdmin: true },
  { name: 'former', password: 'sandbox-former', login: 122, mayBeFar: false, isAdmin: false },
  { name: 'traveller', password: 'wrong', login: 110, mayBeFar: true, isAdmin: false },
  { name: 'resident', password: 'wrong', login: 110, mayBeFar: false, isAdmin: false },
  { name: 'nobody', password: 'wrong', login: 110, mayBeFar: false, isAdmin: false },
] as const;

const CALLS = [
  { name: 'getVersion', forAdmins: false, onlyNear: false, isThere: true },
  { name: 'getRemoteTokens', forAdmins: true, onlyNear: false, isThere: true },
  { name: 'addRemoteToken', forAdmins: true, onlyNear: true, isThere: true },
  { name: 'noSuchCall', forAdmins: false, onlyNear: false, isThere: false },
] as const;

const request = fc.record({
  listener: fc.constantFrom('local' as const, 'remote' as const),
  origin: fc.constantFrom(...ORIGINS),
  token: fc.constantFrom('none' as const, 'unknown' as const, 'removed' as const, 'valid' as const, 'valid' as const),
  where: fc.constantFrom('header' as const, 'query' as const),
  person: fc.constantFrom(...PEOPLE),
  asked: fc.constantFrom(...CALLS),
});
type Asked = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

const isRemote = ({ listener, origin }: Asked): boolean => listener === 'remote' || origin.isFar;
const isAtTheDoor = (asked: Asked): boolean => isRemote(asked) && asked.token !== 'valid';

/** The code that a request is refused with; `null`: it is answered. */
const refusedWith = (asked: Asked): number | null => {
  const { person, asked: call } = asked;
  if (isAtTheDoor(asked)) return 106;
  if (!call.isThere) return 116;
  return loginRefusedWith(asked) ?? (call.forAdmins && !person.isAdmin ? 117 : farRefusal(asked));
};
const loginRefusedWith = (asked: Asked): number | null =>
  asked.person.login ?? (isRemote(asked) && !asked.person.mayBeFar ? 137 : null);
const farRefusal = (asked: Asked): number | null => (asked.asked.onlyNear && isRemote(asked) ? 117 : null);

describe('who is let in from where', () => {
  let house: RemoteHouse;
  const tokens = { none: '', unknown: 'x'.repeat(43), removed: '', valid: '' };

  before(async () => {
    house = await remoteHouse({ proxies: ['10.0.0.0/30', '198.51.100.7'] });
    const owner = { username: 'owner', password: 'owner of the house', group: 'admin', remoteAccess: true };
    await house.admin('addUser', owner);
    const valid = (await house.admin('addRemoteToken', { name: 'valid' })).as<{ token: string }>();
    const removed = (await house.admin('addRemoteToken', { name: 'removed' })).as<{ id: number; token: string }>();
    await house.admin('removeRemoteToken', { id: removed.id });
    Object.assign(tokens, { valid: valid.token, removed: removed.token });
  });
  after(() => house.close());

  const shown = ({ token, where, origin }: Asked): { headers: Headers; query: string } => {
    const text = tokens[token];
    return {
      headers: { ...origin.headers, ...(where === 'header' && text !== '' && { 'x-remote-token': text }) },
      query: where === 'query' && text !== '' ? `x-remote-token=${text}` : '',
    };
  };
  let tries = 0;
  /** So that nobody is locked out by what was tried before, and tokens do not run out. */
  const forget = async (): Promise<void> => {
    tries += 1;
    if (tries % 4 > 0) return;
    await house.controller.control.clock({ advance: 901 });
    for (const { id, name } of house.controller.life.remoteTokens.all)
      if (name !== 'valid') await house.admin('removeRemoteToken', { id });
  };

  test('over HTTP it is what the table says', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        await forget();
        const { headers, query } = shown(asked);
        const { person, origin } = asked;
        const base = house[asked.listener];
        const answer = await call(
          base,
          `${asked.asked.name}${query && '?'}${query}`,
          { name: 'another' },
          {
            headers: { ...headers, ...credentials(person.name, person.password) },
            from: house.from(origin.peer),
          },
        );

        assert.equal(answer.errorCode ?? null, refusedWith(asked), answer.text);
        const page = await send(`${base}/sandbox/v1?${query}`, { headers, from: house.from(origin.peer) });
        if (isAtTheDoor(asked)) assert.deepEqual([page.status, page.errorCode], [401, 106]);
        else assert.equal(page.status, isRemote(asked) ? 404 : 200);
      }),
      { numRuns: 200 },
    );
  });

  test('over Socket.io it is the same', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        await forget();
        const { headers, query } = shown(asked);
        const { person, origin } = asked;
        const address = `${house[asked.listener]}/socket.io-v4/?EIO=4&transport=polling&${query}`;
        const from = house.from(origin.peer);
        const opened = await send(address, { headers, from });
        if (isAtTheDoor(asked)) {
          assert.deepEqual([opened.status, opened.errorCode], [401, 106]);
          return;
        }
        assert.equal(opened.status, 200, opened.text);
        const { sid } = JSON.parse(opened.text.slice(1)) as { readonly sid: string };
        const post = (body: string) =>
          send(`${address}&sid=${sid}`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'text/plain' },
            body,
            from,
          });
        const heard = async (sign: string): Promise<string> => {
          for (;;) {
            const { status, text } = await send(`${address}&sid=${sid}`, { headers, from });
            assert.equal(status, 200, text);
            const found = text.split('\x1e').find((packet) => packet.startsWith(sign));
            if (found !== undefined) return found.slice(sign.length);
          }
        };
        await post('40/api/v1,');
        await heard('42/api/v1,');
        const { name: username, password } = person;
        await post(`42/api/v1,0${JSON.stringify(['auth', { username, password }])}`);
        const [login] = JSON.parse(await heard('43/api/v1,0')) as [{ readonly errorCode?: number }];
        assert.equal(login.errorCode ?? null, loginRefusedWith(asked));
        if (login.errorCode === undefined) {
          await post(`42/api/v1,1${JSON.stringify([asked.asked.name, { name: 'another' }])}`);
          const [answer] = JSON.parse(await heard('43/api/v1,1')) as [{ readonly errorCode?: number }];
          assert.equal(answer.errorCode ?? null, refusedWith(asked));
        }
        await post('1');
      }),
      { numRuns: 80 },
    );
  });
});
