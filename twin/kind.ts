import type { Content, Value } from './data-entry.ts';

/** What a device may say, or what it may mean: the small part of JSON Schema that devices need. */
export type ValueSchema =
  | { readonly type: 'boolean' }
  | {
      readonly type: 'number' | 'integer';
      readonly minimum: number;
      readonly maximum: number;
      /** Step; absent where the device has no fixed resolution. */
      readonly multipleOf?: number;
    }
  | { readonly type: 'string'; readonly enum: readonly string[] }
  | { readonly type: 'string'; readonly pattern: string };

/** One reversible step between content and value, such as a scale or an enumeration. */
export interface Stage {
  /** One word and its arguments, as documentation and `withMappings` show it: `scale 0.1`. */
  readonly name: string;
  /** Content towards value. */
  refine(input: Content | Value): Content | Value;
  /** Value towards content; undoes `refine`. */
  express(input: Content | Value): Content | Value;
  /** How it maps, as `getAllComponents` with `withMappings` answers it: `{scale, offset}` or `{"0": false, "1": true}` … */
  readonly mapping: { readonly [key: string]: Value };
}

/** One property of a kind: a row, from which both directions are derived. */
export interface PropertyKind {
  /** One sentence: what the value says. */
  readonly means: string;
  /** The physical or logical quantity, such as `temperature`, `power`, `position`; decides which units fit. */
  readonly quantity: string;
  /** Unit of the value; `null` where there is none. */
  readonly unit: string | null;
  readonly content: ValueSchema;
  readonly value: ValueSchema;
  /** Content → value, first stage first; commands go through them backwards. */
  readonly stages: readonly Stage[];
  /** Whether `componentUpdate` may command it. */
  readonly commandable: boolean;
}

/** One type of component: a row of the table in `kinds/`. */
export interface Kind {
  /** Identifier and `type` of the component record, such as `dimmer`. */
  readonly type: string;
  readonly category: string;
  readonly means: string;
  readonly properties: { readonly [property: string]: PropertyKind };
}

/** Whether a schema allows a content or a value. Numbers are finite, in range and on the step. */
export function accepts(schema: ValueSchema, value: unknown): value is Value {
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return (
        typeof value === 'string' &&
        ('enum' in schema ? schema.enum.includes(value) : patternOf(schema.pattern).test(value))
      );
    default:
      return (
        typeof value === 'number' &&
        value >= schema.minimum &&
        value <= schema.maximum &&
        (schema.type === 'number' || Number.isInteger(value)) &&
        (schema.multipleOf === undefined || onStep(value, schema.multipleOf))
      );
  }
}

/** What a content means; `null` for one that the device cannot have said. */
export function refine(kind: PropertyKind, content: unknown): Value | null {
  if (!accepts(kind.content, content)) return null;
  let value: Content | Value = content as Content;
  for (const stage of kind.stages) value = stage.refine(value);
  return accepts(kind.value, value) ? value : null;
}

/** The content that says `value` to the device; `null` for a value that the property cannot take. */
export function express(kind: PropertyKind, value: unknown): Content | null {
  if (!accepts(kind.value, value)) return null;
  let content: Content | Value = value;
  for (let index = kind.stages.length - 1; index >= 0; index -= 1) {
    content = (kind.stages[index] as Stage).express(content);
  }
  if (kind.content.type === 'integer' && typeof content === 'number') content = Math.round(content);
  return accepts(kind.content, content) ? (content as Content) : null;
}

/** Decimal steps are not exact in binary: 0.3 is a multiple of 0.1. */
const onStep = (value: number, step: number): boolean => {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
};

const patterns = new Map<string, RegExp>();

/** Patterns come from the kinds' rows alone, so there are few. */
const patternOf = (pattern: string): RegExp => {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  const compiled = new RegExp(pattern);
  patterns.set(pattern, compiled);
  return compiled;
};
