import { type Duration, type Instant, later, milliseconds } from './clock.ts';
import { type Away, Pace, type RealTime } from './pace.ts';
import { VirtualClock } from './virtual-clock.ts';

export const START = Date.parse('2026-01-01T00:00:00Z') as Instant;
export const after = (ms: number): Instant => later(START, milliseconds(ms));

/** A pace on a real clock that is moved by hand; `burn` is time that work takes. */
export function paced(speed: number, away: Away | null = null) {
  const hand = new VirtualClock(0 as Instant);
  let burnt = 0;
  const real: RealTime & { listening: Promise<void>; jumped: number; burn(time: Duration): void } = {
    now: () => (START + hand.standsAt + burnt + real.jumped) as Instant,
    elapsed: () => (hand.standsAt + burnt) as Duration,
    alarm: (ring) => {
      const alarm = hand.alarm(ring);
      return { set: (at) => alarm.set((at - START - burnt - real.jumped) as Instant), clear: () => alarm.clear() };
    },
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
    listening: Promise.resolve(),
    jumped: 0,
    heard: () => real.listening,
    burn: (time) => {
      burnt += time;
    },
  };
  const clock = new VirtualClock(START);
  const pace = new Pace(clock, real, speed, away);
  /** Lets real time pass, with a turn for everybody each millisecond. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1) {
      hand.advanceTo((hand.standsAt + 1) as Instant);
      if (left % 100 === 1 || ms <= 100) await real.breathe();
    }
    await real.breathe();
  };
  return { clock, pace, real, pass };
}
