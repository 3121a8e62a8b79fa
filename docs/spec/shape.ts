/** The part of JSON Schema that answers and parameters of the interface need. */
export type Shape =
  | { readonly type: 'boolean' | 'string' | 'integer' | 'number' | 'null' | 'any' }
  | { readonly type: 'string'; readonly pattern: string }
  | { readonly const: boolean | string | number }
  | { readonly anyOf: readonly Shape[] }
  | { readonly type: 'array'; readonly items: Shape }
  | {
      readonly type: 'object';
      readonly fields: Readonly<Record<string, Shape>>;
      readonly optional?: Readonly<Record<string, Shape>>;
    }
  | { readonly type: 'object'; readonly each: Shape; readonly keys: string };

export const BOOLEAN = { type: 'boolean' } as const;
export const TEXT = { type: 'string' } as const;
export const INTEGER = { type: 'integer' } as const;
export const ANY = { type: 'any' } as const;
export const TRUE = { const: true } as const;

/** Value of a property: a state, a quantity or a word; `null` before the device has reported. */
export const VALUE = { anyOf: [BOOLEAN, { type: 'number' }, TEXT, { type: 'null' }] } as const;

/** Raw value: a number where the device has one, else a text; never a boolean. */
export const CONTENT = { anyOf: [{ type: 'number' }, TEXT, { type: 'null' }] } as const;

export const CID = { type: 'string', pattern: '^C[0-9]+$' } as const;

/** ISO 8601 in UTC with milliseconds. */
export const TIMESTAMP = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' } as const;

/** Of a value that may not have been reported. */
export const LAST_UPDATE = { anyOf: [TIMESTAMP, { type: 'null' }] } as const;

export const list = (items: Shape): Shape => ({ type: 'array', items });
