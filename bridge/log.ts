/** Tells whoever looks after the bridge; standard output belongs to the protocol. */
export const log = (line: string): void => {
  process.stderr.write(`twinhaus-bridge: ${line.replace(/\s*\n\s*/g, ' ')}\n`);
};
