import assert from 'node:assert/strict';
import { readConfiguration } from '../controller/configuration/read-configuration.ts';
import { proposeKnx } from '../controller/import/knx/propose-knx.ts';
import type { Proposal } from '../controller/import/proposal.ts';
import { writeProposal } from '../controller/import/write-proposal.ts';
import { readProjectFile } from '../hardware/knx/project/read-project-file.ts';
import { type Plan, type PlannedAddress, projectFile } from './ets-project.ts';

const HEAD =
  'name: House\ntimeZone: UTC\nplace: { latitude: 1, longitude: 1 }\ndata: data\nbuses:\n  knx: { type: knx, gateway: 192.168.1.5 }\n';

/** What is proposed for a plan; it is a good configuration under a bus. */
export const proposed = async (plan: Plan): Promise<Proposal> => {
  const proposal = proposeKnx(await readProjectFile(await projectFile(plan, 22)), 'knx');
  const text = writeProposal(proposal, { advice: [], difference: [] });
  const { scenario } = await readConfiguration('controller.yaml', `${HEAD}${text}`);
  assert.equal(scenario.house.components.length, proposal.components.length);
  return proposal;
};

export type Rows = readonly (readonly [name: string, type: string])[];

/** Addresses from 1/0/0 on, with their names and types. */
export const named = (...rows: Rows): readonly PlannedAddress[] =>
  rows.map(([name, type], index) => ({ group: 0x0800 + index, name, type }));

/** Components without what follows from their order. */
export const shown = ({ components }: Proposal) => components.map(({ type, name, points }) => ({ type, name, points }));
/** Reasons by address. */
export const left = ({ unplaced }: Proposal) => Object.fromEntries(unplaced.map(({ what, why }) => [what, why]));
