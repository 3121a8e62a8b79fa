import { field } from '../clients/json.ts';
import { SELF_SIGNED } from '../clients/self-signed.ts';
import { ANOTHER, SIGNED_BY_ANOTHER, SIGNED_BY_ITSELF } from './certificates.ts';
import type { FaceSpoiling, Faulty, Returning, Spoiling } from './faulty.ts';
import { answers, codeIn, codes, isCall, ok, refused, replace } from './helpers.ts';

/** Only the path from outside goes wrong. */
const outside = (spoiling: FaceSpoiling) => (): Spoiling => ({ remote: spoiling });

/** Only the encrypted path goes wrong; its certificate is as it should be. */
const encrypted = (spoiling: FaceSpoiling) => (): Spoiling => ({
  https: { ...spoiling, shows: [SIGNED_BY_ITSELF], told: SIGNED_BY_ITSELF },
});

/** Looks at every login over HTTP. */
const logins = (change: (returning: Returning) => void): FaceSpoiling => ({
  http: (returning, passing) => {
    if (isCall(passing, 'auth')) change(returning);
  },
});

/** Controllers that go wrong only from outside, only when encrypted, or only behind the bridge. */
export const OF_FACES: readonly Faulty[] = [
  {
    id: 'remote-without-token',
    spoils: 'from outside one gets in without a remote access token',
    caughtBy: ['remote.token-needed'],
    how: ({ remoteToken }) => ({
      remote: {
        request: ({ headers }) => {
          headers['x-remote-token'] ??= remoteToken ?? '';
          return undefined;
        },
      },
    }),
  },
  {
    id: 'remote-any-token',
    spoils: 'from outside any remote access token will do',
    caughtBy: ['remote.token-wrong'],
    how: ({ remoteToken }) => ({
      remote: {
        request: ({ headers }) => {
          if (headers['x-remote-token'] !== undefined) headers['x-remote-token'] = remoteToken ?? '';
          return undefined;
        },
      },
    }),
  },
  {
    id: 'remote-forbidden-110',
    spoils: 'a user without the permission is error 110 from outside',
    caughtBy: ['remote.permission-137'],
    how: outside(codes(137, 110)()),
  },
  {
    id: 'remote-nobody',
    spoils: 'nobody gets in from outside',
    caughtBy: ['remote.login'],
    how: outside(
      logins((returning) => {
        if (returning.status === 200) replace(returning, refused(401, 137));
      }),
    ),
  },
  {
    id: 'remote-no-scenes',
    spoils: 'from outside there are no scenes',
    caughtBy: ['remote.same-answers'],
    how: outside(answers('getScenes', () => [])()),
  },
  {
    id: 'remote-issues-tokens',
    spoils: 'remote access tokens are issued from outside as well',
    caughtBy: ['remote.no-token-issued'],
    how: outside({
      request: (passing) =>
        isCall(passing, 'addRemoteToken') ? ok({ id: 999_999, token: 'made-outside' }) : undefined,
    }),
  },
  {
    id: 'remote-mcp-404',
    spoils: 'from outside the endpoint for assistants has status 404',
    caughtBy: ['mcp.remote-511'],
    how: outside({ request: ({ path }) => (path.startsWith('/mcp') ? refused(404, 112) : undefined) }),
  },
  {
    id: 'remote-mcp-get',
    spoils: 'from outside GET /mcp has status 405',
    caughtBy: ['mcp.remote-every-method'],
    how: outside({
      request: ({ path, method }) => (path.startsWith('/mcp') && method === 'GET' ? refused(405, 117) : undefined),
    }),
  },
  {
    id: 'remote-mcp-delete',
    spoils: 'from outside DELETE /mcp has status 200',
    caughtBy: ['mcp.remote-every-method'],
    how: outside({
      request: ({ path, method }) => (path.startsWith('/mcp') && method === 'DELETE' ? ok(true) : undefined),
    }),
  },
  {
    id: 'remote-permission-at-auth',
    spoils: 'from outside only auth asks for the permission',
    caughtBy: ['remote.permission-any-call'],
    how: outside({
      http: (returning, passing) => {
        if (codeIn(returning) === 137 && !isCall(passing, 'auth')) replace(returning, ok({ api: '1' }));
      },
    }),
  },
  {
    id: 'remote-no-sockets',
    spoils: 'from outside there is no Socket.io',
    caughtBy: ['remote.socket'],
    how: outside({ connect: () => '/nowhere' }),
  },
  {
    id: 'remote-sockets-for-all',
    spoils: 'from outside everybody may log in over Socket.io',
    caughtBy: ['remote.socket-137'],
    how: outside({
      call: ({ name, path }, answer) => (name === 'auth' && path !== 'http' ? { sessionID: null } : answer),
    }),
  },
  {
    id: 'english-137',
    spoils: 'from outside a missing permission is told in English in every language',
    caughtBy: ['errors.translated-137'],
    how: outside({
      call: (_, answer) =>
        field(answer, 'errorCode') === 137 ? { errorCode: 137, errorText: 'Remote access not enabled' } : answer,
    }),
  },
  {
    id: 'tls-no-elders',
    spoils: 'clients of Socket.io 2 are not served over HTTPS',
    caughtBy: ['tls.socket2'],
    how: encrypted({ connect: (path) => path.replace('/socket.io/', '/socket.io-v2/') }),
  },
  {
    id: 'remote-lockout-for-all',
    spoils: 'from outside failures are counted by address as well',
    caughtBy: ['remote.lockout-per-user'],
    how: () => {
      let blocked = false;
      return {
        remote: logins((returning) => {
          blocked ||= codeIn(returning) === 109;
          if (blocked && returning.status === 200) replace(returning, refused(401, 109, { retryAfter: 1 }));
        }),
      };
    },
  },
  {
    id: 'tls-no-scenes',
    spoils: 'over HTTPS there are no scenes',
    caughtBy: ['tls.same-api'],
    how: encrypted(answers('getScenes', () => [])()),
  },
  {
    id: 'tls-no-sockets',
    spoils: 'there is no Socket.io over HTTPS',
    caughtBy: ['tls.socket'],
    how: encrypted({ connect: () => '/nowhere' }),
  },
  {
    id: 'tls-by-authority',
    spoils: 'the certificate is signed by an authority',
    caughtBy: ['tls.self-signed'],
    how: () => ({ https: { shows: [SIGNED_BY_ANOTHER] } }),
  },
  {
    id: 'tls-with-address',
    spoils: 'the certificate names an address',
    caughtBy: ['tls.names-nobody'],
    how: () => ({ https: { shows: [SELF_SIGNED] } }),
  },
  {
    id: 'tls-other-certificate',
    spoils: 'the certificate is not the one that the operator was told of',
    caughtBy: ['tls.fingerprint'],
    how: () => ({ https: { shows: [SIGNED_BY_ITSELF], told: ANOTHER } }),
  },
  {
    id: 'tls-changing',
    spoils: 'every other connection is shown another certificate',
    caughtBy: ['tls.stable'],
    how: () => ({ https: { shows: [SIGNED_BY_ITSELF, ANOTHER], told: SIGNED_BY_ITSELF } }),
  },
  {
    id: 'bridge-mute',
    spoils: 'the bridge answers nothing',
    caughtBy: ['bridge.stdio'],
    how: () => ({ bridge: 'silent' }),
  },
  {
    id: 'bridge-without-tools',
    spoils: 'the bridge passes no tools through',
    caughtBy: ['bridge.passes-tools'],
    how: () => ({ bridge: 'no-tools' }),
  },
  {
    id: 'bridge-without-resources',
    spoils: 'the bridge passes no resources through',
    caughtBy: ['bridge.passes-resources'],
    how: () => ({ bridge: 'no-resources' }),
  },
  {
    id: 'bridge-without-prompts',
    spoils: 'the bridge passes no prompts through',
    caughtBy: ['bridge.passes-prompts'],
    how: () => ({ bridge: 'no-prompts' }),
  },
  {
    id: 'tls-no-assistants',
    spoils: 'over HTTPS there is no endpoint for assistants',
    caughtBy: ['mcp.over-https'],
    how: encrypted({ request: ({ path }) => (path.startsWith('/mcp') ? refused(404, 112) : undefined) }),
  },
  {
    id: 'bridge-own-answers',
    spoils: 'the bridge answers by itself',
    caughtBy: ['bridge.passes-calls'],
    how: () => ({ bridge: 'own-answers' }),
  },
];
