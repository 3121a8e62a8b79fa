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
    means: 'time that nothing moves on an HTTP connection while it is answered, then it is cut',
  },
  connections: { value: 4_096, unit: '', means: 'connections to one listener, then new ones are closed at once' },
} as const;
