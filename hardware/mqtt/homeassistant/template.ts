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
