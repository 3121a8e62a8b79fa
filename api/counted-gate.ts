import type { Clock } from '../twin/index.ts';
import type { CallTable } from './call.ts';
import type { CallCounts } from './call-counts.ts';
import type { Answer, CallRequest, Gate } from './gate.ts';

export interface CountedGateOptions {
  readonly calls: CallTable;
  readonly counts: CallCounts;
  /** The real clock. */
  readonly networkClock: Pick<Clock, 'elapsed'>;
  /** Whether anybody wants to know at present. */
  readonly isOn: () => boolean;
}

/** A gate whose answers are counted, by the name of the call and never by who called. */
export const countedGate = (gate: Gate, { calls, counts, networkClock, isOn }: CountedGateOptions): Gate => {
  const note = ({ transport, call }: CallRequest, answer: Answer, begun: number): Answer => {
    const code = answer.ok ? null : answer.body.errorCode;
    counts.note(transport, calls.has(call) ? call : 'unknown', code, (networkClock.elapsed() - begun) / 1_000);
    return answer;
  };

  return {
    handle(request) {
      if (!isOn()) return gate.handle(request);
      const begun = networkClock.elapsed();
      const answer = gate.handle(request);
      if (answer instanceof Promise) return answer.then((late) => note(request, late, begun));
      return note(request, answer, begun);
    },
  };
};
