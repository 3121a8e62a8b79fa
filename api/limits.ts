/** Every limit of the interface in one table; the documentation prints it. */
export const LIMITS = {
  callSeconds: { value: 15, unit: 's', means: 'time for a call, then error 116' },
  bodyBytes: { value: 1_048_576, unit: 'B', means: 'largest body of an HTTP request, then error 106' },
  bodyDepth: {
    value: 64,
    unit: '',
    means: 'lists and objects inside one another in a JSON body over HTTP, then error 106',
  },
  bodiesBytes: {
    value: 67_108_864,
    unit: 'B',
    means: 'bodies that are being received over HTTP at the same time, then error 116',
  },
  drainBytes: {
    value: 16_777_216,
    unit: 'B',
    means: 'read and thrown away of a body that was refused, then the connection is cut',
  },
  headerBytes: { value: 16_384, unit: 'B', means: 'all headers of an HTTP request, then status 431' },
  headerSeconds: { value: 20, unit: 's', means: 'time for a client to send its headers, then status 408' },
  requestSeconds: { value: 60, unit: 's', means: 'time for a client to send its whole request, then status 408' },
  keepAliveSeconds: { value: 65, unit: 's', means: 'time that an HTTP connection is kept open between two requests' },
  silenceSeconds: {
    value: 120,
    unit: 's',
    means: 'time that nothing moves on an HTTP connection while a large answer is sent, then it is cut',
  },
  languagesRemembered: { value: 256, unit: '', means: 'different accept-language headers whose meaning is remembered' },
  connections: { value: 4_096, unit: '', means: 'connections to one listener, then new ones are closed at once' },
  callsUnderWay: { value: 4_096, unit: '', means: 'calls that wait for their answer at the same time, then error 116' },
  users: { value: 1_000, unit: '', means: 'users, disabled ones included' },
  usernameCharacters: { value: 64, unit: '', means: 'longest user name' },
  passwordCharacters: {
    value: 256,
    unit: '',
    means: 'longest password; a longer one is wrong without being looked at',
  },
  passwordCharactersLeast: { value: 8, unit: '', means: 'shortest password that can be chosen, else error 106' },
  passwordsAtOnce: { value: 2, unit: '', means: 'passwords that are hashed at the same time; further ones wait' },
  loginsWaiting: { value: 1_024, unit: '', means: 'logins that wait for their turn, then error 109 with one second' },
  lockoutEntries: {
    value: 32_768,
    unit: '',
    means:
      'user names, and source addresses, whose failed logins are remembered; the one that failed longest ago goes first',
  },
  sessions: {
    value: 5_000,
    unit: '',
    means:
      'sessions that are kept; the least recently used is forgotten and lives on only as long as its identifier says',
  },
  sessionsPerUser: { value: 500, unit: '', means: 'of these, those of one user' },
  endedSessionsPerUser: {
    value: 256,
    unit: '',
    means: 'ended sessions remembered per user; past that, sessions of the user that were never presented end too',
  },
  sessionLagSeconds: { value: 60, unit: 's', means: 'the stored time of last use of a session is at most this old' },
  lists: {
    value: 16,
    unit: '',
    means: 'lists of all components kept as encoded; the least recently asked for goes first',
  },
  listsBytes: { value: 33_554_432, unit: 'B', means: 'their size in all' },
  audit: { value: 5_000, unit: '', means: 'latest changes that the audit remembers, and as many logins and refusals' },
  auditMinuteSeconds: {
    value: 60,
    unit: 's',
    means: 'time within which equal logins, or equal refusals, are one line of the audit with a count',
  },
  auditLagSeconds: { value: 1, unit: 's', means: 'a line of the audit is stored at most this late' },
  auditListed: { value: 1_000, unit: '', means: 'lines of one answer of getAudit; 100 unless it is said' },
  historyListed: {
    value: 1_000,
    unit: '',
    means: 'values of one answer of getComponentHistory; 100 unless it is said',
  },
  historyBytes: {
    value: 67_108_864,
    unit: 'B',
    means: 'newest lines of the journal that one getComponentHistory looks at',
  },
  historiesWaiting: {
    value: 64,
    unit: '',
    means: 'histories that are being looked for or wait for it, then error 116',
  },
  bundleMilliseconds: {
    value: 10,
    unit: 'ms',
    means: 'changes that follow one that was told at once are told together after this time',
  },
  batchEntries: { value: 1_000, unit: '', means: 'changes that are told together; more make several batches' },
} as const;
