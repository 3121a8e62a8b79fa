import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/sdk/types.js';
import type { HouseReader } from './house-reader.ts';
import { LIMITS } from './limits.ts';
import { fold, rankOf } from './names.ts';
import type { PromptDesk } from './prompt-desk.ts';
import { invalidParams } from './protocol-fault.ts';
import { TEMPLATES } from './resources.ts';

/** Completes arguments of prompts with names, and variables of resource templates with ids, also from a name. */
export const complete = async (
  { ref, argument }: CompleteRequest['params'],
  { house, prompts }: { readonly house: HouseReader; readonly prompts: PromptDesk },
): Promise<CompleteResult> => {
  if (ref.type === 'ref/prompt') {
    const prompt = (await prompts.available()).find(({ name }) => name === ref.name);
    const row = prompt?.arguments[argument.name];
    if (prompt === undefined) throw invalidParams(`Unknown prompt: ${ref.name.slice(0, 100)}`);
    if (row === undefined) throw invalidParams(`Unknown argument: ${argument.name}`);
    const names = (await row.names?.(house)) ?? [];
    return answer(
      argument.value,
      names.map((name) => ({ value: name, name })),
    );
  }
  const template = TEMPLATES.find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (template === undefined || !template.uriTemplate.endsWith(`{${argument.name}}`)) {
    throw invalidParams(`Unknown resource template or variable: ${ref.uri.slice(0, 100)}`);
  }
  const { components, rooms, scenes } = await house.catalogue();
  if (template.name === 'component') {
    return answer(
      argument.value,
      [...components.values()].map(({ cid, name }) => ({ value: cid, name })),
    );
  }
  const records = template.name === 'room' ? rooms : scenes;
  return answer(
    argument.value,
    [...records.values()].map(({ id, name }) => ({ value: String(id), name })),
  );
};

interface Candidate {
  readonly value: string;
  readonly name: string;
}

/** What begins with the typed text first, then what contains it. */
const answer = (typed: string, candidates: readonly Candidate[]): CompleteResult => {
  const question = fold(typed.slice(0, 200));
  const ranked = candidates.flatMap(({ value, name }) => {
    const rank = question === '' ? 0 : (rankOfId(question, fold(value)) ?? rankOf(question, fold(name)));
    return rank === undefined ? [] : [{ value, rank }];
  });
  const values = [...new Set(ranked.sort((one, other) => one.rank - other.rank).map(({ value }) => value))];
  const shown = values.slice(0, LIMITS.completions.value);
  return { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } };
};

const rankOfId = (question: string, id: string): number | undefined =>
  id === question ? 0 : id.startsWith(question) ? 1 : undefined;
