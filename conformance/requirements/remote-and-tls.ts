import { must, section, type Transport, unseen } from './requirement.ts';

const REMOTE: readonly Transport[] = ['remote'];
const HTTPS: readonly Transport[] = ['https'];

/** The path from outside, and the encrypted one. */
export const REMOTE_AND_TLS_RULES = [
  ...section('Remote access', {
    'remote.token-needed': must(REMOTE, 'Without a remote access token no login succeeds.'),
    'remote.token-wrong': must(REMOTE, 'With an unknown remote access token no login succeeds.'),
    'remote.permission-137': must(REMOTE, 'A user without the permission is error 137, even with the right password.'),
    'remote.permission-any-call': must(
      REMOTE,
      'Without the permission every call with credential headers is error 137.',
    ),
    'remote.socket': must(REMOTE, 'A user with the permission can log in over Socket.io.'),
    'remote.socket-137': must(REMOTE, 'Over Socket.io a user without the permission is error 137.'),
    'remote.login': must(REMOTE, 'A user with the permission can log in.'),
    'remote.same-answers': must(REMOTE, 'Calls are answered as on the local network.'),
    'remote.no-token-issued': must(REMOTE, 'A remote access token is issued on the local network only.'),
    'remote.lockout-per-user': must(REMOTE, 'Failed attempts are counted per user name only.'),
    'remote.visual-programming': unseen('A visual-programming tool is blocked.', 'The specification names no address.'),
  }),
  ...section('TLS', {
    'tls.same-api': must(HTTPS, 'The API is served over HTTPS as over HTTP.'),
    'tls.self-signed': must(HTTPS, 'The certificate is self-signed.'),
    'tls.names-nobody': must(HTTPS, 'The certificate names no host and no IP address.'),
    'tls.fingerprint': must(HTTPS, 'The certificate has the fingerprint that the operator was told.'),
    'tls.stable': must(HTTPS, 'Every connection is shown the same certificate.'),
    'tls.socket': must(HTTPS, 'Socket.io works over HTTPS with the websocket transport only.'),
    'tls.socket2': must(
      HTTPS,
      'Clients of Socket.io 2 are served over HTTPS as well, with the websocket transport only.',
    ),
    'tls.ports': unseen('HTTP is on port 80 and HTTPS on 443.', 'Where the controller listens is given to the suite.'),
    'tls.polling': unseen(
      'With the polling transport a custom fingerprint check fails.',
      'Is about the libraries of clients, not about the controller.',
    ),
  }),
];
