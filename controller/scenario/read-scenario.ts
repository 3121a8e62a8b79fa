import { SIMULATOR } from '../../hardware/simulator/index.ts';
import { kindOf } from '../../twin/index.ts';
import { automationOf } from '../yaml/check-house.ts';
import { schemaFaults } from '../yaml/schema-faults.ts';
import { checkReferences } from './check-references.ts';
import { accountsOf, DEFAULT_MCP_TOKENS, guestRights } from './default-accounts.ts';
import type { Scenario } from './scenario.ts';

import { ScenarioFile } from './scenario-file.ts';
import { ScenarioSource } from './scenario-source.ts';

/** The scenario that a file describes. Throws a `ScenarioFault` for the first thing in it that is wrong. */
export function readScenario(file: string, text: string): Scenario {
  const source = new ScenarioSource(file, text);
  for (const { path, says } of schemaFaults(ScenarioFile, source.content)) throw source.fault(path, says);
  const written = source.content as ScenarioFile;
  checkReferences(written, source);
  return scenarioOf(written);
}

/** The same, sorted into what the house is, who lives in it, and how it is simulated. */
function scenarioOf(written: ScenarioFile): Scenario {
  const rooms = written.rooms.map(({ id, name, zones }) => ({ id, name, zones }));
  const components = written.components.map(({ cid, type, name, rooms: where }) => ({
    cid: cid as `C${number}`,
    name,
    category: kindOf(type)?.category ?? type,
    type,
    rooms: where,
    backend: SIMULATOR,
  }));
  const house = {
    name: written.house,
    timeZone: written.timeZone,
    place: written.place,
    components,
    rooms,
    zones: written.zones,
    scenes: written.scenes.map((scene) => ({ ...scene, steps: scene.steps.map((step) => ({ ...step })) })),
    ...(written.automations === undefined ? {} : { automations: written.automations.map(automationOf) }),
  } as Scenario['house'];
  const guest = { ...guestRights(house), ...written.guest };
  return {
    name: written.name,
    seed: written.seed ?? 1,
    house,
    accounts: (written.accounts as Scenario['accounts'] | undefined) ?? accountsOf(house, guest),
    mcpTokens: (written.mcpTokens as Scenario['mcpTokens']) ?? DEFAULT_MCP_TOKENS,
    devices: {
      rooms: Object.fromEntries(written.rooms.map(({ id, name: _name, zones: _zones, ...settings }) => [id, settings])),
      devices: Object.fromEntries(
        written.components.flatMap(({ cid, device }) => (device === undefined ? [] : [[cid, device]])),
      ),
    },
  };
}
