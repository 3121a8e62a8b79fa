import type { TSchema } from '@sinclair/typebox';

/** A form or a query has texts only. A text that is written like a JSON number may stand for one where one is asked for. */
export const numberFromText = (text: unknown): unknown =>
  typeof text === 'string' && JSON_NUMBER.test(text) ? finite(Number(text), text) : text;

/** The parameters of a form or a query with the numbers that `schema` asks for read from their texts; the rest as it is. */
export const readTexts = (schema: TSchema, input: object): object => {
  const properties: { readonly [name: string]: TSchema } = schema.properties ?? {};
  const read: { [name: string]: unknown } = { ...input };
  for (const [name, property] of Object.entries(properties)) {
    if (asksForNumber(property) && Object.hasOwn(read, name)) read[name] = numberFromText(read[name]);
  }
  return read;
};

/** Where a text would do as well, it stays one. */
const asksForNumber = ({ type, anyOf = [] }: TSchema): boolean => {
  const types: readonly unknown[] = [type, ...anyOf.map((choice: TSchema) => choice.type)];
  return types.some((each) => each === 'number' || each === 'integer') && !types.includes('string');
};

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const finite = (number: number, text: string): number | string => (Number.isFinite(number) ? number : text);
