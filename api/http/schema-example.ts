import type { TSchema } from '@sinclair/typebox';
import { choicesOf, isRequired, propertiesOf } from './schema-words.ts';

/** Parameters as somebody might send them: all that are required, and of the others none. */
export const exampleInput = (schema: TSchema): { readonly [name: string]: unknown } =>
  Object.fromEntries(
    Object.entries(propertiesOf(schema))
      .filter(([name]) => isRequired(schema, name))
      .map(([name, property]) => [name, example(name, property)]),
  );

const example = (name: string, schema: TSchema): unknown => {
  const { examples, default: usual, enum: words, const: only }: TSchema = schema;
  for (const given of [Array.isArray(examples) ? examples[0] : undefined, usual, only]) {
    if (given !== undefined) return given;
  }
  if (name in FAMILIAR) return FAMILIAR[name];
  if (Array.isArray(words)) return words[0];
  const [choice] = choicesOf(schema);
  return choice === undefined ? BY_TYPE[String(schema.type)] : example(name, choice);
};

/** Names that mean the same in every call. */
const FAMILIAR: { readonly [name: string]: unknown } = {
  cid: 'C1',
  property: 'state',
  value: true,
  id: 1,
  language: 'en',
  appName: 'wall panel',
  name: 'Garden',
  username: 'visitor',
  password: 'a long password',
  oldPassword: 'the present password',
  newPassword: 'a longer password',
};

const BY_TYPE: { readonly [type: string]: unknown } = {
  string: 'text',
  number: 1,
  integer: 1,
  boolean: true,
  array: [],
  object: {},
};
