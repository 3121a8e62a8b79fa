/** What can be written down and read again. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An object as far as anybody knows. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of something that may not have any. */
export const field = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined);

/** Every string in it goes through `change`. */
export const mapStrings = (value: Json, change: (text: string) => string): Json => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapStrings(each, change)]));
};

/** As it comes back from a file: without what JSON cannot say. */
export const asJson = (value: unknown): Json => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/** The same whatever the order of keys. */
export const canonical = (value: Json): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isFields(each) ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each,
  );

/** Equal by content. */
export const same = (one: unknown, other: unknown): boolean => canonical(asJson(one)) === canonical(asJson(other));
