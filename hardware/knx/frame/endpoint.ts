/** Where somebody listens. `0.0.0.0:0` stands for where the frame came from. */
export interface Endpoint {
  readonly protocol: 'udp' | 'tcp';
  /** An IPv4 address. */
  readonly host: string;
  readonly port: number;
}

/** Back on the way that this came: through address translation, and over a connection. */
export const routeBack = (protocol: Endpoint['protocol']): Endpoint => ({ protocol, host: '0.0.0.0', port: 0 });

export const isRouteBack = ({ host, port }: Endpoint): boolean => host === '0.0.0.0' && port === 0;

/** Length of an endpoint in a frame. */
export const ENDPOINT_BYTES = 8;

export const encodeEndpoint = ({ protocol, host, port }: Endpoint): readonly number[] => [
  ENDPOINT_BYTES,
  protocol === 'udp' ? 1 : 2,
  ...host.split('.').map(Number),
  port >> 8,
  port & 255,
];

/** Of exactly eight bytes; `null` for none. */
export const decodeEndpoint = (bytes: Uint8Array): Endpoint | null => {
  const [length, code, a, b, c, d, high = 0, low = 0] = bytes;
  if (bytes.length !== ENDPOINT_BYTES || length !== ENDPOINT_BYTES || (code !== 1 && code !== 2)) return null;
  return { protocol: code === 1 ? 'udp' : 'tcp', host: `${a}.${b}.${c}.${d}`, port: (high << 8) | low };
};
