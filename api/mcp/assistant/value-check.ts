import { nearest } from './names.ts';
import type { Property, Value } from './records.ts';
import { CODE, ToolFault } from './tool-fault.ts';

/** The property of a component that may be set; a fault says which ones may. */
export const settable = (of: string, properties: readonly Property[], asked: string, field = 'property'): Property => {
  const row = properties.find(({ property }) => property === asked);
  const can = properties.filter(({ commandable }) => commandable).map(({ property }) => property);
  const choice = can.length === 0 ? 'nothing of it can be set' : `what can be set: ${can.join(', ')}`;
  if (row === undefined) {
    const near = nearest(asked, can);
    throw new ToolFault(CODE.unknown, `${of} has no property '${asked.slice(0, 64)}'; ${choice}`, {
      field,
      nearest: near,
    });
  }
  if (!row.commandable) throw new ToolFault(CODE.input, `${asked} of ${of} can only be read; ${choice}`, { field });
  return row;
};

/** Refuses a value that the property cannot take, and says which ones it can. Nothing is guessed: `"on"` is not `true`. */
export const demandValue = (row: Property, value: Value, field = 'value'): void => {
  const fault = faultOf(row, value);
  if (fault !== undefined) throw new ToolFault(CODE.input, `${row.property} takes ${fault}`, { field });
};

const faultOf = (row: Property, value: Value): string | undefined => {
  const { type, options, pattern } = row;
  const given = JSON.stringify(value).slice(0, 80);
  if (type === 'boolean') {
    return typeof value === 'boolean' ? undefined : `true or false, not ${given}${hint(meantState(value))}`;
  }
  if (type === 'number' || type === 'integer') {
    const span = spanOf(row);
    if (typeof value !== 'number') return `${span}, not ${given}${hint(meantNumber(value))}`;
    const { minimum = -Infinity, maximum = Infinity, step } = row;
    const offStep = step !== undefined && Math.abs(value / step - Math.round(value / step)) > 1e-6;
    return value < minimum || value > maximum || offStep ? `${span}, not ${given}` : undefined;
  }
  if (options !== undefined) {
    if (options.includes(String(value)) && typeof value === 'string') return undefined;
    const [near] = nearest(String(value), options, 1);
    return `one of ${options.join(', ')}, not ${given}${hint(near)}`;
  }
  const fits = typeof value === 'string' && (pattern === undefined || new RegExp(pattern, 'u').test(value));
  return fits ? undefined : `a text like ${pattern}, not ${given}`;
};

const spanOf = ({ type, minimum, maximum, step, unit }: Property): string => {
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  const span = minimum === undefined ? '' : ` from ${minimum} to ${maximum}`;
  return `${kind}${span}${unit === null ? '' : ` (in ${unit})`}${step === undefined ? '' : ` in steps of ${step}`}`;
};

const hint = (meant: unknown): string => (meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`);

const meantState = (value: Value): boolean | undefined => {
  const word = String(value).trim().toLowerCase();
  if (['on', 'true', 'yes', '1', 'open', 'an', 'ein'].includes(word)) return true;
  return ['off', 'false', 'no', '0', 'closed', 'aus'].includes(word) ? false : undefined;
};

const meantNumber = (value: Value): number | undefined => {
  const found = /^\s*(-?\d+(?:[.,]\d+)?)/.exec(String(value))?.[1];
  return found === undefined ? undefined : Number(found.replace(',', '.'));
};
