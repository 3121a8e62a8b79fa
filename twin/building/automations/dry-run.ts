import type { Value } from '../../data-entry.ts';
import { LIMITS } from '../../limits.ts';
import type { SceneStep } from '../house.ts';
import type { Action, AutomationRecord, Condition } from './automation.ts';
import { allHold } from './conditions.ts';
import { type AutomationHost, present } from './host.ts';
import { pathText } from './run.ts';
import { note, type RunTrace, traceOf } from './trace.ts';

/** What a run would do. */
export interface DryRun {
  readonly conditions: RunTrace['conditions'];
  readonly holds: boolean;
  readonly actions: RunTrace['actions'];
}

type Path = readonly (string | number)[];

/** What a run would find and send now. Nothing is sent, nothing is remembered. */
export function dryRun(record: AutomationRecord, host: AutomationHost): DryRun {
  const rehearsal = new Rehearsal(record, host);
  const holds = rehearsal.run();
  const { conditions, actions } = rehearsal.trace;
  return { conditions, holds, actions };
}

class Rehearsal {
  readonly trace: RunTrace;
  readonly #record: AutomationRecord;
  readonly #host: AutomationHost;

  constructor(record: AutomationRecord, host: AutomationHost) {
    this.#record = record;
    this.#host = host;
    this.trace = traceOf(0, record.id, host.now(), { at: 'user' });
  }

  run(): boolean {
    const holds = this.#holds(this.#record.conditions, 'conditions');
    if (holds) this.#actions(this.#record.actions, ['actions']);
    return holds;
  }

  #actions(actions: readonly Action[], path: Path): void {
    for (const [position, action] of actions.entries()) {
      const at = [...path, position];
      const tell = (outcome: string, more: { cid?: string; property?: string; value?: Value } = {}) =>
        note(this.trace, 'actions', { at: pathText(at), time: this.#host.now(), do: action.do, outcome, ...more });
      switch (action.do) {
        case 'set': {
          const { cid, property, value } = action;
          tell(this.#sent(action), { cid, property, value });
          break;
        }
        case 'scene': {
          const steps = this.#host.stepsOf(action.scene);
          tell(steps === null ? 'would be refused' : `would run scene ${action.scene}`);
          this.#steps(steps ?? [], at);
          break;
        }
        case 'wait':
          tell(`would wait ${action.seconds} s`);
          break;
        case 'waitFor': {
          const now = this.#holds([action.condition], `${pathText(at)}.condition`);
          tell(now ? 'would go on at once' : `would wait up to ${action.limit} s`);
          break;
        }
        case 'choose': {
          const chosen = action.options.findIndex((option, index) =>
            this.#holds(option.conditions, `${pathText(at)}.options[${index}].conditions`),
          );
          tell(chosen >= 0 ? `would take option ${chosen + 1}` : 'would take otherwise');
          const option = action.options[chosen];
          if (option !== undefined) this.#actions(option.actions, [...at, 'options', chosen, 'actions']);
          else if (action.otherwise !== undefined) this.#actions(action.otherwise, [...at, 'otherwise']);
          break;
        }
        case 'repeat': {
          const once = action.while === undefined || this.#holds([action.while], `${pathText(at)}.while`);
          tell(
            once
              ? `would repeat ${action.times ?? `at most ${LIMITS.automationRounds.value}`} times`
              : 'would not repeat',
          );
          if (once) this.#actions(action.actions, [...at, 'actions']);
          break;
        }
      }
    }
  }

  /** What a scene would send, step by step. */
  #steps(steps: readonly SceneStep[], path: Path): void {
    for (const [position, step] of steps.entries()) {
      const line = { at: pathText([...path, 'steps', position]), time: this.#host.now() };
      const told =
        'wait' in step
          ? { do: 'wait', outcome: `would wait ${step.wait} s` }
          : { do: 'set', outcome: this.#sent(step), cid: step.cid, property: step.property, value: step.value };
      note(this.trace, 'actions', { ...line, ...told });
    }
  }

  #sent({ cid, property, value }: { cid: string; property: string; value: Value }): string {
    const outcome = this.#host.check(cid, property, value);
    return outcome === 'accepted' ? 'would be sent' : `would be refused: ${outcome}`;
  }

  #holds(conditions: readonly Condition[], at: string): boolean {
    return allHold(conditions, present(this.#host), at, (result) => note(this.trace, 'conditions', result));
  }
}
