import type { Instant } from './clock/clock.ts';

/**
 * Where the journal's lines go: an object per line, as JSON without its line break, in the order of `seq`.
 * The twin appends a line before anybody can see its effect.
 */
export interface JournalSink {
  append(line: string): void;
}

/** What a journal line is about. */
export type JournalKind = 'report' | 'command' | 'entry' | 'scene' | 'automation' | 'fault' | 'configuration';

/** One line. Whatever concerns a component carries `cid` and `property`; a command names `user` and `call`. */
export interface JournalLine {
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: JournalKind;
  readonly [field: string]: unknown;
}

/** Something of which the whole future follows: taken down and put back without a difference that anybody could see. */
export interface Resumable<State> {
  /** The state between two instants, as plain JSON. */
  state(): State;
  /** Goes on from `state` as if nothing had been in between; the clock stands at `now`. */
  resume(state: State, now: Instant): void;
}
