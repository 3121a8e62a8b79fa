import type { ProjectAddress } from '../../../hardware/knx/project/project.ts';
import type { Understood } from './parts.ts';

/** Addresses that belong to one thing of the building, such as a lamp. */
export interface Candidate {
  readonly name: string;
  readonly room: number | null;
  /** The type of the project's function that it is, such as `FT-1`; left out if it is none. */
  readonly functionType?: string;
  readonly members: readonly Member[];
}

export interface Member extends Understood {
  readonly address: ProjectAddress;
}
