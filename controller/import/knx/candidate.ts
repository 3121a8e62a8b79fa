import type { ProjectAddress } from '../../../hardware/knx/project/project.ts';
import type { Understood } from './parts.ts';

/** Addresses that belong to one thing of the building, such as a lamp. */
export interface Candidate {
  readonly name: string;
  readonly room: number | null;
  readonly members: readonly Member[];
}

export interface Member extends Understood {
  readonly address: ProjectAddress;
}
