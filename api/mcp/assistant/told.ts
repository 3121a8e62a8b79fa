import { type TSchema, Type } from '@sinclair/typebox';
import type { Catalogue, Described } from './catalogue.ts';
import type { HouseReader } from './house-reader.ts';
import { LIMITS } from './limits.ts';
import type { PresentEntry, Property, Value } from './records.ts';

/** A part of a list, and what is to be said of the rest. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  /** `12 of 40; go on with offset 12`. */
  readonly leftOut: string;
}

/** Which part of a list is asked for. */
export const PageInput = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.listed.value })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
};

/** What every list says beside its records. */
export const PageOutput = { total: Type.Integer(), leftOut: Type.String() };

export const pageOf = <Item>(
  all: readonly Item[],
  { limit = LISTED, offset = 0 }: { limit?: number; offset?: number },
  remarks: readonly string[] = [],
): Page<Item> => {
  const items = all.slice(offset, offset + limit);
  const shown = `${items.length} of ${all.length}`;
  const next = offset + items.length < all.length ? [`go on with offset ${offset + items.length}`] : [];
  return { items, total: all.length, leftOut: [shown, ...next, ...remarks].join('; ') };
};

const LISTED = 20;

/** An object of which the description of the tool says what it is. */
export const Record = Type.Unsafe<object>({ type: 'object' });

/** A list of such. */
export const Records = Type.Array(Record);

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const AnyValue = Type.Union([Type.Boolean(), Type.Number(), Type.String()]);

/** A strict object. */
export const strict = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

/** A value as an assistant reads it: what it means, in which unit, and how old it is. */
export interface ToldValue {
  readonly property: string;
  readonly value: Value | null;
  readonly unit?: string;
  readonly ageSeconds: number | null;
}

/** A component in one line of a list. */
export interface ToldComponent {
  readonly cid: string;
  readonly name: string;
  readonly type: string;
  readonly category: string;
  readonly rooms: readonly string[];
  readonly data: readonly ToldValue[];
}

export const toldComponent = (
  house: HouseReader,
  catalogue: Catalogue,
  { cid, name, type, category, rooms, properties }: Described,
  data: readonly PresentEntry[],
): ToldComponent => ({
  cid,
  name,
  type,
  category,
  rooms: rooms.map((room) => roomName(catalogue, room)),
  data: data.map((entry) => toldValue(house, properties, entry)),
});

export const toldValue = (
  house: HouseReader,
  properties: readonly Property[],
  { property, value, lastUpdate }: PresentEntry,
): ToldValue => {
  const unit = unitOf(properties, property);
  return { property, value, ...(unit !== null && { unit }), ageSeconds: house.ageOf(lastUpdate) };
};

export const unitOf = (properties: readonly Property[], property: string): string | null =>
  properties.find((one) => one.property === property)?.unit ?? null;

export const roomName = ({ rooms }: Catalogue, id: number): string => rooms.get(id)?.name ?? `room ${id}`;

/** `3 have no room`, or nothing. */
export const without = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'has' : 'have'} no ${what}`];
