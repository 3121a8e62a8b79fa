import type { Duration } from '../../twin/index.ts';
import type { Answer } from './answer.ts';
import { widthOf } from './codec.ts';
import { LIMITS } from './limits.ts';
import type { Question } from './questions.ts';
import type { Spec } from './spec.ts';
import { SUNSPEC_MODELS } from './sunspec-models.ts';

/** Where a model begins on a device. */
export interface FoundModel {
  readonly model: number;
  readonly start: number;
  readonly length: number;
}

export interface Walk {
  readonly unit: number;
  ask(question: Question): void;
  answered(unit: number, answer: Answer): void;
  /** The models that were found, or why none was; called once. */
  done(found: readonly FoundModel[] | string): void;
}

/** "SunS", at one of the addresses where the specification allows it. */
const MARK = [0x5375, 0x6e53];
const STARTS = [40_000, 50_000, 0];
const END = 0xffff;

/** Looks which SunSpec models a device has, by walking from one to the next (SunSpec Device Information Model Specification). */
export function walkModels({ unit, ask, answered, done }: Walk): void {
  const found: FoundModel[] = [];

  const read = (start: number, then: (values: readonly number[]) => void, otherwise: (answer: Answer) => void) =>
    ask({
      unit,
      request: { kind: 'read', table: 'holding', start, count: 2 },
      done: (answer) => {
        answered(unit, answer);
        if (answer.ok) then(answer.values);
        else otherwise(answer);
      },
    });

  const mark = (index: number): void => {
    const start = STARTS[index];
    if (start === undefined) {
      done('it has no SunSpec mark');
      return;
    }
    read(
      start,
      (values) => (values.join() === MARK.join() ? next(start + 2) : mark(index + 1)),
      (answer) => ('exception' in answer ? mark(index + 1) : done('it does not answer')),
    );
  };

  const next = (start: number): void => {
    if (found.length >= LIMITS.sunspecModels.value || start > 0xffff - 2) {
      done(found);
      return;
    }
    read(
      start,
      ([model = END, length = 0]) => {
        if (model === END) return done(found);
        if (start + 2 + length > 0x1_0000) return done('its models do not fit into its registers');
        found.push({ model, start, length });
        next(start + 2 + length);
      },
      (answer) => ('exception' in answer ? done(found) : done('it does not answer')),
    );
  };

  mark(0);
}

/** Where a point is on a device with these models; `null` if none of them has it. */
export function sunspecSpec(
  point: string,
  models: readonly FoundModel[],
  { unit, poll }: { readonly unit: number; readonly poll: Duration },
): Spec | null {
  for (const { model, start, length } of models) {
    const points = SUNSPEC_MODELS[model] ?? {};
    const found = Object.hasOwn(points, point) ? points[point] : undefined;
    if (found === undefined) continue;
    const { at, type, scaleAt, scale = 1, words, missing, least } = found;
    const form = { type, order: 'big' } as const;
    const end = Math.max(at + widthOf(form), (scaleAt ?? 0) + 1);
    const first = Math.min(at, scaleAt ?? at);
    if (end > length + 2) continue;
    return {
      unit,
      table: 'holding',
      start: start + first,
      count: end - first,
      at: at - first,
      poll,
      form,
      scale,
      offset: 0,
      missing,
      command: null,
      verify: false,
      ...(scaleAt !== undefined && { scaleAt: scaleAt - first }),
      ...(words && { words }),
      ...(least !== undefined && { least }),
    };
  }
  return null;
}
