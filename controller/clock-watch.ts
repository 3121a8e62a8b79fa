import {
  type Alarm,
  type ClockState,
  DOUBTED_FOR,
  type Duration,
  type Instant,
  later,
  minutes,
  type SystemClock,
  seconds,
  toIso,
} from '../twin/index.ts';

/** Less than this is nothing that anybody would notice. */
const WORTH_A_WORD = seconds(10);
const LOOK = minutes(1);

/** Tells the operator, now and whenever that changes, how the time of the house stands to the clock of the machine. The answer ends it. */
export const watchClock = (
  clock: Pick<SystemClock, 'now' | 'state' | 'alarm'>,
  say: (line: string) => void,
): Pick<Alarm, 'clear'> => {
  let told: ClockState['manner'] = 'follows';
  const look = (): void => {
    const now = clock.now();
    alarm.set(later(now, LOOK));
    const { state } = clock;
    const { ahead } = state;
    const manner = Math.abs(ahead) < WORTH_A_WORD ? 'follows' : state.manner;
    if (manner === told) return;
    told = manner;
    say(WORDS[manner](now, ahead));
  };
  const alarm = clock.alarm(look);
  look();
  return alarm;
};

const WORDS: { readonly [manner in ClockState['manner']]: (now: Instant, ahead: Duration) => string } = {
  follows: () => 'the time of the house is that of the machine again',
  slower: (now, ahead) =>
    `the clock of the machine is ${span(ahead)} behind the house, where it is ${toIso(now)}: the house goes at half speed until the two agree, in about ${span(2 * ahead)}`,
  apart: (now, ahead) =>
    `the clock of the machine is ${span(ahead)} behind the house, where it is ${toIso(now)} and time goes on from there: set the clock if it is wrong, or restore a backup from before the house went wrong`,
  doubts: (now, ahead) =>
    `the clock of the machine is ${span(-ahead)} ahead of the house, where it is ${toIso(now)}: it counts once it has stood for ${span(DOUBTED_FOR)}, so set it before if it is wrong`,
};

/** A span in the largest unit of which there are two. */
const span = (ms: number): string => {
  const unit = UNITS.find(([, length]) => ms >= 2 * length) ?? SECONDS;
  return `${Math.round(ms / unit[1])} ${unit[0]}`;
};

const SECONDS = ['seconds', 1_000] as const;
const UNITS = [['days', 86_400_000], ['hours', 3_600_000], ['minutes', 60_000], SECONDS] as const;
