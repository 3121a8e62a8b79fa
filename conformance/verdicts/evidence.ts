import { field } from '../clients/json.ts';
import type { Exchange } from '../clients/tape.ts';
import { brief } from '../trials/caller.ts';

/** Exchanges shown with a finding. */
const SHOWN = 2;

/** What is shorter stands in many a sentence by chance. */
const LEAST = 8;

/**
 * Which exchanges show what `says` tells: those that it quotes, or else the last ones before it. A check may have gone on asking
 * before it judges.
 */
export const evidenceFor = (says: string, exchanges: readonly Exchange[]): readonly number[] => {
  // What the suite said to itself shows nothing of the controller.
  const outside = exchanges.filter(({ path }) => path !== 'suite');
  const quoted = says === '' ? [] : outside.filter((each) => quotesOf(each).some((quote) => says.includes(quote)));
  return (quoted.length > 0 ? quoted : outside).slice(-SHOWN).map(({ number }) => number);
};

/** The ways in which checks quote an answer. */
const quotesOf = ({ path, got }: Exchange): readonly string[] => {
  const answer = field(got, 'answer');
  if (answer !== undefined) return [`${path}: ${brief(answer)}`, ...long(brief(answer))];
  const [status, text] = [field(got, 'status'), field(got, 'text')];
  if (typeof text !== 'string') return [];
  const forms = [text, text.slice(0, 160), brief(text), brief(field(got, 'body'))].filter((form) => form !== '');
  return forms.map((form) => `status ${status}, ${form}`);
};

const long = (text: string): readonly string[] => (text.length < LEAST ? [] : [text]);
