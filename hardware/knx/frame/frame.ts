import { type DeviceDescription, decodeDevice, encodeDevice } from './device.ts';
import { decodeEndpoint, ENDPOINT_BYTES, type Endpoint, encodeEndpoint } from './endpoint.ts';

/** A frame of KNXnet/IP (KNX 3/8). */
export type Frame =
  | { readonly is: 'search-request'; readonly control: Endpoint }
  | { readonly is: 'search-response'; readonly control: Endpoint; readonly device: DeviceDescription }
  | { readonly is: 'connect-request'; readonly control: Endpoint; readonly data: Endpoint }
  /** `tunnel` is there if the status is 0: where data go, and the individual address that was given. */
  | {
      readonly is: 'connect-response';
      readonly channel: number;
      readonly status: number;
      readonly tunnel: Tunnel | null;
    }
  | { readonly is: Asking; readonly channel: number; readonly control: Endpoint }
  | { readonly is: Answering; readonly channel: number; readonly status: number }
  | {
      readonly is: 'tunnelling-request';
      readonly channel: number;
      readonly sequence: number;
      readonly cemi: Uint8Array;
    }
  | { readonly is: 'tunnelling-ack'; readonly channel: number; readonly sequence: number; readonly status: number }
  | { readonly is: 'routing-indication'; readonly cemi: Uint8Array }
  | { readonly is: 'routing-lost-message'; readonly state: number; readonly lost: number }
  /** For `wait` milliseconds nobody may send; `mask` 0 addresses everybody. */
  | { readonly is: 'routing-busy'; readonly state: number; readonly wait: number; readonly mask: number };

type Asking = 'connection-state-request' | 'disconnect-request';
type Answering = 'connection-state-response' | 'disconnect-response';

export interface Tunnel {
  readonly data: Endpoint;
  readonly address: number;
}

const CODES = {
  'search-request': 0x0201,
  'search-response': 0x0202,
  'connect-request': 0x0205,
  'connect-response': 0x0206,
  'connection-state-request': 0x0207,
  'connection-state-response': 0x0208,
  'disconnect-request': 0x0209,
  'disconnect-response': 0x020a,
  'tunnelling-request': 0x0420,
  'tunnelling-ack': 0x0421,
  'routing-indication': 0x0530,
  'routing-lost-message': 0x0531,
  'routing-busy': 0x0532,
} as const satisfies Record<Frame['is'], number>;

const NAMES = new Map(Object.entries(CODES).map(([name, code]) => [code as number, name as Frame['is']]));

export const HEADER_BYTES = 6;
/** The smallest and the largest message of the bus inside a frame. */
const CEMI_BYTES = { least: 10, most: 300 } as const;
/** A tunnel on the link layer. */
const TUNNEL_REQUEST = [4, 4, 2, 0];

export const encodeFrame = (frame: Frame): Uint8Array => {
  const body = bodyOf(frame);
  const length = HEADER_BYTES + body.length;
  const code = CODES[frame.is];
  return Uint8Array.of(HEADER_BYTES, 0x10, code >> 8, code & 255, length >> 8, length & 255, ...body);
};

const bodyOf = (frame: Frame): readonly number[] => {
  switch (frame.is) {
    case 'search-request':
      return encodeEndpoint(frame.control);
    case 'search-response':
      return [...encodeEndpoint(frame.control), ...encodeDevice(frame.device)];
    case 'connect-request':
      return [...encodeEndpoint(frame.control), ...encodeEndpoint(frame.data), ...TUNNEL_REQUEST];
    case 'connect-response': {
      const { channel, status, tunnel } = frame;
      if (tunnel === null) return [channel, status];
      return [channel, status, ...encodeEndpoint(tunnel.data), 4, 4, tunnel.address >> 8, tunnel.address & 255];
    }
    case 'connection-state-request':
    case 'disconnect-request':
      return [frame.channel, 0, ...encodeEndpoint(frame.control)];
    case 'connection-state-response':
    case 'disconnect-response':
      return [frame.channel, frame.status];
    case 'tunnelling-request':
      return [4, frame.channel, frame.sequence, 0, ...frame.cemi];
    case 'tunnelling-ack':
      return [4, frame.channel, frame.sequence, frame.status];
    case 'routing-indication':
      return [...frame.cemi];
    case 'routing-lost-message':
      return [4, frame.state, frame.lost >> 8, frame.lost & 255];
    case 'routing-busy':
      return [6, frame.state, frame.wait >> 8, frame.wait & 255, frame.mask >> 8, frame.mask & 255];
  }
};

