/** The four tables of a Modbus device. */
export const TABLES = ['holding', 'input', 'coil', 'discrete'] as const;
export type Table = (typeof TABLES)[number];

/** What is asked of a device. Addresses count from 0, as they travel on the line. */
export type Request =
  | { readonly kind: 'read'; readonly table: Table; readonly start: number; readonly count: number }
  | { readonly kind: 'coil'; readonly start: number; readonly on: boolean }
  | {
      readonly kind: 'registers';
      readonly start: number;
      readonly registers: readonly number[];
      /** Function 16 although it is only one register, for devices that know no function 6. */
      readonly several: boolean;
    };

/** What a device answered: its registers or bits (none for a command that was taken), or the code of an exception. */
export type Reply =
  | { readonly ok: true; readonly values: readonly number[] }
  | { readonly ok: false; readonly exception: number };

const READS: Readonly<Record<Table, number>> = { coil: 1, discrete: 2, holding: 3, input: 4 };

/** Whether a table holds bits rather than registers. */
export const holdsBits = (table: Table): boolean => table === 'coil' || table === 'discrete';

/** Function and data of a request (Modbus Application Protocol 1.1b3, chapter 6), without unit and checksum. */
export function requestPdu(request: Request): Buffer {
  switch (request.kind) {
    case 'read':
      return words(READS[request.table], request.start, request.count);
    case 'coil':
      return words(5, request.start, request.on ? 0xff00 : 0);
    default: {
      const { start, registers, several } = request;
      const [only] = registers;
      if (registers.length === 1 && only !== undefined && !several) return words(6, start, only);
      const head = words(16, start, registers.length);
      const body = Buffer.alloc(1 + 2 * registers.length, 2 * registers.length);
      registers.forEach((register, index) => {
        body.writeUInt16BE(register, 1 + 2 * index);
      });
      return Buffer.concat([head, body]);
    }
  }
}

/** How many bytes the answer to a request has if it is no exception. */
export const replyLength = (request: Request): number =>
  request.kind === 'read' ? 2 + bytesOf(request.table, request.count) : 5;

/** How many bytes an exception has. */
export const EXCEPTION_LENGTH = 2;

/** What an answer says; `null` if it is none to this request. */
export function readReply(request: Request, pdu: Buffer): Reply | null {
  const asked = requestPdu(request);
  const code = asked[0] as number;
  if (pdu.length === EXCEPTION_LENGTH && pdu[0] === (code | 0x80)) return { ok: false, exception: pdu[1] as number };
  if (pdu.length !== replyLength(request) || pdu[0] !== code) return null;
  // A device says back what it was told: address with value, or address with count.
  if (request.kind !== 'read') return pdu.equals(asked.subarray(0, 5)) ? { ok: true, values: [] } : null;
  if (pdu[1] !== pdu.length - 2) return null;
  const values = Array.from({ length: request.count }, (_, index) =>
    holdsBits(request.table) ? ((pdu[2 + (index >> 3)] as number) >> (index & 7)) & 1 : pdu.readUInt16BE(2 + 2 * index),
  );
  return { ok: true, values };
}

const bytesOf = (table: Table, count: number): number => (holdsBits(table) ? Math.ceil(count / 8) : 2 * count);

function words(code: number, first: number, second: number): Buffer {
  const pdu = Buffer.alloc(5, code);
  pdu.writeUInt16BE(first, 1);
  pdu.writeUInt16BE(second, 3);
  return pdu;
}
