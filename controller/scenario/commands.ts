import { stringify } from 'yaml';
import { counted } from '../counted.ts';
import { generatedScenario, sizeOf } from './generated.ts';
import { compileScenario, loadScenario, type ScenarioFolders, scenarioNames } from './load-scenario.ts';
import { type Scenario, ScenarioFault } from './scenario.ts';

/** What a command has to say, and the exit status that goes with it: 0 fine, 1 a finding, 2 wrong usage. */
export interface Said {
  readonly text: string;
  readonly status: 0 | 1 | 2;
}

const USAGE =
  'twinhaus: write twinhaus scenario check FILE…, scenario list, or scenario generate COMPONENTS [ROOMS] [SEED]\n';

/** Carries out `twinhaus scenario …`. */
export async function scenarioCommand(args: readonly string[], folders: ScenarioFolders): Promise<Said> {
  const [verb, ...operands] = args;
  if (verb === 'check' && operands.length > 0) return check(operands);
  if (verb === 'list' && operands.length === 0) return list(folders);
  if (verb === 'generate' && operands.length >= 1 && operands.length <= 3) return generate(operands);
  return { text: USAGE, status: 2 };
}

async function check(files: readonly string[]): Promise<Said> {
  const said = await Promise.all(
    files.map(async (file) => {
      try {
        return { line: `${file}: ${contentOf(await compileScenario(file))}`, good: true };
      } catch (error) {
        if (error instanceof ScenarioFault) return { line: error.message, good: false };
        throw error;
      }
    }),
  );
  return { text: said.map(({ line }) => `${line}\n`).join(''), status: said.every(({ good }) => good) ? 0 : 1 };
}

async function list(folders: ScenarioFolders): Promise<Said> {
  const names = scenarioNames(folders);
  const width = Math.max(...names.map(({ length }) => length));
  const lines = await Promise.all(
    names.map(async (name) => `${name.padEnd(width)}  ${contentOf(await loadScenario(name, folders))}\n`),
  );
  return { text: lines.join(''), status: 0 };
}

async function generate(numbers: readonly string[]): Promise<Said> {
  const other = numbers.find((each) => !/^\d{1,9}$/.test(each));
  if (other !== undefined) return { text: `twinhaus: ${other} is no whole number\n`, status: 2 };
  const [components, rooms, seed = '1'] = numbers;
  try {
    const size = sizeOf(`generated:components=${components}${rooms === undefined ? '' : `,rooms=${rooms}`}`);
    return { text: written(generatedScenario(size, Number(seed))), status: 0 };
  } catch (error) {
    if (error instanceof ScenarioFault) return { text: `twinhaus: ${error.message}\n`, status: 2 };
    throw error;
  }
}

const contentOf = ({ house }: Scenario): string =>
  [
    counted(house.components.length, 'component'),
    counted(house.rooms.length, 'room'),
    counted(house.zones.length, 'zone'),
    counted(house.scenes.length, 'scene'),
  ].join(', ');

/** A scenario as a file that reads back as the same. */
function written({ seed, house, devices }: Scenario): string {
  const { name, timeZone, place, zones, scenes } = house;
  return stringify(
    {
      name: name.toLowerCase().replaceAll(' ', '-'),
      house: name,
      seed,
      timeZone,
      place,
      zones,
      rooms: house.rooms.map((room) => ({ ...room, ...devices.rooms[room.id] })),
      components: house.components.map(({ cid, type, name: label, rooms }) => ({
        cid,
        type,
        name: label,
        rooms,
        ...(devices.devices[cid] && { device: devices.devices[cid] }),
      })),
      scenes,
    },
    { collectionStyle: 'any', lineWidth: 0 },
  );
}
