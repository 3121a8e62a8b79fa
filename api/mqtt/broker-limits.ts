import type { IConnackPacket } from 'mqtt';
import { LIMITS } from '../limits.ts';

/** What a broker takes (MQTT 5, section 3.2.2.3); of one that speaks 3.1.1 the most is assumed. */
export interface BrokerLimits {
  readonly version: 4 | 5;
  /** Bytes of a packet. */
  readonly packetBytes: number;
  readonly retains: boolean;
  readonly qos: 0 | 1;
  /** Messages of QoS 1 that may wait for their acknowledgement. */
  readonly underWay: number;
  readonly wildcards: boolean;
}

/** What a broker says of itself when it lets somebody in. */
export const limitsIn = ({ properties = {} }: IConnackPacket, version: 4 | 5): BrokerLimits => ({
  version,
  packetBytes: properties.maximumPacketSize ?? MOST_BYTES,
  retains: properties.retainAvailable !== false,
  qos: properties.maximumQoS === 0 ? 0 : 1,
  underWay: Math.min(properties.receiveMaximum ?? MOST_UNDER_WAY, LIMITS.mqttUnderWay.value),
  wildcards: properties.wildcardSubscriptionAvailable !== false,
});

/** What holds where nothing is said (sections 2.1.4 and 3.2.2.3.3). */
const MOST_BYTES = 268_435_455;
const MOST_UNDER_WAY = 65_535;
