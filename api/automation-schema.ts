import type { TSchema } from '@sinclair/typebox';
import { ACTIONS, CONDITIONS, MODES, TRIGGERS, TWIN_LIMITS } from '../twin/index.ts';

type Json = { readonly [key: string]: unknown };

const schemas = (reference: (name: string) => string) => {
  const one = (name: string): Json => ({ $ref: reference(name) });
  const list = (name: string, more: Json = {}): Json => ({ type: 'array', items: one(name), ...more });

  /** What stands in the tables as anything, because it holds further conditions or actions. */
  const inside: { readonly [word: string]: Json } = {
    waitFor: { condition: one('Condition') },
    choose: {
      options: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['conditions', 'actions'],
          properties: { conditions: list('Condition'), actions: list('Action') },
        },
      },
      otherwise: list('Action', { maxItems: 100 }),
    },
    repeat: { actions: list('Action', { minItems: 1, maxItems: 100 }), while: one('Condition') },
  };
  /** What no single field says. */
  const together: { readonly [word: string]: Json } = {
    'when threshold': { oneOf: [{ required: ['above'] }, { required: ['below'] }] },
    'when change': { dependentRequired: { for: ['to'] } },
    'if value': { anyOf: [{ required: ['is'] }, { required: ['above'] }, { required: ['below'] }] },
    'if time': { anyOf: [{ required: ['after'] }, { required: ['before'] }, { required: ['weekdays'] }] },
    'do repeat': { anyOf: [{ required: ['times'] }, { required: ['while'] }] },
  };
  const choices = (key: string, table: { readonly [word: string]: TSchema }): readonly Json[] =>
    Object.entries(table).map(([word, schema]) => {
      const own = JSON.parse(JSON.stringify(schema)) as Json & { readonly properties: Json };
      return {
        ...own,
        properties: { ...own.properties, ...(key === 'do' ? inside[word] : {}) },
        ...together[`${key} ${word}`],
      };
    });
  const alone = (word: string, schema: Json): Json => ({
    type: 'object',
    additionalProperties: false,
    required: [word],
    properties: { [word]: schema },
  });

  const fields = {
    name: { type: 'string', minLength: 1, maxLength: TWIN_LIMITS.nameLength.value, pattern: NAME },
    enabled: { type: 'boolean', default: true },
    mode: {
      type: 'string',
      enum: [...MODES],
      default: 'single',
      description: 'What happens when it is set off while it runs',
    },
    limit: {
      anyOf: [{ type: 'integer', minimum: 1, maximum: TWIN_LIMITS.automationRuns.value }, { type: 'null' }],
      description: `Runs at a time (parallel) or waiting (queued); null, or left out: ${TWIN_LIMITS.automationRuns.value}`,
    },
    triggers: list('Trigger', { description: 'When: any of them sets it off' }),
    conditions: list('Condition', { description: 'Whether: all of them have to hold', default: [] }),
    actions: list('Action', { description: 'What: one after the other' }),
  } as const satisfies Json;

  const definitions = {
    Trigger: { oneOf: choices('when', TRIGGERS) },
    Condition: {
      oneOf: [
        ...choices('if', CONDITIONS),
        alone('and', list('Condition', { minItems: 1 })),
        alone('or', list('Condition', { minItems: 1 })),
        alone('not', one('Condition')),
      ],
    },
    Action: { oneOf: choices('do', ACTIONS) },
  };
  return { fields, definitions };
};

/** No blanks at its ends, and no control characters. */
const NAME = '^[^\\s\\x00-\\x1f\\x7f-\\x9f]([^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f])?$';

/** The word that each definition has among the schemas of OpenAPI. */
const PREFIX = 'Automation';
const reference = (name: string): string => `#/components/schemas/${PREFIX}${name}`;
const inOpenApi = schemas(reference);

/** The fields of an automation beside `id`, as OpenAPI shows them. */
export const AUTOMATION_FIELDS: { readonly [name: string]: Json } = inOpenApi.fields;

/** Where OpenAPI describes an automation as it is listed. */
export const AUTOMATION_REFERENCE = reference('');

/** What `AUTOMATION_FIELDS` and `AUTOMATION_REFERENCE` refer to, by name. */
export const AUTOMATION_SCHEMAS: { readonly [name: string]: Json } = {
  [PREFIX]: {
    type: 'object',
    required: ['id', 'name', 'enabled', 'mode', 'triggers', 'conditions', 'actions'],
    properties: { id: { type: 'integer' }, ...inOpenApi.fields },
  },
  ...Object.fromEntries(
    Object.entries(inOpenApi.definitions).map(([name, definition]) => [`${PREFIX}${name}`, definition]),
  ),
};

/** The form of an automation, for whoever writes one: a JSON Schema that stands alone. */
export const automationSchema = (): Json => {
  const { fields, definitions } = schemas((name) => `#/$defs/${name}`);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'An automation of Twinhaus',
    description:
      'What addAutomation takes. Beyond this schema, components, properties and scenes have to exist, and values have to fit.',
    type: 'object',
    additionalProperties: false,
    required: ['name', 'triggers', 'actions'],
    properties: fields,
    $defs: definitions,
  };
};
