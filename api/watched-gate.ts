import type { ClientWatch } from './client-watch.ts';
import type { Gate } from './gate.ts';

/** A gate whose callers are watched. */
export const watchedGate = (gate: Gate, watch: ClientWatch): Gate => ({
  handle(request) {
    const withheld = watch.withheld(request);
    if (withheld !== undefined) return withheld;
    const answer = gate.handle(request);
    if (answer instanceof Promise) return answer.then((late) => watch.answered(request, late));
    return watch.answered(request, answer);
  },
});
