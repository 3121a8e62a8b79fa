import type { GroupAddress } from '../group-address.ts';

/** What a telegram carries: up to six bits inside its control field, or whole bytes behind it. */
export interface Payload {
  readonly short: boolean;
  readonly data: Uint8Array;
}

/** Asks for a value, answers with it, or tells it. */
export type Telegram =
  | { readonly service: 'read'; readonly group: GroupAddress }
  | { readonly service: 'response' | 'write'; readonly group: GroupAddress; readonly payload: Payload };

/** A telegram on its way: to the bus, from the bus, or back from the bus to whoever sent it. */
export interface LinkTelegram {
  readonly message: 'request' | 'indication' | 'confirmation';
  /** Individual address of the sender; 0 lets the gateway put in its own. */
  readonly source: number;
  readonly telegram: Telegram;
  /** Of a confirmation: nobody on the bus took it. */
  readonly failed: boolean;
}

export const isSame = (one: Telegram, other: Telegram): boolean => {
  if (one.group !== other.group || one.service !== other.service) return false;
  if (one.service === 'read' || other.service === 'read') return true;
  return one.payload.short === other.payload.short && Buffer.compare(one.payload.data, other.payload.data) === 0;
};
