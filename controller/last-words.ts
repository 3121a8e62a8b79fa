/** How the program says why it ends. A command that writes a log of its own puts its own way here. */
export const lastWords = {
  say(message: string, detail?: string): void {
    process.stderr.write(`twinhaus: ${detail ?? message.replace(/\s*\n\s*/g, ' ')}\n`);
  },
};
