import type { LinkTelegram, Telegram } from './telegram.ts';

/** Codes of messages (KNX 3/6/3). */
const MESSAGES = { request: 0x11, indication: 0x29, confirmation: 0x2e } as const;
/** Codes of services of the application layer: the four upper of ten bits. */
const SERVICES = { read: 0, response: 1, write: 2 } as const;

/** Standard frame, not a repetition, to one domain, low priority, no acknowledgement asked for. */
const CONTROL_1 = 0xbc;
/** To a group, over at most six routers. */
const CONTROL_2 = 0xe0;
/** The longest application data of a frame that every device can read. */
const MOST = 15;

/** The bytes of a telegram as gateways take and give it; throws for a payload that no frame can hold. */
export const encodeCemi = ({ message, source, telegram, failed }: LinkTelegram): Uint8Array => {
  const payload = telegram.service === 'read' ? NOTHING : telegram.payload;
  const [first = 0] = payload.data;
  const fits = payload.short ? payload.data.length === 1 && first < 64 : payload.data.length < MOST;
  if (!fits || (!payload.short && payload.data.length === 0)) throw new RangeError('no frame can hold this payload');
  const code = SERVICES[telegram.service] << 6;
  const data = payload.short ? [code | first] : [code, ...payload.data];
  return Uint8Array.of(
    MESSAGES[message],
    0,
    CONTROL_1 | (failed ? 1 : 0),
    CONTROL_2,
    ...two(source),
    ...two(telegram.group),
    data.length,
    0,
    ...data,
  );
};

/**
 * What a gateway says of the bus: a telegram to a group; `null` for everything else, such as telegrams to single devices, and for
 * what is malformed.
 */
export const decodeCemi = (bytes: Uint8Array): LinkTelegram | null => {
  const message = (Object.keys(MESSAGES) as (keyof typeof MESSAGES)[]).find((name) => MESSAGES[name] === bytes[0]);
  const frame = bytes.subarray(2 + (bytes[1] ?? 0));
  const [control1 = 0, control2 = 0, source1 = 0, source2 = 0, group1 = 0, group2 = 0, length = 0, tpci = 0, apci = 0] =
    frame;
  // Behind the length there is one byte more than it says.
  if (message === undefined || length < 1 || frame.length !== length + 8) return null;
  const isStandard = (control1 & 0x80) !== 0;
  if ((isStandard && length > MOST) || (control2 & 0x8f) !== 0x80) return null;
  const group = (group1 << 8) | group2;
  // Group data that is neither numbered nor a control frame; its upper two bits of the service are 0.
  if (group === 0 || tpci !== 0) return null;
  const telegram = telegramOf(apci, group, frame.subarray(9), length);
  if (telegram === null) return null;
  const failed = message === 'confirmation' && (control1 & 1) !== 0;
  return { message, source: (source1 << 8) | source2, telegram, failed };
};

const telegramOf = (apci: number, group: number, rest: Uint8Array, length: number): Telegram | null => {
  const low = apci & 63;
  const code = apci >> 6;
  if (code === SERVICES.read) return length === 1 && low === 0 ? { service: 'read', group } : null;
  const service = code === SERVICES.response ? 'response' : code === SERVICES.write ? 'write' : null;
  if (service === null || (length > 1 && low !== 0)) return null;
  const payload = length === 1 ? { short: true, data: Uint8Array.of(low) } : { short: false, data: rest.slice() };
  return { service, group, payload };
};

const NOTHING = { short: true, data: Uint8Array.of(0) };

const two = (value: number): [number, number] => [(value >> 8) & 255, value & 255];
