import { type TSchema, Kind as TypeName } from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import { perhaps } from '../command.ts';
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
  for (const error of closest(Value.Errors(schema, content))) {
    if (said.has(error.path)) continue;
    said.add(error.path);
    yield { path: pathOf(error, content), says: says(error) };
  }
}

/** Where one of several forms was clearly meant, what is wrong with that one, in place of none of them fits. */
function* closest(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const form = error.type === ValueErrorType.Union ? formMeant(error) : undefined;
    if (form === undefined) yield error;
    else yield* closest(form);
  }
}

/** What is wrong with the one form that shares the most fields with what was written; `undefined` if none or several do. */
function formMeant({ schema, value, errors }: ValueError): Iterable<ValueError> | undefined {
  if (hidesValue(schema) || typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const forms: readonly TSchema[] = schema.anyOf ?? [];
  const shared = forms.map((form) => Object.keys(value).filter((key) => fieldsOf(form).includes(key)).length);
  const most = Math.max(...shared);
  const index = shared.indexOf(most);
  return most === 0 || shared.lastIndexOf(most) !== index ? undefined : errors[index];
}

/** The fields that something of this form may have. */
const fieldsOf = (schema: TSchema): readonly string[] => [
  ...Object.keys(schema.properties ?? {}),
  ...(schema.anyOf ?? []).flatMap(fieldsOf),
];

/** Whether what stands in its place may be a secret, which is shown to nobody. */
const hidesValue = (schema: TSchema): boolean => schema.writeOnly === true;

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
function says({ type, schema, value, path }: ValueError): string {
  const wanted = schema.description === undefined ? '' : `; it must be ${schema.description}`;
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return `is missing; add ${schema.description ?? 'it'}`;
    case ValueErrorType.ObjectAdditionalProperties:
      return `is not known here; ${perhaps(path.split('/').at(-1) ?? '', fieldsOf(schema)).trim() || 'take it out or correct its name'}`;
    case ValueErrorType.ArrayMaxItems:
      return `is too long${wanted}`;
    default:
      return `${hidesValue(schema) ? 'what stands here' : shown(value)} does not fit${wanted || `; it must be ${plain(schema)}`}`;
  }
}

const plain = (schema: TSchema): string => `of type ${String(schema[TypeName] ?? schema.type).toLowerCase()}`;

/** A password that somebody put where none belongs is not told further. */
const shown = (value: unknown): string => {
  const hidden = (key: string, each: unknown) => (/pass|secret|token/i.test(key) ? '***' : each);
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value, hidden) ?? 'nothing');
  const json = text.replace(/:\/\/[^/"\s]*@/g, '://***@');
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
};
