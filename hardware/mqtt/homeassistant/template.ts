import { Payload } from '../payload.ts';

/**
 * The field of a JSON payload that a template takes, as `path` names it: `{{ value_json.a.b }}`, `{{ value_json['a'][0] }}`. Empty for
 * `{{ value }}`; `undefined` for everything else: a template is a program, and half-understood it gives wrong values.
 */
export const fieldOfTemplate = (template: string): string | undefined => {
  const inside = /^\s*\{\{-?\s*([^{}]{1,200}?)\s*-?\}\}\s*$/.exec(template)?.[1];
  if (inside === undefined) return undefined;
  if (inside === 'value') return '';
  if (!/^value_json(\.[A-Za-z_]\w*|\['[\w -]+'\]|\["[\w -]+"\]|\[\d{1,4}\])+$/.test(inside)) return undefined;
  const steps = inside.slice('value_json'.length).matchAll(/\.(\w+)|\['([\w -]+)'\]|\["([\w -]+)"\]|\[(\d+)\]/g);
  let path = '';
  for (const [, word, single, double, index] of steps) {
    const key = word ?? single ?? double;
    if (key === undefined) path += `[${index}]`;
    else path += path === '' ? key : `.${key}`;
  }
  // A list itself has no name to begin with.
  return path.startsWith('[') ? undefined : path;
};

/** A JSON object with a place for a value, which `path` names. */
export interface ObjectTemplate {
  readonly path: string;
  readonly json: { readonly [key: string]: unknown };
}

/**
 * A template that is a JSON object with the value, called one of `names`, at exactly one place: between quotes if it `isText`, else
 * without. `undefined` for everything else, and for what is longer than any device would have it.
 */
export const objectOfTemplate = (
  template: string,
  names: readonly string[],
  isText: boolean,
): ObjectTemplate | undefined => {
  if (template.length > LONGEST) return undefined;
  const places = [...template.matchAll(isText ? /"\{\{-?\s*(\w+)\s*-?\}\}"/g : /\{\{-?\s*(\w+)\s*-?\}\}/g)];
  const [place] = places;
  if (places.length !== 1 || place === undefined || !names.includes(String(place[1]))) return undefined;
  const text = template.slice(0, place.index) + JSON.stringify(PLACE) + template.slice(place.index + place[0].length);
  const json = new Payload(Buffer.from(text)).json();
  const path = pathOf(json);
  return path === undefined ? undefined : { path, json: json as ObjectTemplate['json'] };
};

/** Characters of a template; what is written in them is not nested so deeply that it could not be walked through. */
const LONGEST = 1_000;

/** No template has it. */
const PLACE = '\u0000';

/** Where the value stands; only below keys that a path can name. */
const pathOf = (json: unknown): string | undefined => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  for (const [key, value] of Object.entries(json)) {
    if (!/^[\w -]+$/.test(key)) continue;
    if (value === PLACE) return key;
    const inner = pathOf(value);
    if (inner !== undefined) return `${key}.${inner}`;
  }
  return undefined;
};
