import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, STATUSES as SAID, LANGUAGES as SPOKEN } from '../docs/spec/index.ts';
import { CallFault, errorBody, type Language, languageOf, methodNotAllowed, negotiate, refusal } from './errors.ts';
import { LANGUAGES } from './languages/index.ts';

const languages = Object.keys(LANGUAGES) as Language[];

test('every code has a text in every language, and no two languages or codes share one', () => {
  assert.deepEqual(languages, [...SPOKEN]);
  const texts = new Set<string>();
  for (const language of languages) {
    for (const { code } of ERRORS) {
      const { errorText } = errorBody(code, language);
      assert.ok(errorText.length > 3, `${code} in ${language}`);
      texts.add(errorText);
    }
    texts.add(methodNotAllowed(language).body.errorText);
    assert.deepEqual(
      Object.keys(LANGUAGES[language].errors).map(Number),
      ERRORS.map(({ code }) => code),
    );
  }
  assert.equal(texts.size, languages.length * (ERRORS.length + 1));
});

test('English texts are those of the specification', () => {
  const shown = ERRORS.filter(({ texts }) => texts.length > 0);
  assert.ok(shown.length >= 5);
  for (const { code, texts } of shown) assert.equal(errorBody(code, 'en').errorText, texts[0]);
  assert.equal(methodNotAllowed('en').body.errorText, 'Method Not Allowed');
});

test('every code has the status of its place', () => {
  for (const code of SAID.login.codes) assert.equal(refusal(new CallFault(code), 'login', 'en').status, 401);
  for (const code of SAID.call.codes) assert.equal(refusal(new CallFault(code), 'call', 'en').status, 400);
  assert.equal(refusal(new CallFault(116), 'call', 'en').status, 408);
  assert.equal(refusal(new CallFault(110), 'call', 'en').status, 401);
  assert.equal(refusal(new CallFault(109, 3), 'call', 'en').status, 401);
  assert.deepEqual(methodNotAllowed('de'), {
    ok: false,
    status: 405,
    body: { errorCode: 117, errorText: 'Methode nicht erlaubt' },
  });
});

test('only a lockout says when to come back', () => {
  assert.deepEqual(refusal(new CallFault(109, 7), 'login', 'en').body, {
    errorCode: 109,
    errorText: 'Too many authorization attempts',
    retryAfter: 7,
  });
  assert.deepEqual(Object.keys(refusal(new CallFault(110), 'login', 'en').body), ['errorCode', 'errorText']);
});

test('the language that is liked best is spoken', () => {
  const rows: readonly [header: string | undefined, language: Language][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE', 'de'],
    ['de-CH;q=0.4, fr;q=0.6', 'fr'],
    ['fr;q=0.6,de-CH;q=0.4', 'fr'],
    ['it, de', 'it'],
    ['nl, it;q=0.1', 'it'],
    ['nl', 'en'],
    ['*', 'en'],
    ['en;q=0, *', 'de'],
    ['en;q=0, de;q=0, *;q=0.5', 'fr'],
    ['de;q=0', 'en'],
    ['de;q=0.5, *;q=0.8', 'en'],
    ['de;q=2', 'en'],
    ['de;q=abc', 'en'],
    ['de ; q=0.9 , en ; q=0.8', 'de'],
    ['__proto__, constructor, it;q=0.2', 'it'],
    [';;;,,,', 'en'],
    [`${'nl,'.repeat(10_000)}de`, 'en'],
  ];
  for (const [header, language] of rows) assert.equal(negotiate(header), language, String(header).slice(0, 40));
});

test('init names a language by its tag', () => {
  assert.equal(languageOf('fr-CA'), 'fr');
  assert.equal(languageOf('toString'), undefined);
  assert.equal(languageOf(5), undefined);
});
