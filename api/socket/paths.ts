/** Where clients connect: the newer generation, and Socket.io 2. */
export const ENGINE_PATHS = ['/socket.io-v4', '/socket.io'] as const;
export type EnginePath = (typeof ENGINE_PATHS)[number];

/** The only namespace of the interface. */
export const NAMESPACE = '/api/v1';
