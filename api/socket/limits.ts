/** Every limit of Socket.io connections, in the form of `api/limits.ts`; the documentation prints it. */
export const SOCKET_LIMITS = {
  connections: {
    value: 4_096,
    unit: '',
    means:
      'Socket.io connections; a new one then takes the place of the one that has waited longest for a login, or is refused with status 429',
  },
  connectionsPerSource: {
    value: 2_048,
    unit: '',
    means: 'of these, those from one address; more are refused with status 429',
  },
  unreadBytes: {
    value: 8_388_608,
    unit: 'B',
    means: 'waiting for a Socket.io client to read; it is cut off when more is to be sent then',
  },
  behindBytes: {
    value: 1_048_576,
    unit: 'B',
    means: 'of these, before a clock that is driven faster than the world waits for the client',
  },
  packetBytes: { value: 1_048_576, unit: 'B', means: 'largest Socket.io message of a client; it is cut off then' },
  callsInFlight: {
    value: 256,
    unit: '',
    means: 'calls of one Socket.io connection that wait for their answer, then error 116',
  },
  strays: {
    value: 16,
    unit: '',
    means: 'attempts of one Socket.io client to connect to namespaces that do not exist, then it is cut off',
  },
  joinSeconds: {
    value: 10,
    unit: 's',
    means: 'time for a Socket.io client to connect to the namespace /api/v1, then it is cut off',
  },
  upgradeSeconds: { value: 10, unit: 's', means: 'time for a Socket.io client to change from polling to websocket' },
  pingSeconds: { value: 25, unit: 's', means: 'time between two heartbeats of a Socket.io connection' },
  pongSeconds: {
    value: 20,
    unit: 's',
    means: 'time for a Socket.io client to answer a heartbeat, then it is cut off',
  },
  farewellMilliseconds: {
    value: 250,
    unit: 'ms',
    means: 'time for Socket.io clients to say goodbye when the controller stops',
  },
} as const;
