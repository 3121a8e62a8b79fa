import type { ReportProblem } from '../api/problem.ts';
import {
  type Backend,
  type Change,
  FURTHEST,
  hours,
  type Instant,
  later,
  type SystemClock,
  seconds,
  toIso,
} from '../twin/index.ts';
import { assembleAccess } from './assemble-access.ts';
import { assembleCore, assembleLife, type Core, type LifeParts, type Simulate, settle } from './assemble-life.ts';
import type { Journal, JournalNews } from './journal/journal.ts';
import type { JournalLimits } from './journal/journal-limits.ts';
import type { FoundHouse, Keeping } from './keeping.ts';
import type { Identity } from './kept-house.ts';
import { LateSink } from './late-sink.ts';
import { endLife, freeze, type Life, leaveBuses } from './life.ts';
import type { Log } from './log.ts';
import { Recovery } from './recovery.ts';
import { Refusal } from './refusal.ts';
import { RenewableTwin } from './renewable-twin.ts';
import { type Renewal, renewedLife } from './renewal.ts';
import type { Scenario } from './scenario/index.ts';
import { takenOver } from './take-over.ts';
import { wasAway } from './was-away.ts';

export interface HouseKeeperOptions extends Pick<LifeParts, 'arrivals' | 'callCounts' | 'drops' | 'north' | 'watch'> {
  readonly keeping: Keeping;
  readonly realClock: SystemClock;
  /** Virtual seconds per real second; `clock`: the house lives in real time, whatever happens. */
  readonly speed: number | 'clock';
  /** Where virtual time starts; left out: now. */
  readonly start: Instant | undefined;
  readonly simulate: Simulate | undefined;
  /** Opens a bus of the scenario by its name. */
  readonly bus: (name: string) => Backend;
  /** Passwords that nobody can choose. */
  readonly published: ReadonlySet<string>;
  readonly log: Log;
}

/** Begins houses, goes on with the one that was kept, and sees to it that what happens is kept. There is one at a time. */
export class HouseKeeper {
  readonly #options: HouseKeeperOptions;
  readonly #report: ReportProblem;
  readonly #news: JournalNews;
  #life: Life | undefined;
  #isEnding = false;

