import type { CallTable } from '../api/call.ts';
import { CallFault, refusal } from '../api/errors.ts';
import type { Answer, CallRequest, Gate } from '../api/gate.ts';
import type { Journal } from './journal/journal.ts';

/**
 * A gate that lets no answer out before the journal would survive the end of the process. While it cannot be written, whatever
 * would change something is refused with 116, the one code that says that the controller did not come to an answer; reading goes on.
 */
export const durableGate = (gate: Gate, calls: CallTable, journal: Journal): Gate => {
  const isKept = (): boolean => {
    try {
      journal.commit();
      return true;
    } catch {
      return false;
    }
  };
  const changesSomething = ({ call }: CallRequest): boolean => {
    const definition = calls.get(call);
    return definition?.effect === 'write' && definition.session === undefined;
  };
  const refused = ({ language }: CallRequest): Answer => refusal(new CallFault(116), 'call', language);
  const seal = (request: CallRequest, answer: Answer): Answer =>
    isKept() || !answer.ok || !changesSomething(request) ? answer : refused(request);

  return {
    handle(request) {
      if (changesSomething(request) && !isKept()) return refused(request);
      const answer = gate.handle(request);
      return answer instanceof Promise ? answer.then((late) => seal(request, late)) : seal(request, answer);
    },
  };
};
