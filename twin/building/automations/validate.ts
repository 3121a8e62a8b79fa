import type { TSchema } from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import type { PropertyKind } from '../../kind.ts';
import { LIMITS } from '../../limits.ts';
import { nameFault } from '../name-fault.ts';
import { commandFault, markFault, type PropertyFault, valueFault } from '../property-faults.ts';
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
  /** What a component's property is; `undefined` if there is none. */
  row(cid: string, property: string): PropertyKind | undefined;
}

type Report = (field: string, fault: string, missing?: boolean) => void;
type Table = { readonly [word: string]: TSchema };

type Item = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks an automation as it came from outside, without its `id`. Answers the first fault, or `null`.
 * Unions are decided by their word (`when`, `if`, `do`) first, so that the error names the field that is wrong
 * and not all the forms that it is not. What stands in `known` just so is not looked up again: a scene that was removed does
 * not keep an automation that means it from being renamed.
 */
export function faultOf(record: unknown, references: References, known: object = {}): RecordFault | null {
  const settled = isObject(record) && isObject(known) ? settledIn(record, known) : NOTHING;
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

  const branch = (item: unknown, field: string, key: string, table: Table): Item | null => {
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
      report(`${field}${dotted(first.path)}`, sentence(first));
      return null;
    }
    return item;
  };

  const isKnown = (field: string): boolean => settled.has(field.slice(0, field.search(/[.[]|$/)));

  /** Looks up what a part says about a property, and reports the first of its faults. */
  const point = (
    item: Item,
    field: string,
    ...faults: readonly ((row: PropertyKind, property: string) => PropertyFault | null)[]
  ): void => {
    if (isKnown(field)) return;
    const [cid, property] = [String(item.cid), String(item.property)];
    const row = references.row(cid, property);
    if (row === undefined) {
      report(field, `there is no ${cid} with a property ${property}`, true);
      return;
    }
    for (const faultIn of faults) {
      const found = faultIn(row, property);
      if (found !== null) report(`${field}.${found.at}`, found.fault);
    }
  };

  const scene = (item: Item, field: string): void => {
    if (isKnown(field) || references.hasScene(Number(item.scene))) return;
    report(`${field}.scene`, 'there is no such scene', true);
  };

  const trigger = (raw: unknown, field: string): void => {
    if (!count(field, 0)) return;
    const item = branch(raw, field, 'when', TRIGGERS);
    if (item === null) return;
    if (item.when === 'threshold' && 'above' in item === 'below' in item)
      report(field, 'either `above` or `below` is needed here');
    if (item.when === 'change' && 'for' in item && !('to' in item))
      report(`${field}.for`, '`for` needs `to`: the value that has to stay');
    if (item.when === 'threshold') point(item, field, marksOf(item));
    if (item.when === 'change') point(item, field, valueIn(item, 'from'), valueIn(item, 'to'));
    if (item.when === 'scene') scene(item, field);
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
    if (item.if === 'value' && !('is' in item || 'above' in item || 'below' in item)) {
      report(field, 'one of `is`, `above` or `below` is needed here');
    }
    if (item.if === 'value') point(item, field, valueIn(item, 'is'), marksOf(item));
    if (item.if === 'time' && !('after' in item || 'before' in item || 'weekdays' in item)) {
      report(field, 'one of `after`, `before` or `weekdays` is needed here');
    }
  };

  const only = (item: Item, field: string, word: string): boolean => {
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
      case 'set':
        point(item, field, (row, property) =>
          commandFault(row, { cid: String(item.cid), property, value: item.value }),
        );
        return;
      case 'scene':
        scene(item, field);
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
  const misnamed = isKnown('name') ? null : nameFault(name);
  if (misnamed !== null) report('name', misnamed);
  if (typeof enabled !== 'boolean') report('enabled', 'true or false is needed here');
  if (!MODES.some((known) => known === mode)) report('mode', `one of ${MODES.join(', ')} is needed here`);
  if (
    limit !== undefined &&
    limit !== null &&
    !(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= LIMITS.automationRuns.value)
  ) {
    report('limit', `a whole number from 1 to ${LIMITS.automationRuns.value}, or null, is needed here`);
  }
  list(record.triggers, 'triggers', trigger);
  list(record.conditions, 'conditions', (item, field) => condition(item, field, 1));
  list(record.actions, 'actions', (item, field) => action(item, field, 1));
  return found;
}

const valueIn = (item: Item, at: string) => (row: PropertyKind, property: string) =>
  valueFault(row, property, at, item[at]);
const marksOf = (item: Item) => (row: PropertyKind, property: string) => markFault(row, property, item);

/** The fields that are as they were. */
const settledIn = (record: Item, known: Item): ReadonlySet<string> =>
  new Set(Object.keys(known).filter((field) => Value.Equal(known[field], record[field])));
const NOTHING: ReadonlySet<string> = new Set();

const FIELDS: readonly string[] = ['name', 'enabled', 'mode', 'limit', 'triggers', 'conditions', 'actions'];

/** `/to/0/x` as `.to[0].x`. */
const dotted = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');

/** An expression that a text would have to match says nothing to people. */
const sentence = ({ schema, type, message, value }: ValueError): string => {
  if (typeof schema.description !== 'string') return message;
  const says =
    type === ValueErrorType.StringPattern
      ? `${JSON.stringify(value).slice(0, 60)} does not fit`
      : `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  return `${says} (${schema.description})`;
};
