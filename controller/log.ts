import { type Instant, toIso } from '../twin/index.ts';

/** What the operator reads: one line each, on standard error. `part` is what it is about, such as a bus; left out: the controller. */
export interface Log {
  /** Something that is good to know. */
  say(line: string, part?: string): void;
  /** Something that went wrong inside. */
  problem(during: string, error: unknown, part?: string): void;
}

/** One line of a log. */
export interface LogLine {
  readonly level: 'info' | 'error';
  readonly part: string;
  readonly message: string;
}

/** Lines that may be written while one and the same problem comes again and again. */
const REPEATS = 20;

/** The part that lines are about unless they say otherwise. */
const CONTROLLER = 'controller';

/** A log on a stream; the stack of a problem only for whoever asks for it. */
export const logTo = (write: (text: string) => void, withStacks: boolean): Log =>
  logOf((line) => write(plainLine(line)), withStacks);

/** A line for people. Whatever collects logs gives it a time. */
export const plainLine = ({ part, message }: LogLine): string =>
  `${part === CONTROLLER ? '' : `${part}: `}${message}\n`;

/** A line for programs: `time`, `level`, `part` and `message` as one JSON object. */
export const jsonLine = (line: LogLine, now: Instant): string => `${JSON.stringify({ time: toIso(now), ...line })}\n`;

/** A log of lines, each of which is one, whatever is in it. */
export const logOf = (write: (line: LogLine) => void, withStacks: boolean): Log => {
  const seen = new Map<string, number>();
  const line = (level: LogLine['level'], part: string, text: string): void =>
    write({ level, part, message: text.replace(/\s*\n\s*/g, ' ') });
  return {
    say: (text, part = CONTROLLER) => line('info', part, text),
    problem(during, error, part = CONTROLLER) {
      const message = error instanceof Error ? error.message : String(error);
      const text = `could not ${during}: ${message}`;
      const key = `${part}\0${text}`;
      const times = (seen.get(key) ?? 0) + 1;
      if (seen.size > 1_000) seen.clear();
      seen.set(key, times);
      if (times > REPEATS) return;
      line('error', part, times === REPEATS ? `${text} (and so on)` : text);
      if (withStacks && error instanceof Error) line('error', part, error.stack ?? '');
    },
  };
};
