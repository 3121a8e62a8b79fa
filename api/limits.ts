/** Every limit of the interface in one table; the documentation prints it. */
export const LIMITS = {
  callSeconds: { value: 15, unit: 's', means: 'time for a call, then error 116' },
  bodyBytes: { value: 1_048_576, unit: 'B', means: 'largest body of an HTTP request, then error 106' },
} as const;
