import assert from 'node:assert/strict';
import { ProjectFault } from '../hardware/knx/project/project-fault.ts';
import { readProjectFile } from '../hardware/knx/project/read-project-file.ts';
import type { Plan } from './ets-project.ts';

const PROGRAM = 'M-0002_A-A066-14-550B';

/** A building with something of everything that ETS plans. */
export const PLAN: Plan = {
  name: 'Haus "Süd" & Co',
  addresses: [
    { group: 0x0801, name: 'Licht Küche schalten', type: 'DPST-1-1', ranges: ['Licht', 'Erdgeschoss'] },
    { group: 0x0802, name: 'Licht Küche Status', type: 'DPST-1-11 DPT-1', ranges: ['Licht', 'Erdgeschoss'] },
    { group: 65_535, name: 'Temperatur', description: 'an der Tür', ranges: ['Klima', 'Werte'] },
    { group: 1, name: 'Geheim', type: 'DPST-1-1', key: 'c2VjcmV0', ranges: ['Klima', 'Werte'] },
  ],
  spaces: [
    {
      type: 'Building',
      name: 'Haus',
      spaces: [
        {
          type: 'Floor',
          name: 'EG',
          spaces: [
            {
              type: 'Room',
              name: 'Küche',
              devices: [0],
              functions: [
                {
                  type: 'FT-1',
                  name: 'Deckenlicht',
                  members: [
                    ['SwitchOnOff', 0],
                    ['InfoOnOff', 1],
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  devices: [{ program: PROGRAM, objects: [{ ref: 'O-1_R-7', links: [2, 0] }] }],
  programs: {
    [PROGRAM]: [
      {
        ref: 'O-1_R-7',
        attributes: 'DatapointType="DPST-9-1" ReadFlag="Enabled" WriteFlag="Disabled" TransmitFlag="Enabled"',
      },
    ],
  },
};

/** Why a project file is refused; fails if it is not. */
export const faultOf = async (bytes: Uint8Array, password?: string): Promise<ProjectFault> => {
  try {
    await readProjectFile(bytes, password);
  } catch (error) {
    assert.ok(error instanceof ProjectFault, String((error as Error).stack));
    assert.doesNotMatch(error.message, /\n/);
    return error;
  }
  throw new Error('was read');
};
