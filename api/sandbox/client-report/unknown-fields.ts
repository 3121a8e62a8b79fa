/** A record with a field that this version of the interface does not have; lists of records with one in each. Anything else stays. */
export const withUnknownFields = (told: unknown): unknown => {
  if (Array.isArray(told)) return told.map((record) => (isRecord(record) ? spoiled(record) : record));
  return isRecord(told) ? spoiled(told) : told;
};

const spoiled = (record: object): object => ({ ...record, ...UNKNOWN });

const UNKNOWN = { sandboxUnknownField: { since: 'a later version', values: [1, 'two', null] } } as const;

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
