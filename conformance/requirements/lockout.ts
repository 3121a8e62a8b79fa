import { CALLS, HTTP, must, SOCKETS, section, unseen } from './requirement.ts';

/** What happens to whoever guesses. */
export const LOCKOUT_RULES = [
  ...section('Login lockout', {
    'lockout.five-free': must(CALLS, 'Five failed logins have no effect: the right password is accepted after them.'),
    'lockout.sixth-failure': must(CALLS, 'After the sixth failed login further logins are blocked.'),
    'lockout.right-password-blocked': must(HTTP, 'While blocked, the right password is refused as well.'),
    'lockout.code-109': must(CALLS, 'A login while blocked is error 109.'),
    'lockout.retry-after': must(CALLS, 'Error 109 carries retryAfter, a whole number of seconds.'),
    'lockout.runs-down': must(HTTP, 'retryAfter is what is left of the block: it becomes less as time passes.'),
    'lockout.lasts': must(HTTP, 'The block lasts as long as retryAfter said.'),
    'lockout.retry-after-honest': must(HTTP, 'After retryAfter seconds the right password is accepted.'),
    'lockout.any-call-counted': must(HTTP, 'Wrong credential headers of any call count as failed logins.'),
    'lockout.any-call-blocked': must(HTTP, 'While blocked, any call with credential headers is refused.'),
    'lockout.right-password-sockets': must(SOCKETS, 'While blocked, the right password is refused over Socket.io.'),
    'lockout.one-second': must(HTTP, 'The first block lasts one second.'),
    'lockout.doubling': must(HTTP, 'Each further failure doubles the block.'),
    'lockout.at-most-15-minutes': must(HTTP, 'No block lasts longer than 15 minutes.'),
    'lockout.ends': must(HTTP, 'When the block is over, the right password is accepted.'),
    'lockout.reset-by-login': must(HTTP, 'A successful login sets the count to zero.'),
    'lockout.reset-by-time': must(HTTP, '15 minutes without a failed attempt set the count to zero.'),
    'lockout.per-user': must(HTTP, 'Failures are counted per user name, whatever address they come from.'),
    'lockout.per-source': must(HTTP, 'Failures are counted per source address, whatever user names they use.'),
    'lockout.other-users': must(HTTP, 'A blocked user name does not block others from another address.'),
    'lockout.across-paths': must(CALLS, 'Failures over HTTP and Socket.io are counted together.'),
    'lockout.sessions-live': must(HTTP, 'A session that is already open works on while its user is blocked.'),
    'lockout.stricter': unseen(
      'The stricter of the two counts applies.',
      'Follows from both counts, which are looked at each; there is no third thing to be seen.',
    ),
  }),
];
