import { CALLS, HTTP, must, SOCKETS, section, unseen } from './requirement.ts';

/** How one gets in, stays in and is sent away. */
export const SESSION_RULES = [
  ...section('Session', {
    'session.answer': must(HTTP, 'auth over HTTP answers sessionID, a text, and userID, an integer.'),
    'session.header': must(HTTP, 'The session is accepted in the header x-service-sid.'),
    'session.query': must(HTTP, 'The session is accepted in the query parameter x-service-sid.'),
    'session.same-user': must(HTTP, 'userID is the same for every login of one user.'),
  }),
  ...section('Session lifetime', {
    'session.auth': must(HTTP, 'POST auth with right credentials in its headers opens a session.'),
    'session.new-each-time': must(HTTP, 'Every auth of a client without cookies opens a session of its own.'),
    'session.password-each-time': must(HTTP, 'With credential headers the password is checked on every request.'),
    'session.day': must(HTTP, 'A session that is not used for 24 hours has expired.'),
    'session.within-day': must(HTTP, 'A session that was used less than 24 hours ago is alive.'),
    'session.extended': must(HTTP, 'Every use lets the lifetime start anew.'),
    'session.persistent': must(HTTP, 'With auth-persistent: true a session outlives 24 hours without use.'),
    'session.two-years': must(HTTP, 'A persistent session that is not used for two years has expired.'),
    'session.expired-106': must(HTTP, 'An expired session is error 106.'),
    'session.logout': must(CALLS, 'logout answers true.'),
    'session.ended-at-once': must(HTTP, 'After logout the session is refused at once.'),
    'session.logout-others': must(HTTP, 'logout ends its own session and no other.'),
  }),
  ...section('Login answers', {
    'login.missing-106': must(CALLS, 'A login without user name or password is error 106.'),
    'login.wrong-110': must(CALLS, 'A wrong user name or password is error 110.'),
    'login.unknown-user-110': must(CALLS, 'An unknown user is error 110, like a wrong password.'),
    'login.unknown-session-106': must(HTTP, 'An unknown session is error 106.'),
    'login.disabled-122': must(CALLS, 'A disabled user is error 122.'),
    'login.wrong-password-any-call': must(HTTP, 'Wrong credentials are refused on every call, not only on auth.'),
  }),
  ...section('Socket.io connection', {
    'connection.state-change': must(SOCKETS, 'A new connection without a session is told with stateChange to log in.'),
    'connection.state-payload': must(SOCKETS, 'stateChange has part app and state "User Authorization needed".'),
    'connection.auth': must(SOCKETS, 'auth with username and password is answered with sessionID.'),
    'connection.session-null': must(SOCKETS, 'A client without cookies gets null as sessionID.'),
    'connection.init': must(SOCKETS, 'init is answered with true.'),
    'connection.refused-stays': must(SOCKETS, 'After a refused auth another one is accepted on the same connection.'),
    'connection.query-session': must(SOCKETS, 'A living session in the query makes auth unnecessary.'),
    'connection.query-unknown': must(SOCKETS, 'An unknown session in the query is told with stateChange to log in.'),
    'connection.query-ended': must(SOCKETS, 'A session that has ended is told with stateChange to log in.'),
    'connection.before-login': must(SOCKETS, 'A call before the login is never answered.'),
    'connection.reconnect': must(SOCKETS, 'After a reconnection stateChange is sent again.'),
    'connection.no-replay': must(SOCKETS, 'Changes made while a client was away are not sent to it later.'),
    'connection.auth-before-state': unseen(
      'An auth sent before stateChange is lost.',
      'A client cannot prove that its packet reached the controller before stateChange left it.',
    ),
    'connection.other-states': unseen('There may be other values of stateChange.', 'The specification names none.'),
  }),
  ...section('Versioning', {
    'version.namespace': must(SOCKETS, 'The namespace is /api/v1.'),
    'version.socket4-path': must(['socket4'], 'Clients of protocol version 4 are served under /socket.io-v4.'),
    'version.socket2-path': must(['socket2'], 'Clients of Socket.io 2 are served under /socket.io.'),
    'version.polling': must(SOCKETS, 'Both the polling and the websocket transport can be used without TLS.'),
    'version.record': must(CALLS, 'getVersion answers api, ncd and engine, all texts.'),
  }),
];
