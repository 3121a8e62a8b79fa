import type { Json } from '../clients/json.ts';
import type { Passing, Returning, Spoiling } from './faulty.ts';
import { fieldIn, withFields } from './helpers.ts';

/** A JSON-RPC message, or a part of one. */
export type Fields = Readonly<Record<string, Json>>;

export const isMcp = ({ path }: Passing): boolean => path.startsWith('/mcp');

/** Whole answers of the endpoint; `method` is that of the message, empty without one. */
export const posts = (change: (returning: Returning, method: string, passing: Passing) => void) => (): Spoiling => ({
  http: (returning, passing) => {
    if (isMcp(passing)) change(returning, String(fieldIn(passing, 'method') ?? ''), passing);
  },
});

/** The JSON-RPC message in the answer to this method. */
export const messages = (method: string, change: (message: Fields) => Fields) =>
  posts((returning, asked) => {
    if (asked !== method) return;
    returning.body = returning.body.replace(
      /^(data: ?)(.*)$/m,
      (_, head, json) => head + JSON.stringify(change(JSON.parse(json) as Fields)),
    );
  });

/** Its result. */
export const results = (method: string, change: (result: Fields) => Fields) =>
  messages(
    method,
    (message) => withFields(message as Json, { result: change(message.result as Fields) as Json }) as Fields,
  );

/** A list in it, each entry by itself; null leaves one out. */
export const listed = (method: string, list: string, change: (entry: Fields) => Json) =>
  results(method, (result) => ({
    ...result,
    [list]: (result[list] as readonly Fields[]).map(change).filter((each) => each !== null),
  }));

/** What a tool tells, as a text. */
export const toolTexts = (change: (text: string) => string) =>
  listed('tools/call', 'content', (entry) => ({ ...entry, text: change(String(entry.text)) }));
