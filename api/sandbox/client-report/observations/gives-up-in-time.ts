import { type Finding, finding, inSeconds, type Now, type Observation } from '../observation.ts';
import type { Client, Sight } from '../sight.ts';

/** Specification, "Limits": a call takes 15 seconds at most; over Socket.io the client has to look at its own watch. */
export const givesUpInTime: Observation = {
  id: 'gives-up-in-time',
  means: 'It waits 15 seconds for an answer, not much less, and then goes on without it.',
  how: '`{"provoke": "silence"}`: the next call is not carried out and its answer does not come for half a minute of real time. Ask for the report after that.',
  find: (sights, now) =>
    sights.flatMap((sight, index) =>
      sight.kind === 'withheld' ? (judge(sight, sights.slice(index + 1), now) ?? []) : [],
    ),
};

/** In real milliseconds. */
const EARLY = 14_500;
const LATE = 30_000;

type Withheld = Extract<Sight, { kind: 'withheld' }>;

const judge = (silence: Withheld, after: readonly Sight[], now: Now): Finding | undefined => {
  const { client, call, at, elapsed, number } = silence;
  const say = (good: boolean, what: string): Finding => finding(good, at, client, what);
  const gone = after.find((sight) => sight.kind === 'gone' && sight.number === number);
  const again = after.find((sight) => isSameCall(sight, client, call));
  const [first] = [gone, again].filter((sight) => sight !== undefined).sort((one, two) => one.elapsed - two.elapsed);
  if (first !== undefined && first.elapsed - elapsed < EARLY) {
    const span = inSeconds(first.elapsed - elapsed);
    return say(
      false,
      `${call} was ${first === gone ? 'given up' : 'sent again'} after ${span} s; it may be carried out yet.`,
    );
  }
  const later = after.find(
    (sight) => 'client' in sight && isSame(sight.client, client) && sight.elapsed - elapsed >= EARLY,
  );
  if (gone !== undefined || later !== undefined) {
    const end = gone ?? later;
    const span = inSeconds((end?.elapsed ?? elapsed) - elapsed);
    if ((end?.elapsed ?? 0) - elapsed < LATE)
      return say(true, `It went on ${span} s after ${call}, which was not answered.`);
  }
  if (now.elapsed - elapsed < LATE) return undefined;
  return say(false, `It still waited for ${call} after ${inSeconds(LATE)} s.`);
};

const isSame = (one: Client, other: Client): boolean =>
  one.transport === other.transport &&
  one.source === other.source &&
  (one.user ?? other.user) === (other.user ?? one.user);

const isSameCall = (sight: Sight, client: Client, call: string): boolean =>
  (sight.kind === 'answered' && sight.call.name === call && isSame(sight.client, client)) ||
  (sight.kind === 'withheld' && sight.call === call && isSame(sight.client, client));
