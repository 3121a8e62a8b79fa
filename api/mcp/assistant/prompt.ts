import type { PromptMessage } from '@modelcontextprotocol/sdk/types.js';
import type { AssistantContext } from '../assistant-context.ts';
import type { HouseReader } from './house-reader.ts';
import { MIME_TYPE, type Resources } from './resources.ts';

/** What a prompt has at hand when it is written. */
export interface PromptWork {
  readonly house: HouseReader;
  readonly context: AssistantContext;
  readonly resources: Resources;
}

/** One argument of a prompt. */
export interface PromptArgument {
  readonly means: string;
  readonly required?: true;
  /** The names that it is completed from. */
  readonly names?: (house: HouseReader) => Promise<readonly string[]>;
}

/** One prompt: a row, from which list, completion and documentation are derived. */
export interface Prompt {
  /** Noun, then verb. */
  readonly name: string;
  readonly title: string;
  readonly means: string;
  readonly arguments: { readonly [name: string]: PromptArgument };
  /** The skill that it belongs to: without it, the prompt is not there. */
  readonly skill?: 'automations';
  /** It ends in a change of the house: not there for a token that may only read. */
  readonly writes?: true;
  /** Throws `ToolFault` for an argument that means nothing. */
  write(work: PromptWork, given: { readonly [name: string]: string }): Promise<readonly PromptMessage[]>;
}

export const text = (words: string): PromptMessage => ({ role: 'user', content: { type: 'text', text: words } });

/** Present data as a message of its own. */
export const embedded = (uri: string, json: string): PromptMessage => ({
  role: 'user',
  content: { type: 'resource', resource: { uri, mimeType: MIME_TYPE, text: json } },
});

export const embeddedResource = async ({ resources }: PromptWork, uri: string): Promise<PromptMessage> =>
  embedded(uri, await resources.read(uri));

export const roomNames = async (house: HouseReader): Promise<readonly string[]> =>
  [...(await house.catalogue()).rooms.values()].map(({ name }) => name);
