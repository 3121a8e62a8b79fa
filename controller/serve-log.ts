import type { SystemClock } from '../twin/index.ts';
import type { Typed } from './command.ts';
import type { Secrets } from './configuration/secrets.ts';
import { lastWords } from './last-words.ts';
import { jsonLine, type Log, type LogLine, logOf, plainLine } from './log.ts';
import { Refusal } from './refusal.ts';

/** The log of a controller, on standard error, as text or as JSON lines. No secret that was read is ever seen in it, not even when the program ends. */
export const serveLog = (typed: Typed, secrets: Secrets, clock: SystemClock): Log => {
  const form = typed.values.get('log') ?? 'text';
  if (form !== 'text' && form !== 'json') throw new Refusal(`--log ${form} cannot be: it is text or json`);
  const write = (line: LogLine): void => {
    const hidden = { ...line, message: secrets.hide(line.message) };
    process.stderr.write(form === 'json' ? jsonLine(hidden, clock.now()) : plainLine(hidden));
  };
  const log = logOf(write, process.env.TWINHAUS_DEBUG !== undefined);
  lastWords.say = (message, detail) => {
    const line = { level: 'error', part: 'controller', message: detail ?? `it ends: ${message}` } as const;
    write({ ...line, message: line.message.replace(/\s*\n\s*/g, ' ') });
  };
  return log;
};
