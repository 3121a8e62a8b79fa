import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Collections, ConfigurationChange } from '../../twin/index.ts';
import { type CallContext, type CallDefinition, defineCall } from '../call.ts';
import { configure } from './configure.ts';
import { True } from './values.ts';

/** A collection of records that an owner can add to, change and take from. */
export interface RecordKind {
  readonly collection: keyof Collections;
  /** As calls are named after it: `Room`. */
  readonly noun: string;
  /** What a record is, with its article: `a room`. */
  readonly means: string;
  /** The fields of a record beside `id`. */
  readonly fields: TProperties;
  /** What a field is that may be left out of a new record. */
  readonly defaults?: { readonly [field: string]: unknown };
  /** Fields that a record need not have. */
  readonly optional?: readonly string[];
  /** What else is true of removing one: a half sentence that goes on after a semicolon. */
  readonly removal?: string;
  /** The skill that its calls belong to. */
  readonly skill?: string;
  /** After one was removed. */
  readonly removed?: (context: CallContext) => Promise<void>;
}

/** `add…`, `set…` and `remove…` of a collection. The twin decides what can be; what is left out of `set…` stays. */
export const recordCalls = (kind: RecordKind): readonly CallDefinition[] => {
  const { collection, noun, means, fields, defaults = {}, optional = [], removal, skill, removed } = kind;
  const bound = skill === undefined ? {} : { skill };
  const common = { who: 'admin', effect: 'write', configures: true, explains: true, ...bound } as const;
  const errors = skill === undefined ? ([106, 112] as const) : ([106, 112, 117] as const);
  const change = (context: CallContext, asked: object): number | string =>
    configure(context, { collection, ...asked } as ConfigurationChange);

  const add = defineCall({
    ...common,
    name: `add${noun}`,
    means: `Adds ${means}. The identifier is new and stays its own for ever.`,
    input: Type.Object(someOptional(fields, (field) => field in defaults || optional.includes(field))),
    output: Type.Object({ id: Type.Integer() }),
    errors,
    run: (context, input) => ({
      id: Number(change(context, { action: 'add', record: { ...defaults, ...input } })),
    }),
  });

  const set = defineCall({
    ...common,
    name: `set${noun}`,
    means: `Changes ${means}. What is left out stays as it is.`,
    input: withId(someOptional(fields, () => true)),
    output: True,
    errors,
    run: (context, { id, ...record }) => {
      change(context, { action: 'set', id, record });
      return true as const;
    },
  });

  const remove = defineCall({
    ...common,
    name: `remove${noun}`,
    means: `Removes ${means}${removal === undefined ? '' : `; ${removal}`}.`,
    input: withId({}),
    output: True,
    errors,
    run: async (context, { id }) => {
      change(context, { action: 'remove', id });
      await removed?.(context);
      return true as const;
    },
  });

  return [add, set, remove];
};

const withId = (fields: TProperties): TObject<{ id: ReturnType<typeof Type.Integer> }> =>
  Type.Object({ id: Type.Integer(), ...fields });

const someOptional = (fields: TProperties, isOptional: (field: string) => boolean): TProperties =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, TSchema] => [
      name,
      isOptional(name) ? Type.Optional(field) : field,
    ]),
  );
