/** Markup that is safe to send. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** Markup from a template; whatever is put into it is escaped, unless it is markup itself. Nothing is written for `undefined` and `false`. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, at) => text + written(parts[at])).join(''));

const written = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(written).join('');
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
