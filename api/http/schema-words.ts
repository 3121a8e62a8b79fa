import type { TSchema } from '@sinclair/typebox';

/** What a schema asks for, in a few words for people: `integer, from 1`, `list of {id, name}`, `"en" or "de"`. */
export const inWords = (schema: TSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (isList(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(inWords))].join(' or ');
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' ? 'text (ISO 8601)' : 'text';
    case 'number':
    case 'integer':
      return `${schema.type}${rangeOf(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return `list of ${inWords(asSchema(schema.items))}`;
    case 'object': {
      const names = Object.keys(propertiesOf(schema));
      return names.length > 0 ? `{${names.join(', ')}}` : 'object';
    }
    default:
      return 'anything';
  }
};

/** The properties of an object schema; none for any other. */
export const propertiesOf = (schema: TSchema): { readonly [name: string]: TSchema } => {
  const properties: unknown = schema.properties;
  return isRecord(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, asSchema(property)]))
    : {};
};

/** Whether an object schema asks for a property. */
export const isRequired = (schema: TSchema, name: string): boolean => {
  const required: unknown = schema.required;
  return isList(required) && required.includes(name);
};

/** The schemas of which a value has to fit one. */
export const choicesOf = (schema: TSchema): readonly TSchema[] => {
  const choices: unknown = schema.anyOf ?? schema.oneOf;
  return isList(choices) ? choices.map(asSchema) : [];
};

const rangeOf = ({ minimum, maximum }: TSchema): string => {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, from ${minimum}`;
  return maximum === undefined ? '' : `, up to ${maximum}`;
};

const asSchema = (value: unknown): TSchema => (isRecord(value) ? (value as unknown as TSchema) : ANYTHING);
const ANYTHING = {} as TSchema;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
