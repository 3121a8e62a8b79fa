import type { Clock, Duration, WriteOutcome } from '../../twin/index.ts';
import type { LinkTelegram, Telegram } from './frame/telegram.ts';

/** A way for telegrams to the bus and back, which looks after itself: what is lost is looked for until it is found again. */
export interface TelegramLink {
  /** Sends one telegram; one after the other. `done` is told once what became of it. */
  send(telegram: Telegram, done: (outcome: WriteOutcome) => void): void;
  /** Until when nobody may send, on the monotonic clock; what is past means that the way is free. */
  silentUntil(): Duration;
  /** Telegrams that others said they have lost; left out: nobody says it. */
  readonly lostByOthers?: number;
  /** Nothing is told afterwards. */
  close(): Promise<void>;
}

/** What a link tells whoever opened it. */
export interface LinkEvents {
  /** Telegrams go and come from now on. */
  up(): void;
  /** They do not any more. */
  down(): void;
  /** Somebody else on the bus said something. */
  telegram(telegram: LinkTelegram): void;
  /** One line for the operator. */
  say(line: string): void;
}

export interface LinkSurroundings extends LinkEvents {
  readonly clock: Clock;
  /** A number from 0 up to but not including 1, each time another one. */
  chance(): number;
}
