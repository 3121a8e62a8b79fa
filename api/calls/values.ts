import { type TSchema, Type } from '@sinclair/typebox';
import type { Instant } from '../../twin/index.ts';
import { CallFault } from '../errors.ts';

/** Identifier of a component as an answer shows it. */
export const Cid = Type.String({ pattern: '^C\\d+$', description: 'Identifier of a component' });

/** What a value means. */
export const Value = Type.Union([Type.Boolean(), Type.Number(), Type.String()]);

/** What a device said. */
export const Content = Type.Union([Type.Number(), Type.String()], { description: 'Raw value of the device' });

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601 in UTC' });

/** Answer of whatever has nothing more to say. */
export const True = Type.Literal(true);

/** Identifiers, each once. */
export const Ids = Type.Array(Type.Integer(), { uniqueItems: true });

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** Where an answer that may be long begins, and how long it may be. */
export const Since = Type.Optional(
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$',
    description: 'Nothing older than this: ISO 8601 with a time zone',
  }),
);
export const limitOf = (most: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, description: `How many at most; ${LISTED} unless it is said` }),
  );
export const LISTED = 100;

/** The instant that a `Since` means. */
export const instantOf = (since: string | undefined): Instant | null => {
  if (since === undefined) return null;
  const instant = Date.parse(since);
  if (Number.isNaN(instant)) throw new CallFault(106, undefined, 'since: there is no such time');
  return instant as Instant;
};
