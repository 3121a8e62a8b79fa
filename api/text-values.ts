import type { TSchema } from '@sinclair/typebox';

/** A form or a query has texts only. A text that is written like a JSON number may stand for one where one is asked for. */
export const numberFromText = (text: unknown): unknown =>
  typeof text === 'string' && JSON_NUMBER.test(text) ? finite(Number(text), text) : text;

/** The parameters of a form or a query with the numbers that `schema` asks for read from their texts; the rest as it is. */
export const readTexts = (schema: TSchema, input: object): object => {
  const properties: { readonly [name: string]: TSchema } = schema.properties ?? {};
  const read: { [name: string]: unknown } = { ...input };
  for (const [name, property] of Object.entries(properties)) {
    const type: unknown = property.type;
    if ((type === 'number' || type === 'integer') && Object.hasOwn(read, name)) read[name] = numberFromText(read[name]);
  }
  return read;
};

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const finite = (number: number, text: string): number | string => (Number.isFinite(number) ? number : text);
