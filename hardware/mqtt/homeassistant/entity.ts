import { ABBREVIATIONS } from './abbreviations.ts';

/** One entity as it was announced, with all names written out and `~` filled in. */
export interface Entity {
  readonly platform: string;
  readonly fields: ReadonlyMap<string, unknown>;
}

/**
 * The entity of a discovery message, or a sentence that says why there is none. `at` is what stands between prefix and `/config`;
 * `component` names one of a device's components.
 */
export const entityOf = (at: string, component: string | undefined, message: unknown): Entity | string => {
  if (!isObject(message)) return 'its configuration is no JSON object';
  const fields = written(message);
  const [platform = ''] = at.split('/');
  if (platform !== 'device') {
    return component === undefined ? { platform, fields } : `${at} is no device with components; take component out`;
  }
  const components = fields.get('components');
  if (!isObject(components)) return 'the device has no components';
  const keys = Object.keys(components);
  const key = component ?? (keys.length === 1 ? keys[0] : undefined);
  if (key === undefined) return `name its component: ${keys.slice(0, 20).join(', ')}`;
  const own = Object.hasOwn(components, key) ? components[key] : undefined;
  if (!isObject(own)) return `the device has no component ${key}, but ${keys.slice(0, 20).join(', ')}`;
  const inner = written(own);
  // A component of which only the platform is left is one that was taken out.
  if (inner.size <= 1) return `the component ${key} was taken out`;
  const what = inner.get('platform');
  if (typeof what !== 'string') return `the component ${key} has no platform`;
  return { platform: what, fields: filled(new Map([...shared(fields), ...inner]), fields.get('~')) };
};

/** What a device says for all of its components. */
const shared = (fields: ReadonlyMap<string, unknown>): readonly [string, unknown][] =>
  [...fields].filter(([name]) => SHARED.has(name));
const SHARED = new Set([
  'state_topic',
  'command_topic',
  'encoding',
  'availability',
  'availability_mode',
  'availability_topic',
  'availability_template',
  'payload_available',
  'payload_not_available',
]);

const written = (message: { readonly [name: string]: unknown }): ReadonlyMap<string, unknown> => {
  const long = new Map(Object.entries(message).map(([name, value]) => [ABBREVIATIONS.get(name) ?? name, value]));
  const rows = long.get('availability');
  const availability = Array.isArray(rows) ? rows : isObject(rows) ? [rows] : undefined;
  if (availability !== undefined) {
    long.set(
      'availability',
      availability.filter(isObject).map((row) => Object.fromEntries(filled(written(row), long.get('~')))),
    );
  }
  return filled(long, long.get('~'));
};

/** `~` at the beginning or the end of a topic stands for the base. */
const filled = (fields: ReadonlyMap<string, unknown>, base: unknown): ReadonlyMap<string, unknown> => {
  if (typeof base !== 'string') return fields;
  return new Map(
    [...fields].map(([name, value]) => {
      if (typeof value !== 'string' || !/(^|_)topic$/.test(name)) return [name, value];
      if (value.startsWith('~')) return [name, base + value.slice(1)];
      return [name, value.endsWith('~') ? value.slice(0, -1) + base : value];
    }),
  );
};

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
