import type { SystemClock } from '../twin/index.ts';
import { assembleCore, type Core, type Simulate } from './assemble-life.ts';
import type { Journal } from './journal/journal.ts';
import type { FoundHouse, Keeping } from './keeping.ts';
import type { Log } from './log.ts';
import { Recovery, type TakeTurn } from './recovery.ts';
import type { Scenario } from './scenario/scenario.ts';
import { turned } from './turn.ts';
import { isWorthAWord, wasAway } from './was-away.ts';

export interface TakeOverOptions {
  readonly keeping: Keeping;
  readonly journal: Journal;
  readonly realClock: SystemClock;
  readonly simulate: Simulate | undefined;
  readonly log: Log;
}

/**
 * A real house that an earlier run left, as its configuration describes it now. It was not lived through while the controller was
 * off: it is as it was left until its devices say otherwise.
 */
export const takenOver = async (
  found: FoundHouse,
  scenario: Scenario,
  { keeping, journal, realClock, simulate, log }: TakeOverOptions,
): Promise<Core> => {
  const { epoch } = found.identity;
  const again: TakeTurn = (before, turn) => {
    const described = turn.description === before.description ? before.scenario : undefined;
    const under = described ?? keeping.described(epoch, turn.description) ?? before.scenario;
    return turned(before, { ...turn, scenario: under }, { journal: recovery, simulate });
  };
  const recovery = new Recovery(journal, again);
  const lines = keeping.linesAfter(journal, found.checkpoint?.sequence ?? 0);
  const { core: left, surprise } = await recovery.replay(
    assembleCore({ ...found, journal: recovery, simulate }),
    lines,
    'believe',
  );
  if (surprise !== undefined)
    log.say(`the end of the journal was written by another version; its inputs count (${surprise.slice(0, 80)} …)`);
  const since = left.clock.standsAt;
  realClock.goOnFrom(since);
  const now = realClock.now();
  if (isWorthAWord(since, now)) log.say(wasAway(since, now));
  const isSame = JSON.stringify(scenario) === JSON.stringify(left.scenario);
  const description = isSame ? left.description : await keeping.describe(left, scenario);
  const core = turned(left, { scenario, description, now, wasOff: true }, { journal, simulate });
  await keeping.checkpoint(core, journal);
  return core;
};
