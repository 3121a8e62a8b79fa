/** What the operator reads: one line each, on standard error. */
export interface Log {
  /** Something that is good to know. */
  say(line: string): void;
  /** Something that went wrong inside. */
  problem(during: string, error: unknown): void;
}

/** Lines that may be written while one and the same problem comes again and again. */
const REPEATS = 20;

/** A log on a stream; the stack of a problem only for whoever asks for it. */
export const logTo = (write: (text: string) => void, withStacks: boolean): Log => {
  const seen = new Map<string, number>();
  const line = (text: string): void => write(`${text.replace(/\s*\n\s*/g, ' ')}\n`);
  return {
    say: line,
    problem(during, error) {
      const message = error instanceof Error ? error.message : String(error);
      const text = `could not ${during}: ${message}`;
      const times = (seen.get(text) ?? 0) + 1;
      if (seen.size > 1_000) seen.clear();
      seen.set(text, times);
      if (times > REPEATS) return;
      line(times === REPEATS ? `${text} (and so on)` : text);
      if (withStacks && error instanceof Error) write(`${error.stack}\n`);
    },
  };
};
