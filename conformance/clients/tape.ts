import { asJson, canonical, type Json } from './json.ts';
import type { Secrets } from './secrets.ts';

/** One thing that was asked and what came of it, without secrets. */
export interface Exchange {
  readonly check: string;
  readonly number: number;
  /** Milliseconds since the run began. */
  readonly at: number;
  readonly path: string;
  readonly sent: Json;
  readonly got?: Json;
  /** Why nothing came back. */
  readonly failed?: string;
  /** A command line that does the same again. */
  readonly repeat?: string;
}

/** Nothing usable came back: neither good nor bad for the controller's answer, which is not known. */
export class NoAnswer extends Error {}

/** A transcript has nothing under this request: it was made by another suite or of another controller. */
export class NotRecorded extends Error {}

/**
 * Everything that a check learns of the outside goes over its tape. While recording, the outside is asked and the exchange
 * is written down; while replaying, the recorded answer is given, so that the check judges again without a controller.
 */
export interface Tape {
  readonly replays: boolean;
  readonly exchanges: readonly Exchange[];
  take<T>(path: string, sent: unknown, perform: () => Promise<T>, repeat?: string): Promise<T>;
}

/** A tape that asks the outside and writes down. */
export const recordingTape = (
  check: string,
  secrets: Secrets,
  since: () => number,
  write: (exchange: Exchange) => void,
): Tape => {
  const exchanges: Exchange[] = [];
  const keep = (exchange: Omit<Exchange, 'check' | 'number'>) => {
    const whole = { check, number: exchanges.length + 1, ...exchange };
    exchanges.push(whole);
    write(whole);
  };
  return {
    replays: false,
    exchanges,
    async take(path, sent, perform, repeat) {
      const at = since();
      const more = repeat === undefined ? {} : { repeat: String(secrets.redact(repeat)) };
      try {
        const got = await perform();
        const plain = asJson(got);
        secrets.learn(plain);
        keep({ at, path, sent: secrets.redact(asJson(sent)), got: secrets.redact(plain), ...more });
        return got;
      } catch (error) {
        const failed = error instanceof Error ? error.message : String(error);
        keep({ at, path, sent: secrets.redact(asJson(sent)), failed, ...more });
        throw new NoAnswer(failed);
      }
    },
  };
};

/** A tape that gives again what was recorded: for equal requests, in the order in which they were made. */
export const replayingTape = (recorded: readonly Exchange[], secrets: Secrets): Tape => {
  const waiting = new Map<string, Exchange[]>();
  for (const exchange of recorded) {
    const key = keyOf(exchange.path, exchange.sent);
    waiting.set(key, [...(waiting.get(key) ?? []), exchange]);
  }
  const exchanges: Exchange[] = [];
  return {
    replays: true,
    exchanges,
    async take<T>(path: string, sent: unknown): Promise<T> {
      const plain = secrets.redact(asJson(sent));
      const exchange = waiting.get(keyOf(path, plain))?.shift();
      if (exchange === undefined) throw new NotRecorded(`the transcript has no ${path} ${JSON.stringify(plain)}`);
      exchanges.push(exchange);
      if (exchange.failed !== undefined) throw new NoAnswer(exchange.failed);
      return (exchange.got ?? null) as T;
    },
  };
};

const keyOf = (path: string, sent: Json): string => `${path} ${canonical(sent)}`;
