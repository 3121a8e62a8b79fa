import type { TSchema } from '@sinclair/typebox';
import { BUS_TYPES } from '../controller/configuration/bus-types.ts';
import { ConfigurationFile } from '../controller/configuration/configuration-file.ts';
import { KINDS } from '../twin/index.ts';

/**
 * The form of `controller.yaml` for editors: what the controller itself reads it by, with the settings and addresses of every kind of
 * bus filled in. What a schema cannot see, such as a room that is not there, `twinhaus check` says.
 */
export const controllerSchema = async (): Promise<object> => {
  const types = await Promise.all(Object.entries(BUS_TYPES).map(async ([word, load]) => ({ word, ...(await load()) })));
  const schema = JSON.parse(JSON.stringify(ConfigurationFile)) as Loose;
  const component = at(schema, 'properties', 'components', 'items', 'properties');
  component.type = { enum: KINDS.map(({ type }) => type), description: description(component.type) };
  component.points = {
    type: 'object',
    additionalProperties: { anyOf: types.map(({ word }) => ({ $ref: `#/$defs/${word}-address` })) },
    description: description(component.points),
  };
  at(schema, 'properties').buses = {
    ...at(schema, 'properties', 'buses'),
    patternProperties: Object.fromEntries(
      Object.keys(at(schema, 'properties', 'buses', 'patternProperties')).map((pattern) => [
        pattern,
        { anyOf: types.map(({ word }) => ({ $ref: `#/$defs/${word}` })) },
      ]),
    ),
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'controller.yaml of Twinhaus',
    ...schema,
    $defs: Object.fromEntries(
      types.flatMap(({ word, means, settings, address }) => [
        [word, { ...withType(word, settings), title: means }],
        [`${word}-address`, address],
      ]),
    ),
  };
};

type Loose = { [name: string]: unknown };

const at = (schema: Loose, ...path: readonly string[]): Loose =>
  path.reduce((inner, name) => inner[name] as Loose, schema);

const description = (schema: unknown): string => String((schema as Loose).description);

/** The settings of a bus together with the word for its kind. */
const withType = (word: string, settings: TSchema): Loose => ({
  ...settings,
  properties: { type: { const: word }, ...settings.properties },
  required: ['type', ...(settings.required ?? [])],
});
