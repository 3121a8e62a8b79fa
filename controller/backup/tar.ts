import { Refusal } from '../refusal.ts';

/** A file in an archive. */
export interface TarHeader {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Archives are made of blocks of this many bytes (POSIX.1-1988, ustar), so that any `tar` can look into them. */
export const BLOCK = 512;

/** What stands in front of a file. */
export const tarHeader = ({ name, size }: TarHeader): Buffer => {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void => {
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  };
  block.write(name, 0, 'utf8');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write('0', 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write('        ', 148, 'latin1');
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
};

/** What fills the last block of a file. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** Ends an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** Reads what `tarHeader` wrote; `null` for the end. Throws a `Refusal` for what is no header. */
export const readTarHeader = (block: Buffer): TarHeader | null => {
  if (block.every((byte) => byte === 0)) return null;
  const sum = Number.parseInt(block.toString('latin1', 148, 154), 8);
  const bare = Buffer.from(block);
  bare.write('        ', 148, 'latin1');
  const size = Number.parseInt(block.toString('latin1', 124, 135), 8);
  if (sum !== sumOf(bare) || !Number.isSafeInteger(size) || size < 0) {
    throw new Refusal('is damaged: what stands in front of one of its files is not what was written');
  }
  return { name: block.toString('utf8', 0, block.indexOf(0)), size };
};

const sumOf = (block: Buffer): number => block.reduce((sum, byte) => sum + byte, 0);
