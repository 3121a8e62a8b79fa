import type { ValueSchema } from './kind.ts';

/** What a schema takes, in words. */
export function described(schema: ValueSchema): string {
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'string')
    return 'enum' in schema ? `one of ${schema.enum.join(', ')}` : `a text like ${schema.pattern}`;
  const number = schema.type === 'integer' ? 'a whole number' : 'a number';
  return `${number} from ${schema.minimum} to ${schema.maximum}`;
}
