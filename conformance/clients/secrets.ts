import { isFields, type Json, mapStrings } from './json.ts';

/** Shorter ones would blot out half of every text; they are hidden only where they stand alone. */
const SHORTEST_WITHIN = 5;

/** Fields whose text lets somebody in. */
const TELLTALE = new Set(['sessionID', 'token', 'mcp-session-id']);

/** As it is, and as it stands in JSON, in a form and in an address. */
const formsOf = (secret: string): ReadonlySet<string> => {
  const inForms = new URLSearchParams({ '': secret }).toString().slice(1);
  return new Set([secret, JSON.stringify(secret).slice(1, -1), inForms, inForms.replaceAll('+', '%20')]);
};

/** What must not stand in any report or transcript, and what stands there instead. */
export class Secrets {
  readonly #names = new Map<string, string>();

  /** From now on `secret` is written as `--name--`, which no address has to escape. */
  hide(secret: string, name?: string): void {
    if (secret === '' || /^--[a-z0-9-]+--$/.test(secret) || this.#names.has(secret)) return;
    const label = `--${name ?? `secret-${this.#names.size + 1}`}--`;
    for (const form of formsOf(secret)) this.#names.set(form, label);
  }

  /** Hides what an answer lets the client know and nobody else should. */
  learn(answer: Json): void {
    if (Array.isArray(answer)) for (const each of answer) this.learn(each);
    if (!isFields(answer)) return;
    for (const [key, value] of Object.entries(answer)) {
      if (typeof value === 'string' && TELLTALE.has(key)) this.hide(value);
      if (key === 'set-cookie' && typeof value === 'string') {
        for (const [, cookie = ''] of value.matchAll(/(?:^|\n)[^=;\s]+=([^;\n]+)/g)) this.hide(cookie);
      }
      this.learn(value as Json);
    }
  }

  /** The same without secrets. */
  redact(value: Json): Json {
    const longestFirst = [...this.#names].sort(([one], [other]) => other.length - one.length);
    return mapStrings(value, (text) => {
      const whole = this.#names.get(text);
      if (whole !== undefined) return whole;
      return longestFirst.reduce(
        (told, [secret, name]) => (secret.length < SHORTEST_WITHIN ? told : told.replaceAll(secret, name)),
        text,
      );
    });
  }
}
