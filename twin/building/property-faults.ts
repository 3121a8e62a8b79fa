import { described } from '../described.ts';
import { accepts, express, type PropertyKind } from '../kind.ts';

/** What is wrong with what somebody wrote about a property, and in which field of it. */
export interface PropertyFault {
  readonly at: string;
  readonly fault: string;
}

/** Why `value` cannot be commanded; `null` if it can. */
export function commandFault(
  row: PropertyKind,
  { cid, property, value }: { readonly cid: string; readonly property: string; readonly value: unknown },
): PropertyFault | null {
  if (!row.commandable) return { at: 'property', fault: `${property} of ${cid} cannot be commanded` };
  return express(row, value) === null ? misfit(row, property, 'value', value) : null;
}

/** Why a property can never have the value that stands in the field `at`; `null` if it can. */
export const valueFault = (row: PropertyKind, property: string, at: string, value: unknown): PropertyFault | null =>
  value === undefined || accepts(row.value, value) ? null : misfit(row, property, at, value);

/** Why a property can never rise above `above`, or fall below `below`; `null` if it can. */
export function markFault(
  { value }: PropertyKind,
  property: string,
  { above, below }: { readonly above?: unknown; readonly below?: unknown },
): PropertyFault | null {
  if (above === undefined && below === undefined) return null;
  if (value.type !== 'number' && value.type !== 'integer') {
    return { at: above === undefined ? 'below' : 'above', fault: `${property} is ${described(value)}, not a number` };
  }
  if (above !== undefined && Number(above) >= value.maximum) {
    return { at: 'above', fault: `${property} never rises above ${value.maximum}` };
  }
  if (below !== undefined && Number(below) <= value.minimum) {
    return { at: 'below', fault: `${property} never falls below ${value.minimum}` };
  }
  return null;
}

const misfit = (row: PropertyKind, property: string, at: string, value: unknown): PropertyFault => ({
  at,
  fault: `${shown(value)} does not fit ${property}; write ${described(row.value)}`,
});

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

const SHOWN = 64;
