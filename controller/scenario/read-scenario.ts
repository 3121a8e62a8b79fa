import { type TSchema, Kind as TypeName } from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import { SIMULATOR } from '../../hardware/simulator/index.ts';
import { kindOf } from '../../twin/index.ts';
import { checkReferences } from './check-references.ts';
import { accountsOf, guestRights } from './default-accounts.ts';
import type { Scenario } from './scenario.ts';
import { automationOf } from './scenario-automations.ts';
import { ScenarioFile } from './scenario-file.ts';
import { type Path, ScenarioSource } from './scenario-source.ts';

/** The scenario that a file describes. Throws a `ScenarioFault` for the first thing in it that is wrong. */
export function readScenario(file: string, text: string): Scenario {
  const source = new ScenarioSource(file, text);
  const [error] = Value.Errors(ScenarioFile, source.content);
  if (error !== undefined) throw source.fault(pathOf(error, source.content), says(error));
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
    devices: {
      rooms: Object.fromEntries(written.rooms.map(({ id, name: _name, zones: _zones, ...settings }) => [id, settings])),
      devices: Object.fromEntries(
        written.components.flatMap(({ cid, device }) => (device === undefined ? [] : [[cid, device]])),
      ),
    },
  };
}

/** A key of digits is a position only in a list. */
function pathOf({ path }: ValueError, content: unknown): Path {
  let at = content;
  return path
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(at) ? Number(key) : key;
      at = (at as { readonly [key: string]: unknown } | null | undefined)?.[step];
      return step;
    });
}

/** What is wrong and how to mend it, in the words of the schema's descriptions. */
function says({ type, schema, value }: ValueError): string {
  const wanted = schema.description === undefined ? '' : `; it must be ${schema.description}`;
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return `is missing; add ${schema.description ?? 'it'}`;
    case ValueErrorType.ObjectAdditionalProperties:
      return `is not known here; take it out or correct its name`;
    case ValueErrorType.ArrayMaxItems:
      return `is too long${wanted}`;
    default:
      return `${shown(value)} does not fit${wanted || `; it must be ${plain(schema)}`}`;
  }
}

const plain = (schema: TSchema): string => `of type ${String(schema[TypeName] ?? schema.type).toLowerCase()}`;

const shown = (value: unknown): string => {
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
};
