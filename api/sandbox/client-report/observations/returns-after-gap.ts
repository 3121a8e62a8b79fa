import { type Finding, finding, inSeconds, type Now, type Observation } from '../observation.ts';
import type { Client, Sight } from '../sight.ts';

/** Specification, "Socket.io connection": changes made during a gap are not replayed. */
export const returnsAfterGap: Observation = {
  id: 'returns-after-gap',
  means: 'When its connection breaks it comes back, logs in again, and fetches the state that it has missed.',
  how: 'Log in over Socket.io and send `init`, then `{"provoke": "gap"}`: every connection breaks. Ask for the report half a minute later.',
  find: (sights, now) =>
    sights.flatMap((sight, index) =>
      sight.kind === 'cut' && wasReady(sights.slice(0, index), sight.client)
        ? (judge(sight, sights.slice(index + 1), now) ?? [])
        : [],
    ),
};

/** In real milliseconds: to come back, and to ask for the state once it is back. */
const RETURN = 30_000;
const FETCH = 10_000;

const FETCHES: ReadonlySet<string> = new Set(['getAllComponents', 'getComponentData']);

type Cut = Extract<Sight, { kind: 'cut' }>;

const judge = (cut: Cut, after: readonly Sight[], now: Now): Finding | undefined => {
  const { client, at, elapsed } = cut;
  const fetched = after.find((sight) => isCall(sight, client, (name) => FETCHES.has(name)));
  if (fetched !== undefined) {
    return finding(true, at, client, `It fetched the state ${inSeconds(fetched.elapsed - elapsed)} s after the gap.`);
  }
  const begun = after.find((sight) => isCall(sight, client, (name) => name === 'init'));
  if (begun !== undefined) {
    if (now.elapsed - begun.elapsed < FETCH) return undefined;
    return finding(false, at, client, 'It came back, sent init, and never asked for what it had missed.');
  }
  if (now.elapsed - elapsed < RETURN) return undefined;
  const back = after.some((sight) => sight.kind === 'opened' && sight.client.source === client.source);
  return finding(
    false,
    at,
    client,
    back ? 'It connected again, but did not log in and send init.' : `It did not come back in ${inSeconds(RETURN)} s.`,
  );
};

const wasReady = (before: readonly Sight[], { connection }: Client): boolean =>
  before.some(
    (sight) =>
      sight.kind === 'answered' &&
      sight.client.connection === connection &&
      sight.call.name === 'init' &&
      sight.call.code === null,
  );

/** Whether the same person made a successful call. */
const isCall = (sight: Sight, { source, user }: Client, isWanted: (name: string) => boolean): boolean =>
  sight.kind === 'answered' &&
  sight.call.code === null &&
  sight.client.source === source &&
  sight.client.user === user &&
  isWanted(sight.call.name);
