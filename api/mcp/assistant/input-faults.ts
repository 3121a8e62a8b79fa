import type { TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { CODE, ToolFault } from './tool-fault.ts';

/** Checks inputs of tools; each schema is compiled once for all sessions, when it is first needed. */
const checks = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** Throws a fault that names the field if an input does not fit a schema. */
export const demandFitting = (schema: TSchema, input: unknown): void => {
  const check = checks.get(schema) ?? TypeCompiler.Compile(schema);
  checks.set(schema, check);
  if (check.Check(input)) return;
  const first = check.Errors(input).First();
  const field = (first?.path ?? '').slice(1, 65).replaceAll('/', '.');
  const says = first?.message.replace(/^Expected/, 'expected').replace(/^Unexpected/, 'unexpected') ?? 'does not fit';
  const known = Object.keys((schema.properties as object | undefined) ?? {}).join(', ');
  const allowed = says.startsWith('unexpected') ? `; there are ${known === '' ? 'no parameters' : known}` : '';
  throw new ToolFault(CODE.input, `${field === '' ? 'arguments' : field}: ${says}${allowed}`, { field });
};
