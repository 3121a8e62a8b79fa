import { type ConfigurationChange, type ConfigurationEvent, KEPT_ELSEWHERE } from './building/configuration.ts';
import type { Instant } from './clock/clock.ts';
import type { VirtualClock } from './clock/virtual-clock.ts';
import type { Cause, Cid, Content, Value } from './data-entry.ts';
import type { JournalLine } from './journal.ts';
import type { Command, Twin } from './twin.ts';

/** What came into the twin from outside. Everything else in the journal follows from it. */
export type Input =
  | {
      readonly input: 'command';
      readonly cid: Cid;
      readonly property: string;
      readonly value: Value;
      readonly cause: Cause;
    }
  | { readonly input: 'scene'; readonly scene: number; readonly cause: Cause }
  | { readonly input: 'configuration'; readonly change: ConfigurationChange; readonly cause: Cause }
  /** Something that is kept elsewhere has changed; the journal only tells of it. */
  | {
      readonly input: 'note';
      readonly event: Omit<ConfigurationEvent, 'sequence'>;
      readonly record: { readonly [field: string]: unknown } | null;
    }
  | { readonly input: 'stop'; readonly scene: number; readonly cause: Cause }
  | { readonly input: 'automation'; readonly automation: number; readonly cause: Cause }
  | { readonly input: 'start' }
  | { readonly input: 'away'; readonly since: Instant; readonly until: Instant }
  | { readonly input: 'press'; readonly cid: Cid; readonly property: string; readonly content: Content };

/** Lets a device be worked by hand once more, as `byHand` of a report says. */
export type Press = (press: { readonly cid: Cid; readonly property: string; readonly content: Content }) => void;

/** The input that a line tells of; `null` for a line that follows from others, such as an entry or a command of a scene. */
export function inputOf(line: JournalLine): Input | null {
  const { kind, user, call, scene, automation, event, cid, property, value, content, byHand, since } = line as Line;
  if (kind === 'away')
    return { input: 'away', since: Date.parse(since) as Instant, until: Date.parse(line.at) as Instant };
  const byUser = typeof user === 'string';
  const cause: Cause = byUser ? { by: 'user', user, call: String(call) } : { by: 'restart' };
  if (kind === 'configuration' && KEPT_ELSEWHERE.some((name) => name === line.collection)) return noteOf(line, cause);
  if (kind === 'configuration') return { input: 'configuration', change: changeOf(line), cause };
  if (kind === 'automation' && event === 'asked') {
    return line.trigger === 'start'
      ? { input: 'start' }
      : { input: 'automation', automation: Number(automation), cause };
  }
  if (kind === 'command' && byUser && scene === undefined) return { input: 'command', cid, property, value, cause };
  if (kind === 'scene' && byUser && event === 'started') return { input: 'scene', scene: Number(scene), cause };
  if (kind === 'scene' && event === 'stopped') return { input: 'stop', scene: Number(scene), cause };
  if (kind === 'report' && byHand === true) return { input: 'press', cid, property, content };
  return null;
}

/** The fields of the lines that inputs are read from. */
type Line = JournalLine & {
  readonly user?: string | null;
  readonly call?: string | null;
  readonly scene?: number;
  readonly automation?: number;
  readonly event?: string;
  readonly cid: Cid;
  readonly property: string;
  readonly value: Value;
  readonly content: Content;
  readonly byHand?: boolean;
  readonly since: string;
};

const noteOf = ({ collection, action, id, record }: JournalLine, cause: Cause): Input => ({
  input: 'note',
  event: { collection, action, id, cause } as Omit<ConfigurationEvent, 'sequence'>,
  record: (record ?? null) as { readonly [field: string]: unknown } | null,
});

/** The change that a line tells of. */
const changeOf = ({ collection, action, id, record }: JournalLine): ConfigurationChange =>
  ({ collection, action, id, record }) as ConfigurationChange;

/** What a replay needs of a twin. */
type Replayed = Pick<
  Twin,
  'command' | 'runScene' | 'stopScene' | 'configure' | 'note' | 'runAutomation' | 'started' | 'wasAway'
>;

/** Puts an input in as it came in then. Throws if the twin does not take it: then the journal is that of another house. */
export function applyInput(twin: Replayed, input: Input, press: Press): void {
  const taken = apply(twin, input, press);
  if (!taken) throw new Error(`this house cannot do what its journal says: ${JSON.stringify(input)}`);
}

function apply(twin: Replayed, input: Input, press: Press): boolean {
  switch (input.input) {
    case 'command': {
      const { input: _, ...command } = input;
      return twin.command(command satisfies Command) === 'accepted';
    }
    case 'scene':
      return twin.runScene(input.scene, input.cause) !== undefined;
    case 'configuration':
      return twin.configure(input.change, input.cause).ok;
    case 'note':
      twin.note(input.event, input.record);
      return true;
    case 'stop':
      return twin.stopScene(input.scene, input.cause) > 0;
    case 'automation':
      return twin.runAutomation(input.automation, input.cause) !== null;
    case 'start':
      twin.started();
      return true;
    case 'away':
      twin.wasAway(input.since, input.until);
      return true;
    case 'press':
      press({ cid: input.cid, property: input.property, content: input.content });
      return true;
  }
}

/** Lets time come to a line as it did then: everything that was due by then rings before it, unless nobody was there. */
export function letTimePass(clock: Pick<VirtualClock, 'advanceTo' | 'leapTo'>, line: JournalLine): void {
  const at = Date.parse(line.at) as Instant;
  if (line.kind !== 'away') {
    clock.advanceTo(at);
    return;
  }
  clock.advanceTo(Date.parse((line as Line).since) as Instant);
  clock.leapTo(at);
}

/** What `replay` works on. */
export interface ReplayOptions {
  /** The twin in the state from which the journal is to go on; its sink hears all lines again. */
  readonly twin: Replayed & Pick<Twin, 'sequence'>;
  /** The clock that twin and backends run on. */
  readonly clock: Pick<VirtualClock, 'now' | 'advanceTo' | 'leapTo'>;
  /** The journal in order; lines that the twin has already got beyond are left out. */
  readonly lines: Iterable<string>;
  readonly press: Press;
}

/**
 * Brings a twin to where its journal ends: time passes as it did then, and every input is put in again at its instant. What
 * the inputs brought about comes about again, line by line, as long as the backends are as repeatable as the twin.
 */
export function replay({ twin, clock, lines, press }: ReplayOptions): void {
  const from = twin.sequence;
  for (const text of lines) {
    const line = JSON.parse(text) as JournalLine;
    if (line.seq <= from) continue;
    letTimePass(clock, line);
    const input = inputOf(line);
    if (input !== null) applyInput(twin, input, press);
  }
  clock.now();
}
