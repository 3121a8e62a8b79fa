/** The keys of a path such as `list[0].power`. */
const keysOf = (path: string): readonly (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([word, index]) => (index === undefined ? word : Number(index)));

/** What stands at a path of a JSON value; `undefined` if nothing does. Only what the value has itself counts. */
export const fieldAt = (json: unknown, path: string): unknown => {
  let at = json;
  for (const key of keysOf(path)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as { readonly [key: string | number]: unknown })[key];
  }
  return at;
};

/** A copy of a JSON object with `value` at the path; objects on the way are made. */
export const withField = (json: object, path: string, value: unknown): object => {
  const [first, ...rest] = keysOf(path);
  return put(json, String(first), rest, value);
};

const put = (json: object, key: string, rest: readonly (string | number)[], value: unknown): object => {
  const [next, ...others] = rest;
  const before = Object.hasOwn(json, key) ? (json as { readonly [key: string]: unknown })[key] : undefined;
  const inner = typeof before === 'object' && before !== null ? before : {};
  const after = next === undefined ? value : put(inner, String(next), others, value);
  // A computed key makes an own property, whatever it is called.
  return Array.isArray(json) ? Object.assign([...json], { [key]: after }) : { ...json, [key]: after };
};
