import { LIMITS } from '../../../hardware/knx/project/limits.ts';
import type { Project } from '../../../hardware/knx/project/project.ts';
import { ProjectFault } from '../../../hardware/knx/project/project-fault.ts';
import { readProjectFile } from '../../../hardware/knx/project/read-project-file.ts';
import { Secrets } from '../../configuration/secrets.ts';
import { readFile } from '../../read-file.ts';
import { Refusal } from '../../refusal.ts';
import type { ImportSource } from '../import-source.ts';
import { projectDifference } from './project-difference.ts';
import { groupsOf, proposeKnx } from './propose-knx.ts';

/** The variable with a project's password, where no file has it. */
const PASSWORD_VARIABLE = 'TWINHAUS_PROJECT_PASSWORD';

/** Projects of ETS 4, 5 and 6. */
export const knxSource: ImportSource = {
  bus: 'knx',
  options: ['password-file'],
  async read({ file, bus, values }) {
    if (file === undefined) throw new Refusal('name a project: twinhaus import knx PROJECT.knxproj');
    const password = passwordOf(values.get('password-file'));
    const project = await projectIn(file, readFile(file, LIMITS.projectFileBytes.value), password);
    const previous = values.get('previous');
    const before = previous === undefined ? undefined : readFile(previous, LIMITS.projectFileBytes.value);
    const isProject = before?.subarray(0, 2).toString('latin1') === 'PK';
    return {
      proposal: proposeKnx(project, bus),
      placesOf: groupsOf,
      advice: [`The bus: ${bus}: { type: knx, gateway: ADDRESS_OF_YOUR_GATEWAY }`],
      ...(before !== undefined && isProject
        ? { difference: projectDifference(await projectIn(previous ?? '', before, password), project) }
        : {}),
    };
  },
};

const projectIn = async (file: string, bytes: Uint8Array, password: string | undefined): Promise<Project> => {
  try {
    return await readProjectFile(bytes, password);
  } catch (error) {
    if (!(error instanceof ProjectFault)) throw error;
    const help = `; give it with --password-file FILE or in the variable ${PASSWORD_VARIABLE}`;
    throw new Refusal(`${file}: ${error.message}${error.asksForPassword ? help : ''}`);
  }
};

const passwordOf = (file: string | undefined): string | undefined => {
  const secrets = new Secrets('.');
  if (file !== undefined) return secrets.text({ file });
  const isGiven = process.env[PASSWORD_VARIABLE] !== undefined && process.env[PASSWORD_VARIABLE] !== '';
  return isGiven ? secrets.text({ env: PASSWORD_VARIABLE }) : undefined;
};
