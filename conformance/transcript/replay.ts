import { field } from '../clients/json.ts';
import type { Secrets } from '../clients/secrets.ts';
import { type Exchange, replayingTape, type Tape } from '../clients/tape.ts';

/**
 * A tape of a check that may have been run several times: each time gets its own answers, as equal requests of the time before may
 * have been left unasked.
 */
export const replayOf = (recorded: readonly Exchange[], secrets: Secrets): Tape => {
  const times = timesOf(recorded).map((each) => replayingTape(each, secrets));
  let time = 0;
  const current = () => times[time] ?? replayingTape([], secrets);
  return {
    replays: true,
    get exchanges() {
      return times.flatMap(({ exchanges }) => exchanges);
    },
    async take<T>(path: string, sent: unknown, perform: () => Promise<T>): Promise<T> {
      const got = await current().take(path, sent, perform);
      if (isEndOfTime(path, sent)) time += 1;
      return got;
    },
  };
};

const timesOf = (recorded: readonly Exchange[]): readonly (readonly Exchange[])[] => {
  const times: Exchange[][] = [[]];
  for (const exchange of recorded) {
    times.at(-1)?.push(exchange);
    if (isEndOfTime(exchange.path, exchange.sent)) times.push([]);
  }
  return times;
};

const isEndOfTime = (path: string, sent: unknown): boolean =>
  path === 'suite' && field(sent, 'disturbed') !== undefined;
