import type { CallTable } from '../api/call.ts';
import { CallFault, refusal } from '../api/errors.ts';
import type { Answer, CallRequest, Gate } from '../api/gate.ts';
import type { Journal } from './journal/journal.ts';

/**
 * A gate that lets no answer out before the journal would survive the end of the process. While it cannot be written, whatever
 * would change something is refused with 116, the one code that says that the controller did not come to an answer; reading goes on.
 * What changes the configuration is answered when it would survive the loss of power, too.
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
  const configures = ({ call }: CallRequest): boolean => calls.get(call)?.configures === true;
  const seal = (request: CallRequest, answer: Answer): Answer | Promise<Answer> => {
    if (!answer.ok || !changesSomething(request)) {
      isKept();
      return answer;
    }
    if (!configures(request)) return isKept() ? answer : refused(request);
    return journal.settle().then(
      () => answer,
      () => refused(request),
    );
  };

  return {
    handle(request) {
      if (changesSomething(request) && !isKept()) return refused(request);
      const answer = gate.handle(request);
      return answer instanceof Promise ? answer.then((late) => seal(request, late)) : seal(request, answer);
    },
  };
};