  constructor(options: HouseKeeperOptions) {
    this.#options = options;
    const { log } = options;
    this.#report = ({ during, error }) => log.problem(during, error);
    this.#news = {
      forgotten: (from, limit) => log.say(`the journal is ${FULL[limit]}: it begins with line ${from} now`),
      stuck: (why) => {
        log.say(`the journal cannot be written (${why}): time stands still and commands are refused until it can`);
        this.#life?.pace.halt('what happens cannot be kept: the disk is full or broken');
      },
      unstuck: () => {
        log.say('the journal can be written again: time goes on');
        this.#life?.pace.goOn();
      },
    };
  }

  get life(): Life {
    if (this.#life === undefined) throw new Error('the house has not begun yet');
    return this.#life;
  }

  /** Where a house that begins now begins. */
  get start(): Instant {
    return this.#options.start ?? this.#options.realClock.now();
  }

  /** Begins a house; the one before, if there is one, ends. `beside` is kept together with the accounts. Rejects, with nothing changed, if it cannot be kept. */
  async begin(scenario: Scenario, accounts = scenario.accounts, beside: readonly Change[] = []): Promise<Life> {
    const { keeping, realClock } = this.#options;
    const before = this.#life;
    const epoch = (before?.identity.epoch ?? 0) + 1;
    const identity: Identity = { epoch, scenario: scenario.name, seed: scenario.seed, start: this.start };
    await keeping.prepare(identity, scenario);
    const lines = new LateSink();
    const core = assembleCore({ identity, scenario, journal: lines, simulate: this.#options.simulate });
    await before?.store?.suspend();
    const people = await assembleAccess({
      core,
      accounts,
      published: this.#options.published,
      ...{ store: keeping.store, drops: this.#options.drops },
      afresh: true,
      beside,
      report: this.#report,
    }).catch((error: unknown) => {
      before?.store?.decide(false);
      throw error;
    });
    before?.store?.decide(true);
    if (before !== undefined) {
      await freeze(before, realClock);
      before.audit.forget();
      await this.#try('forget the users of the house before', before.access.close());
      await this.#try('forget the tokens of the house before', before.remoteTokens.close());
      await this.#try('forget the tokens of the house before', before.mcpTokens.close());
      await endLife(before, realClock);
      await this.#try('close the journal of the house before', before.journal.close());
    }
    const journal = keeping.journal(epoch, this.#news);
    lines.attach(journal);
    settle(core);
    return this.#live(core, people, journal);
  }

  /** Goes on with the house that an earlier run left: its last checkpoint, then what the journal says, then the time since. */
  async goOn(found: FoundHouse): Promise<Life> {
    const { keeping } = this.#options;
    const { identity, scenario, checkpoint } = found;
    const journal = keeping.journal(identity.epoch, this.#news);
    const recovery = new Recovery(journal);
    const core = assembleCore({
      identity,
      scenario,
      checkpoint,
      journal: recovery,
      simulate: this.#options.simulate,
    });
    await recovery.replay(core, keeping.linesAfter(journal, checkpoint?.sequence ?? 0));
    await this.#liveThrough(core, found.position);
    journal.commit();
    return this.#moveIn(core, journal);
  }

  /** Goes on with a real house as its configuration describes it now. */
  async takeOver(found: FoundHouse, scenario: Scenario): Promise<Life> {
    const { keeping } = this.#options;
    const journal = keeping.journal(found.identity.epoch, this.#news);
    return this.#moveIn(await takenOver(found, scenario, { ...this.#options, journal }), journal);
  }

  /** Lets the house that lives go on by another description; rejects with a `Refusal`, with nothing changed, if it cannot. */
  async renew(renewal: Renewal): Promise<void> {
    const renewed = await renewedLife(this.life, renewal, { ...this.#options, isOver: () => this.#isEnding });
    if (renewed === undefined) return;
    this.#life = renewed.life;
    const mqtt = await renewed.settled();
    this.#life = { ...this.life, mqtt };
    if (this.#isEnding) await mqtt?.close();
  }

  async #moveIn(core: Core, journal: Journal): Promise<Life> {
    const { keeping } = this.#options;
    const people = await assembleAccess({
      core,
      accounts: core.scenario.accounts,
      published: this.#options.published,
      ...{ store: keeping.store, drops: this.#options.drops },
      afresh: false,
      report: this.#report,
    });
    return this.#live(core, people, journal);
  }

  /** Keeps as much of the journal from now on. */
  limitJournal(limits: JournalLimits): void {
    this.#options.keeping.limitJournal(this.life.journal, limits);
  }

  /** Ends it with everything kept. */
  async end(): Promise<void> {
    const { keeping, realClock } = this.#options;
    this.#isEnding = true;
    const life = this.#life;
    if (life !== undefined) {
      await this.#try('let everybody go', freeze(life, realClock));
      // Commands that came before have gone out by now; what a bus has to say from here on is for the next start.
      const leaving = this.#try('leave the buses', leaveBuses(life, realClock));
      await Promise.all([
        this.#try('store the audit', life.audit.close()),
        this.#try('store the last uses of sessions', life.access.close()),
        this.#try('store the last uses of tokens', life.remoteTokens.close()),
        this.#try('store the last uses of tokens', life.mcpTokens.close()),
        this.keep(),
        leaving,
      ]);
      life.twin.close();
      await this.#try('close the journal', life.journal.close());
    }
    await this.#try('close what is kept', keeping.close());
  }

  /** Takes the house down as it is now. */
  async keep(): Promise<void> {
    const { keeping, log } = this.#options;
    const { identity, clock, journal } = this.life;
    try {
      keeping.note(identity.epoch, clock.standsAt);
      await keeping.checkpoint(this.life, journal);
    } catch (error) {
      log.problem('write a checkpoint', error);
    }
  }

  /** One end that fails does not keep the others from being reached. */
  async #try(during: string, work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => this.#report({ during, error }));
  }

  #live(core: Core, people: Awaited<ReturnType<typeof assembleAccess>>, journal: Life['journal']): Life {
    const { realClock, speed, arrivals, callCounts, drops, north, watch } = this.#options;
    // Before time begins to pass, so that what begins with the start begins at that very instant.
    core.twin.started();
    for (const bus of core.buses) bus.goOn(this.#options.bus(bus.name), realClock.after(BUSES_COME_WITHIN));
    const twin = speed === 'clock' ? new RenewableTwin(core.twin) : core.twin;
    this.#life = assembleLife({
      ...{ core: { ...core, twin }, journal, ...people, realClock, arrivals, callCounts, drops, north, watch },
      speed: speed === 'clock' ? this.#away : speed,
      report: this.#report,
    });
    return this.#life;
  }

  /** The process did not come to its work for a while, or the clock of the machine was set forward. */
  readonly #away = (since: Instant, until: Instant): void => {
    this.life.twin.wasAway(since, until);
    this.#options.log.say(wasAway(since, until));
  };

  /** The house went on while nobody looked: until the start that was asked for, or until now, but never back. */
  async #liveThrough(core: Core, position: Instant): Promise<void> {
    const { realClock, log } = this.#options;
    const { clock } = core;
    const target = Math.max(clock.standsAt, position, this.start) as Instant;
    if (target > later(clock.standsAt, FURTHEST)) {
      throw new Refusal(
        `time stands at ${toIso(clock.standsAt)} in this folder, more than ten years before ${toIso(target)}: give an earlier --start, or name another folder`,
      );
    }
    if (target - clock.standsAt > WORTH_A_WORD) log.say(`living through the time since ${toIso(clock.standsAt)}`);
    while (!clock.advanceTo(target, ALARMS_IN_ONE_GO)) await realClock.breathe();
  }
}

const BUSES_COME_WITHIN = seconds(10);
const FULL = { size: 'full', age: 'older than it is kept' };
const ALARMS_IN_ONE_GO = 5_000;
const WORTH_A_WORD = hours(1);
