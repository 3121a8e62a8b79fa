/** What a gateway says of itself. */
export interface DeviceDescription {
  readonly name: string;
  /** Individual address on the bus. */
  readonly address: number;
  /** Six bytes in hexadecimal. */
  readonly serial: string;
  /** Numbers of the families of services that it has: 4 is tunnelling, 5 is routing. */
  readonly families: readonly number[];
}

const HARDWARE = 1;
const HARDWARE_BYTES = 54;
const NAME_AT = 24;
const NAME_BYTES = 30;
const FAMILIES = 2;
/** Twisted pair. */
const MEDIUM = 2;

export const encodeDevice = ({ name, address, serial, families }: DeviceDescription): readonly number[] => {
  const hardware = new Uint8Array(HARDWARE_BYTES);
  hardware.set([HARDWARE_BYTES, HARDWARE, MEDIUM, 0, address >> 8, address & 255]);
  hardware.set(Buffer.from(serial, 'hex').subarray(0, 6), 8);
  hardware.set(Buffer.from(name, 'latin1').subarray(0, NAME_BYTES - 1), NAME_AT);
  return [...hardware, 2 + 2 * families.length, FAMILIES, ...families.flatMap((family) => [family, 1])];
};

/** Reads blocks one after the other; the first two have to be there. `null` if one does not end where it should. */
export const decodeDevice = (bytes: Uint8Array): DeviceDescription | null => {
  let hardware: Uint8Array | undefined;
  let services: Uint8Array | undefined;
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? 0;
    const block = bytes.subarray(at, at + length);
    if (length < 2 || block.length !== length) return null;
    if (block[1] === HARDWARE) hardware ??= block;
    if (block[1] === FAMILIES) services ??= block;
    at += length;
  }
  if (hardware?.length !== HARDWARE_BYTES || services === undefined || services.length % 2 !== 0) return null;
  const text = Buffer.from(hardware.subarray(NAME_AT, NAME_AT + NAME_BYTES)).toString('latin1');
  return {
    // Only what can be shown: it comes from whoever answers.
    name: (text.split('\0')[0] ?? '').replace(/[^\x20-\x7e\xa0-\xff]/g, '?'),
    address: ((hardware[4] ?? 0) << 8) | (hardware[5] ?? 0),
    serial: Buffer.from(hardware.subarray(8, 14)).toString('hex'),
    families: [...services.subarray(2)].filter((_, index) => index % 2 === 0),
  };
};
