/** Every limit of the MCP endpoint, in the form of `api/limits.ts`; the documentation prints it. */
export const MCP_LIMITS = {
  sessions: {
    value: 256,
    unit: '',
    means:
      'MCP sessions; a new one then takes the place of the one that has been idle longest, or is refused with status 429 if none is idle',
  },
  sessionsPerToken: { value: 64, unit: '', means: 'of these, those of one MCP token; the same holds then among these' },
  idleSeconds: {
    value: 3_600,
    unit: 's',
    means: 'time without a request and without an open stream after which an MCP session ends',
  },
  sweepSeconds: { value: 60, unit: 's', means: 'an idle MCP session ends at most this late' },
  requestsUnderWay: {
    value: 64,
    unit: '',
    means: 'requests of one MCP session that wait for their answer, then status 429',
  },
  bodiesUnderWay: {
    value: 64,
    unit: '',
    means: 'MCP messages that are being received at the same time, then status 429',
  },
  unreadBytes: {
    value: 1_048_576,
    unit: 'B',
    means:
      'waiting for an MCP client to read its notification stream; the stream is cut off when more is to be sent then',
  },
  heartbeatSeconds: { value: 15, unit: 's', means: 'time between two comments on an open stream of MCP' },
  farewellMilliseconds: {
    value: 250,
    unit: 'ms',
    means: 'time for MCP clients to read what was sent before their session ended',
  },
} as const;
