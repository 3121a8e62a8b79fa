/** The limits of the MQTT backend; the documentation prints them. */
export const LIMITS = {
  payloadBytes: { value: 262_144, unit: 'B', means: 'largest payload that is looked at; larger ones are left alone' },
  complaints: { value: 100, unit: '', means: 'points of which it is said in an hour that a payload did not fit' },
  connectSeconds: { value: 10, unit: 's', means: 'time for a broker to accept a connection, then it is tried again' },
  retrySeconds: { value: 2, unit: 's', means: 'time between two attempts to reach a broker' },
  keepaliveSeconds: {
    value: 5,
    unit: 's',
    means: 'time between two signs of life, unless the configuration says otherwise',
  },
} as const;
