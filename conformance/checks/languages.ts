import type { HttpAnswer } from '../clients/http-client.ts';
import { field } from '../clients/json.ts';
import { brief, codeOf } from '../trials/caller.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';
import { unusedId } from './http-form.ts';

const WRONG = 'certainly-not-this-one';
const FREE = 5;
/** Which languages there are is nowhere said; each with a region in which it is spoken. */
const OTHERS = {
  de: 'de-AT',
  fr: 'fr-CA',
  it: 'it-CH',
  es: 'es-MX',
  nl: 'nl-BE',
  pl: 'pl-PL',
  pt: 'pt-BR',
  cs: 'cs-CZ',
};
export const LANGUAGES = Object.keys(OTHERS) as readonly (keyof typeof OTHERS)[];

const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${brief(text)}`;
const textOf = ({ body }: HttpAnswer) => field(body, 'errorText');

/** The words of errors. */
export const LANGUAGES_OF_ERRORS: readonly Check[] = [
  {
    id: 'http.language',
    title: 'accept-language chooses the language of an error text, not its code',
    proves: ['http.accept-language', 'http.language-weights', 'http.language-region'],
    needs: [],
    async run(t) {
      const english = await notFound(t, 'en');
      const language = await otherThan(t, english);
      const other = language === null ? english : await notFound(t, language);
      if (language === null || textOf(other) === textOf(english)) {
        t.expect('http.accept-language', false, `en: ${shown(english)}; ${LANGUAGES.join(', ')}: the same`);
        return t.unable(['http.language-weights', 'http.language-region'], 'there is one language only');
      }
      const told = `en: ${shown(english)}; ${language}: ${shown(other)}`;
      t.expect('http.accept-language', codeOf(english.body) === codeOf(other.body), told);
      for (const [asked, wanted] of [
        [`en;q=0.2, ${language};q=0.8`, other],
        [`${language};q=0.2, en;q=0.8`, english],
      ] as const) {
        const weighed = await notFound(t, asked);
        t.expect('http.language-weights', textOf(weighed) === textOf(wanted), `${asked}: ${shown(weighed)}`);
      }
      const region = await notFound(t, OTHERS[language]);
      t.expect('http.language-region', textOf(region) === textOf(other), `${OTHERS[language]}: ${shown(region)}`);
    },
  },
  {
    id: 'errors.languages',
    title: 'the text of every error is translated',
    proves: [106, 109, 110, 112, 116, 117, 122, 405].map((code) => `errors.translated-${code}`),
    needs: ['users', 'locks-out', 'waits'],
    async run(t) {
      const language = await otherThan(t, await notFound(t, 'en'));
      if (language === null) {
        return t.unable([106, 109, 110, 112, 116, 117, 122, 405].map(idOf), 'there is one language only');
      }
      const [regular, disabled] = [await t.lodger(), await t.lodger({ enabled: false })];
      const guessed = { username: regular.login.username, password: WRONG };
      const from = t.alias(51);
      t.unblockedAfterwards();
      const refusals: readonly (readonly [number, (language: string) => Promise<HttpAnswer>])[] = [
        [106, (asked) => t.http.call('executeScene', t.user, {}, inLanguage(asked))],
        [112, (asked) => notFound(t, asked)],
        [116, (asked) => t.http.call('thereIsNoSuchCall', t.user, undefined, inLanguage(asked))],
        [117, (asked) => t.http.call('getWebHooks', regular.login, undefined, inLanguage(asked))],
        [405, (asked) => t.http.send({ method: 'PUT', path: '/api/v1/getVersion', ...inLanguage(asked) })],
        [122, (asked) => t.http.call('auth', disabled.login, undefined, { ...t.alias(52), ...inLanguage(asked) })],
        [110, (asked) => t.http.call('auth', guessed, undefined, { ...from, ...inLanguage(asked) })],
      ];
      for (const [code, ask] of refusals) await compare(t, code, language, ask);
      await t.forgiven();
      // Two of the failures were those above.
      for (let count = 0; count < FREE - 1; count += 1) await t.http.call('auth', guessed, undefined, from);
      await compare(t, 109, language, (asked) =>
        t.http.call('auth', guessed, undefined, { ...from, ...inLanguage(asked) }),
      );
    },
  },
];

const idOf = (code: number): string => `errors.translated-${code}`;
const inLanguage = (language: string) => ({ headers: { 'accept-language': language } });

const notFound = (t: Trial, language: string): Promise<HttpAnswer> =>
  t.http.call('executeScene', t.user, { id: unusedId(t.house.scenes) }, inLanguage(language));

/** A language in which something else is said; null if there is none. */
export const otherThan = async (t: Trial, english: HttpAnswer): Promise<keyof typeof OTHERS | null> => {
  for (const language of LANGUAGES) if (textOf(await notFound(t, language)) !== textOf(english)) return language;
  // One text may be left in English; two are taken for all.
  const missing = (language: string) => t.http.call('executeScene', t.user, {}, inLanguage(language));
  const plain = textOf(await missing('en'));
  for (const language of LANGUAGES) if (textOf(await missing(language)) !== plain) return language;
  return null;
};

/** The same error twice; what is another error says nothing of this one. */
export async function compare(
  t: Trial,
  code: number,
  language: string,
  ask: (language: string) => Promise<HttpAnswer>,
): Promise<void> {
  const [english, other] = [await ask('en'), await ask(language)];
  const wanted = code === 405 ? 117 : code;
  const says = `en: ${shown(english)}; ${language}: ${shown(other)}`;
  if (codeOf(english.body) !== wanted || codeOf(other.body) !== wanted) return t.unable([idOf(code)], says);
  const texts = [textOf(english), textOf(other)];
  const translated = texts.every((text) => typeof text === 'string' && text !== '') && texts[0] !== texts[1];
  t.expect(idOf(code), translated, says);
}
