import { type TSchema, Kind as TypeName } from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import type { Path } from './yaml-source.ts';

/** What is wrong, and where. */
export interface Fault {
  readonly path: Path;
  /** What is wrong and how to mend it. */
  readonly says: string;
}

/** Where `content` does not fit `schema`, in the words of the schema's descriptions; one fault for each place. */
export function* schemaFaults(schema: TSchema, content: unknown): Generator<Fault> {
  const said = new Set<string>();
  for (const error of Value.Errors(schema, content)) {
    if (said.has(error.path)) continue;
    said.add(error.path);
    yield { path: pathOf(error, content), says: says(error) };
  }
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
  const json = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
};
