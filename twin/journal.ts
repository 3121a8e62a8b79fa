import type { Report } from './backend.ts';
import { type Instant, toIso } from './clock/clock.ts';
import type { Cause, Cid, Content, DataEntry, Value } from './data-entry.ts';

/**
 * Where the journal's lines go: an object per line, as JSON without its line break, in the order of `seq`.
 * The twin appends a line before anybody can see its effect.
 */
export interface JournalSink {
  append(line: string): void;
}

/** What a journal line is about. */
export type JournalKind =
  | 'report'
  | 'command'
  | 'entry'
  | 'scene'
  | 'automation'
  | 'fault'
  | 'configuration'
  /** Nothing was done from `since` until now; what was due meanwhile is overdue. */
  | 'away'
  /** A backend that is not repeatable has reached its bus or a device, or has lost it. */
  | 'link'
  /** How a write to such a backend ended; `command` is the line that it came from. */
  | 'write';

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

/**
 * Numbers and writes the lines. They are put together by hand: this is the hottest path of the twin. Cids and names of
 * properties are those of the house and its kinds, which need no escapes; every other text does.
 */
export class Journal {
  readonly #sink: JournalSink;
  #sequence: number;
  #instant = Number.NaN;
  #at = '';

  constructor(sink: JournalSink, sequence: number) {
    this.#sink = sink;
    this.#sequence = sequence;
  }

  /** The number of the last line. */
  get sequence(): number {
    return this.#sequence;
  }

  set sequence(sequence: number) {
    this.#sequence = sequence;
  }

  report(at: Instant, { cid, property, content, byHand }: Report): void {
    const hand = byHand === true ? ',"byHand":true' : '';
    this.#write(at, 'report', `,"cid":"${cid}","property":"${property}","content":${json(content)}${hand}`);
  }

  /** Answers the sequence of the entry. */
  entry(
    at: Instant,
    { cid, property, value, content, cause }: Pick<DataEntry, 'cid' | 'property' | 'value' | 'content' | 'cause'>,
  ): number {
    const what = `,"cid":"${cid}","property":"${property}","value":${json(value)},"content":${json(content)}`;
    this.#write(at, 'entry', `${what},"cause":${causeText(cause)}`);
    return this.#sequence;
  }

  command(
    at: Instant,
    {
      cid,
      property,
      value,
      content,
      cause,
    }: { cid: Cid; property: string; value: Value; content: Content; cause: Cause },
  ): void {
    this.#write(
      at,
      'command',
      `${who(cause)},"cid":"${cid}","property":"${property}","value":${json(value)},"content":${json(content)}`,
    );
  }

  /** A line of any other kind; `fields` in the order in which they are to stand. */
  line(
    at: Instant,
    kind: Exclude<JournalKind, 'report' | 'entry' | 'command'>,
    fields: { readonly [field: string]: unknown },
  ): void {
    const body = JSON.stringify(fields);
    this.#write(at, kind, body === '{}' ? '' : `,${body.slice(1, -1)}`);
  }

  /** A line that the sink cannot take has not happened: its number is given to the next. */
  #write(at: Instant, kind: JournalKind, fields: string): void {
    if (at !== this.#instant) {
      this.#instant = at;
      this.#at = toIso(at);
    }
    this.#sink.append(`{"seq":${this.#sequence + 1},"at":"${this.#at}","kind":"${kind}"${fields}}`);
    this.#sequence += 1;
  }
}

const text = (value: string): string => JSON.stringify(value);
const json = (value: Content | Value | null): string => (typeof value === 'string' ? text(value) : String(value));

const DEVICE = '{"by":"device"}';
const causeText = (cause: Cause): string => (cause.by === 'device' ? DEVICE : JSON.stringify(cause));

/** Who asked, and over which call. */
function who(cause: Cause): string {
  switch (cause.by) {
    case 'user':
      return `,"user":${text(cause.user)},"call":${text(cause.call)}`;
    case 'scene':
      return `,"user":${cause.user === null ? 'null' : text(cause.user)},"call":"executeScene","scene":${cause.scene}`;
    case 'automation':
      return `,"user":null,"call":null,"automation":${cause.automation},"run":${cause.run}`;
    default:
      return ',"user":null,"call":null';
  }
}
