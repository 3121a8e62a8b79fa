/** The limits of asking a broker for one message. */
export const LIMITS = {
  retainedConnectSeconds: {
    value: 10,
    unit: 's',
    means: 'time for a broker to accept a connection that asks for one message',
  },
  retainedSeconds: { value: 15, unit: 's', means: 'time for a broker to hand out a message that it retains' },
  retainedBytes: { value: 16_777_216, unit: 'B', means: 'largest retained message that is read' },
} as const;
