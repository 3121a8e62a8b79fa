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