/** What a datagram says; `null` for a wrong length, another version, and services that nobody here needs. */
export const decodeFrame = (bytes: Uint8Array): Frame | null => {
  const is = NAMES.get(two(bytes, 2));
  if (lengthOf(bytes) !== bytes.length || is === undefined) return null;
  const body = bytes.subarray(HEADER_BYTES);
  const [first = 0, second = 0, third = 0, fourth = 0] = body;
  switch (is) {
    case 'search-request': {
      const control = decodeEndpoint(body);
      return control && { is, control };
    }
    case 'search-response': {
      const control = decodeEndpoint(body.subarray(0, ENDPOINT_BYTES));
      const device = decodeDevice(body.subarray(ENDPOINT_BYTES));
      return control && device && { is, control, device };
    }
    case 'connect-request': {
      const control = decodeEndpoint(body.subarray(0, ENDPOINT_BYTES));
      const data = decodeEndpoint(body.subarray(ENDPOINT_BYTES, 2 * ENDPOINT_BYTES));
      const asks = body.subarray(2 * ENDPOINT_BYTES);
      const isTunnel = asks.length === TUNNEL_REQUEST.length && TUNNEL_REQUEST.every((byte, at) => asks[at] === byte);
      return isTunnel ? control && data && { is, control, data } : null;
    }
    case 'connect-response':
      return connectResponse(body);
    case 'connection-state-request':
    case 'disconnect-request': {
      const control = decodeEndpoint(body.subarray(2));
      return control && second === 0 ? { is, channel: first, control } : null;
    }
    case 'connection-state-response':
    case 'disconnect-response':
      return body.length === 2 ? { is, channel: first, status: second } : null;
    case 'tunnelling-request': {
      const cemi = body.slice(4);
      return first === 4 && fourth === 0 && isMessage(cemi) ? { is, channel: second, sequence: third, cemi } : null;
    }
    case 'tunnelling-ack':
      return body.length === 4 && first === 4 ? { is, channel: second, sequence: third, status: fourth } : null;
    case 'routing-indication':
      return isMessage(body) ? { is, cemi: body.slice() } : null;
    case 'routing-lost-message':
      return body.length === 4 && first === 4 ? { is, state: second, lost: two(body, 2) } : null;
    case 'routing-busy':
      return body.length === 6 && first === 6 ? { is, state: second, wait: two(body, 2), mask: two(body, 4) } : null;
  }
};

/** A refusal may end behind its status, or carry empty blocks. */
const connectResponse = (body: Uint8Array): Frame | null => {
  const is = 'connect-response';
  const [channel = 0, status = 0] = body;
  if (body.length === 2) return status === 0 ? null : { is, channel, status, tunnel: null };
  const data = decodeEndpoint(body.subarray(2, 2 + ENDPOINT_BYTES));
  const block = body.subarray(2 + ENDPOINT_BYTES);
  if (data === null || block.length !== 4 || block[0] !== 4 || block[1] !== 4) {
    return status !== 0 && body.length === 2 + ENDPOINT_BYTES + 4 ? { is, channel, status, tunnel: null } : null;
  }
  return { is, channel, status, tunnel: status === 0 ? { data, address: two(block, 2) } : null };
};

/** The length that a header tells, of itself and all behind it; 0 if it is no header of this version. */
export const lengthOf = (bytes: Uint8Array): number => {
  if (bytes.length < HEADER_BYTES || bytes[0] !== HEADER_BYTES || bytes[1] !== 0x10) return 0;
  const length = two(bytes, 4);
  return length < HEADER_BYTES ? 0 : length;
};

const isMessage = ({ length }: Uint8Array): boolean => length >= CEMI_BYTES.least && length <= CEMI_BYTES.most;

const two = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
