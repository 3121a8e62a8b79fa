import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { LIMITS } from '../../limits.ts';
import { ACTIONS, CONDITIONS, MODES, TRIGGERS } from './automation.ts';

/** What is wrong with a record, and where: the field as a person would point at it, such as `actions[2].value`. */
export interface RecordFault {
  readonly field: string;
  readonly fault: string;
  /** Whether something is meant that does not exist, rather than badly written. */
  readonly missing: boolean;
}

/** What a record may refer to. */
export interface References {
  hasScene(id: number): boolean;
  hasProperty(cid: string, property: string): boolean;
  /** A sentence if `value` cannot be commanded there, else `null`. */
  refuses(cid: string, property: string, value: unknown): string | null;
}

type Report = (field: string, fault: string, missing?: boolean) => void;
type Table = { readonly [word: string]: TSchema };

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks an automation as it came from outside, without its `id`. Answers the first fault, or `null`.
 * Unions are decided by their word (`when`, `if`, `do`) first, so that the error names the field that is wrong
 * and not all the forms that it is not.
 */
export function faultOf(record: unknown, references: References): RecordFault | null {
  let found: RecordFault | null = null;
  let parts = 0;
  const report: Report = (field, fault, missing = false) => {
    found ??= { field, fault, missing };
  };

  /** Counts every trigger, condition and action, however deep. */
  const count = (field: string, depth: number): boolean => {
    parts += 1;
    if (parts > LIMITS.automationParts.value)
      report(field, `more than ${LIMITS.automationParts.value} parts in one automation`);
    if (depth > LIMITS.automationDepth.value)
      report(field, `nested deeper than ${LIMITS.automationDepth.value} levels`);
    return found === null;
  };

  const list = (value: unknown, field: string, each: (item: unknown, field: string) => void, least = 0): void => {
    if (!Array.isArray(value)) report(field, 'a list is needed here');
    else if (value.length < least) report(field, 'at least one is needed here');
    else
      for (const [index, item] of value.entries()) {
        if (found !== null) return;
        each(item, `${field}[${index}]`);
      }
  };

  const branch = (
    item: unknown,
    field: string,
    key: string,
    table: Table,
  ): { readonly [key: string]: unknown } | null => {
    if (!isObject(item)) {
      report(field, `an object with \`${key}\` is needed here`);
      return null;
    }
    const word = item[key];
    const schema = typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined;
    if (schema === undefined) {
      report(`${field}.${key}`, `one of ${Object.keys(table).join(', ')} is needed here`);
      return null;
    }
    const first = Value.Errors(schema, item).First();
    if (first !== undefined) {
      report(`${field}${dotted(first.path)}`, sentence(first.schema, first.message));
      return null;
    }
    return item;
  };

  const point = (item: { readonly [key: string]: unknown }, field: string): boolean => {
    if (references.hasProperty(String(item.cid), String(item.property))) return true;
    report(field, `there is no ${String(item.cid)} with a property ${String(item.property)}`, true);
    return false;
  };

  const trigger = (raw: unknown, field: string): void => {
    if (!count(field, 0)) return;
    const item = branch(raw, field, 'when', TRIGGERS);
    if (item === null) return;
    if ('cid' in item && !point(item, field)) return;
    if (item.when === 'threshold' && 'above' in item === 'below' in item)
      report(field, 'either `above` or `below` is needed here');
    if (item.when === 'change' && 'for' in item && !('to' in item))
      report(`${field}.for`, '`for` needs `to`: the value that has to stay');
    if (item.when === 'scene' && !references.hasScene(Number(item.scene)))
      report(`${field}.scene`, 'there is no such scene', true);
  };

  const condition = (raw: unknown, field: string, depth: number): void => {
    if (!count(field, depth)) return;
    if (isObject(raw)) {
      const word = ['and', 'or', 'not'].find((each) => each in raw);
      if (word !== undefined) {
        if (!only(raw, field, word)) return;
        if (word === 'not') condition(raw[word], `${field}.not`, depth + 1);
        else list(raw[word], `${field}.${word}`, (item, at) => condition(item, at, depth + 1), 1);
        return;
      }
    }
    const item = branch(raw, field, 'if', CONDITIONS);
    if (item === null) return;
    if (item.if === 'value' && point(item, field) && !('is' in item || 'above' in item || 'below' in item)) {
      report(field, 'one of `is`, `above` or `below` is needed here');
    }
    if (item.if === 'time' && !('after' in item || 'before' in item || 'weekdays' in item)) {
      report(field, 'one of `after`, `before` or `weekdays` is needed here');
    }
  };

  const only = (item: { readonly [key: string]: unknown }, field: string, word: string): boolean => {
    const stranger = Object.keys(item).find((key) => key !== word);
    if (stranger === undefined) return true;
    report(`${field}.${stranger}`, `\`${word}\` stands alone`);
    return false;
  };

  const action = (raw: unknown, field: string, depth: number): void => {
    if (!count(field, depth)) return;
    const item = branch(raw, field, 'do', ACTIONS);
    if (item === null) return;
    const actions = (value: unknown, at: string, least = 0) =>
      list(value, at, (each, where) => action(each, where, depth + 1), least);
    switch (item.do) {
      case 'set': {
        if (!point(item, field)) return;
        const refusal = references.refuses(String(item.cid), String(item.property), item.value);
        if (refusal !== null) report(`${field}.value`, refusal);
        return;
      }
      case 'scene':
        if (!references.hasScene(Number(item.scene))) report(`${field}.scene`, 'there is no such scene', true);
        return;
      case 'waitFor':
        condition(item.condition, `${field}.condition`, depth + 1);
        return;
      case 'choose':
        list(item.options, `${field}.options`, (option, at) => {
          if (!isObject(option)) {
            report(at, 'an object with `conditions` and `actions` is needed here');
            return;
          }
          const stranger = Object.keys(option).find((key) => key !== 'conditions' && key !== 'actions');
          if (stranger !== undefined) report(`${at}.${stranger}`, 'an option has `conditions` and `actions`');
          list(option.conditions, `${at}.conditions`, (each, where) => condition(each, where, depth + 1));
          actions(option.actions, `${at}.actions`);
        });
        if ('otherwise' in item) actions(item.otherwise, `${field}.otherwise`);
        return;
      case 'repeat':
        if (!('times' in item) && !('while' in item)) report(field, '`times` or `while` is needed here');
        if ('while' in item) condition(item.while, `${field}.while`, depth + 1);
        actions(item.actions, `${field}.actions`, 1);
    }
  };

  if (!isObject(record)) return { field: 'automation', fault: 'an object is needed here', missing: false };
  const stranger = Object.keys(record).find((key) => !FIELDS.includes(key));
  if (stranger !== undefined) report(stranger, `an automation has ${FIELDS.join(', ')}`);
  const { name, enabled, mode, limit } = record;
  if (typeof name !== 'string' || name.trim() === '' || name.length > 200)
    report('name', 'a name of 1 to 200 characters is needed here');
  if (typeof enabled !== 'boolean') report('enabled', 'true or false is needed here');
  if (!MODES.some((known) => known === mode)) report('mode', `one of ${MODES.join(', ')} is needed here`);
  if (
    limit !== undefined &&
    !(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= LIMITS.automationRuns.value)
  ) {
    report('limit', `a whole number from 1 to ${LIMITS.automationRuns.value} is needed here`);
  }
  list(record.triggers, 'triggers', trigger);
  list(record.conditions, 'conditions', (item, field) => condition(item, field, 1));
  list(record.actions, 'actions', (item, field) => action(item, field, 1));
  return found;
}

const FIELDS: readonly string[] = ['name', 'enabled', 'mode', 'limit', 'triggers', 'conditions', 'actions'];

/** `/to/0/x` as `.to[0].x`. */
const dotted = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');

const sentence = (schema: TSchema, message: string): string =>
  typeof schema.description === 'string'
    ? `${message.charAt(0).toLowerCase()}${message.slice(1)} (${schema.description})`
    : message;
