import { Type } from '@sinclair/typebox';
import { firstValueFrom } from 'rxjs';
import { defineCall } from '../call.ts';
import { CallFault } from '../errors.ts';

export const executeScene = defineCall({
  name: 'executeScene',
  means: 'Runs a scene. The answer is sent when its last step has been carried out.',
  who: 'everyone',
  effect: 'write',
  input: Type.Object({ id: Type.Integer() }),
  output: Type.Literal(true),
  errors: [106, 112, 116, 117],
  run: async ({ twin, caller, cause }, { id }) => {
    if (!twin.scenes.has(id)) throw new CallFault(112);
    if (!caller.view.mayRun(id)) throw new CallFault(117);
    const running = twin.runScene(id, cause);
    if (!running) throw new CallFault(112);
    const { refused, stopped } = await firstValueFrom(running, CUT_SHORT);
    if (refused) throw new CallFault(116, undefined, 'the scene could not be run');
    if (stopped) throw new CallFault(117, undefined, 'the scene was stopped');
    return true as const;
  },
});

/** The controller stops while the scene runs: it was not carried out, and not refused either. */
const CUT_SHORT = { defaultValue: { refused: true, stopped: false } };
