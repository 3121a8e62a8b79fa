import { seconds } from '../../../twin/index.ts';
import { LIMITS } from './limits.ts';
import type { Scene } from './records.ts';
import type { ToolWork } from './tool.ts';
import { CODE, ToolFault } from './tool-fault.ts';
import { waitSecondsOf } from './wait-seconds-of.ts';
import { pause } from './waiting.ts';

/** How far a scene has come when nobody waits any longer. */
export interface SceneOutcome {
  readonly finished: boolean;
  /** Steps that could not be carried out, by index. */
  readonly failed: readonly number[];
  readonly stopped: boolean;
}

/** Runs a scene and waits for its end as long as a call may take, or longer where somebody is told how far it is. */
export const runScene = async (work: ToolWork, scene: Scene): Promise<SceneOutcome> => {
  const over = new AbortController();
  const telling = tellProgress(work, scene, over.signal);
  try {
    const outcome = await Promise.race([begun(work, scene), aborted(work.signal, over.signal)]);
    if (!work.signal.aborted) return outcome;
    work.say('info', `nobody waits for the scene ${scene.name} any longer; it goes on by itself, scene_stop ends it`);
    return UNFINISHED;
  } finally {
    over.abort();
    await telling;
  }
};

const UNFINISHED: SceneOutcome = { finished: false, failed: [], stopped: false };

const begun = async (work: ToolWork, scene: Scene): Promise<SceneOutcome> => {
  const answer = await work.context.ask('executeScene', { id: scene.id });
  if (answer.ok) return endedWith(await lastRun(work, scene.id));
  const { errorCode, errorText } = answer.body;
  if (errorCode === CODE.refused && errorText.endsWith('the scene was stopped')) {
    return { ...UNFINISHED, stopped: true };
  }
  const stillRuns = errorCode === CODE.time && !errorText.endsWith('the scene could not be run');
  if (!stillRuns) throw new ToolFault(errorCode, errorText);
  return work.progress === undefined ? UNFINISHED : ended(work, scene);
};

/** The time of the call is up, the scene goes on: looks every second whether it has ended. */
const ended = async (work: ToolWork, scene: Scene): Promise<SceneOutcome> => {
  const { networkClock } = work.context;
  const until = networkClock.now() + seconds(LIMITS.sceneSeconds.value);
  while (!work.signal.aborted && networkClock.now() < until) {
    await pause(networkClock, SECOND, work.signal);
    const last = await lastRun(work, scene.id);
    if (last !== null && last.at !== scene.lastRun?.at) return endedWith(last);
  }
  return UNFINISHED;
};

/** Says every second how much of its waits has passed in the house, if anything has. */
const tellProgress = async ({ progress, context }: ToolWork, scene: Scene, over: AbortSignal): Promise<void> => {
  if (progress === undefined) return;
  const total = Math.max(1, waitSecondsOf(scene));
  const began = context.clock.now();
  for (let told = -1; !over.aborted; await pause(context.networkClock, SECOND, over)) {
    const passed = Math.min((context.clock.now() - began) / 1_000, total);
    if (passed > told) progress(passed, total, `${scene.name}: ${Math.round(passed)} of about ${total} s`);
    told = Math.max(told, passed);
  }
};

const SECOND = seconds(1);

const lastRun = async ({ house }: ToolWork, id: number): Promise<Scene['lastRun']> =>
  (await house.scenes()).find((scene) => scene.id === id)?.lastRun ?? null;

const endedWith = (last: Scene['lastRun']): SceneOutcome => ({
  finished: last?.stopped !== true,
  failed: last?.failed ?? [],
  stopped: last?.stopped ?? false,
});

/** Once nobody waits any longer; `over` ends the listening. */
const aborted = (signal: AbortSignal, over: AbortSignal): Promise<SceneOutcome> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(UNFINISHED);
    else signal.addEventListener('abort', () => resolve(UNFINISHED), { once: true, signal: over });
  });
