import type { SkillRecord } from '../twin/index.ts';
import type { CallDefinition } from './call.ts';
import type { Caller, Path } from './caller.ts';
import { CallFault } from './errors.ts';

/** Who wants to use a call, from where, and what is switched on at that moment. */
export interface Wish {
  readonly caller: Caller;
  readonly path: Path;
  readonly skills: ReadonlyMap<string, SkillRecord>;
}

/** Throws 117 for a call that is not the caller's, not to be had from here, or part of a skill that is off. */
export const demandPermission = (
  { who, local, skill }: Pick<CallDefinition, 'who' | 'local' | 'skill'>,
  { caller, path, skills }: Wish,
): void => {
  if (who === 'admin' && caller.user.group !== 'admin') throw new CallFault(117);
  if (local && path !== 'local') throw new CallFault(117);
  if (skill === undefined || skills.get(skill)?.enabled === true) return;
  throw new CallFault(117, undefined, `the skill ${skill} is switched off`);
};
