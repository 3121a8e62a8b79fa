import { type Run, watched } from './run.ts';

/** Waiting runs, found by what they wait for. */
export class WaitingRoom {
  /** Numbers of runs by `C1.state` or `scene 7`. */
  readonly #runs = new Map<string, Set<number>>();

  enter(run: Run): void {
    for (const key of keysOf(run)) this.#runs.set(key, (this.#runs.get(key) ?? new Set()).add(run.id));
  }

  leave(run: Run): void {
    for (const key of keysOf(run)) {
      const runs = this.#runs.get(key);
      runs?.delete(run.id);
      if (runs?.size === 0) this.#runs.delete(key);
    }
  }

  isAwaited(cid: string, property: string): boolean {
    return this.#runs.size > 0 && this.#runs.has(pointKey(cid, property));
  }

  /** Who looks at a value, oldest first. */
  at(cid: string, property: string): readonly number[] {
    return this.#at(pointKey(cid, property));
  }

  atScene(sceneRun: number): readonly number[] {
    return this.#at(sceneKey(sceneRun));
  }

  clear(): void {
    this.#runs.clear();
  }

  #at(key: string): readonly number[] {
    return [...(this.#runs.get(key) ?? [])].sort((one, other) => one - other);
  }
}

const pointKey = (cid: string, property: string): string => `${cid}.${property}`;
const sceneKey = (sceneRun: number): string => `scene ${sceneRun}`;

const keysOf = ({ waiting }: Run): readonly string[] => {
  if (waiting?.for === 'scene') return [sceneKey(waiting.sceneRun)];
  return waiting?.for === 'condition' ? watched(waiting.condition).points.map((point) => pointKey(...point)) : [];
};
