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
  errors: [106, 112, 117],
  run: async ({ twin, caller, cause }, { id }) => {
    if (!twin.scenes.has(id)) throw new CallFault(112);
    if (!caller.view.mayRun(id)) throw new CallFault(117);
    const running = twin.runScene(id, cause);
    if (!running) throw new CallFault(112);
    await firstValueFrom(running);
    return true as const;
  },
});
