import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blockAfter } from '../api/access/lockout.ts';
import { CALLS as CARRIED_OUT } from '../api/calls/index.ts';
import { STATUSES as CARRIED_STATUSES, type ErrorCode, errorBody, type Language } from '../api/errors.ts';
import { LIMITS as KEPT } from '../api/limits.ts';
import { CALLS, type Code, ERRORS, LANGUAGES, LIMITS, LOCKOUT, LOGIN_ANSWERS, STATUSES } from '../docs/spec/index.ts';

const sorted = <T>(values: Iterable<T>): readonly T[] => [...values].toSorted();

describe('what is carried out has the rows of the specification', () => {
  test('the same calls', () => {
    assert.deepEqual(sorted(CARRIED_OUT.keys()), sorted(CALLS.map(({ name }) => name)));
  });

  for (const row of CALLS) {
    test(`${row.name} is for the same people, takes the same parameters and may fail in the same ways`, () => {
      const call = CARRIED_OUT.get(row.name);
      assert.ok(call);

      assert.equal(call.who, row.who);
      // Over every transport but Socket.io the credentials of `auth` are no parameters.
      if (row.name !== 'auth') {
        const fields: Readonly<Record<string, unknown>> = call.input.properties ?? {};
        const required: readonly string[] = call.input.required ?? [];
        assert.deepEqual(sorted(Object.keys(fields)), sorted(row.parameters.map(({ name }) => name)));
        assert.deepEqual(
          sorted(required),
          sorted(row.parameters.filter((one) => one.required).map(({ name }) => name)),
        );
      }
      // Time is up for any call; a call that can say so at once may name it.
      for (const code of call.errors.filter((one) => one !== 116))
        assert.ok(sorted<Code>(row.errors).includes(code), `${code}`);
    });
  }

  test('the same codes, with the same statuses and the same English texts', () => {
    assert.deepEqual(sorted(Object.keys(CARRIED_STATUSES).map(Number)), sorted(ERRORS.map(({ code }) => code)));
    for (const code of LOGIN_ANSWERS.map((row) => row.code))
      assert.equal(CARRIED_STATUSES[code].login, STATUSES.login.status, `${code} at login`);
    for (const code of STATUSES.call.codes)
      assert.equal(CARRIED_STATUSES[code].call, STATUSES.call.status, `${code} in a call`);
    assert.equal(CARRIED_STATUSES[116].call, STATUSES.timeout.status);
    for (const { code, texts } of ERRORS.filter((row) => row.texts.length > 0))
      assert.equal(errorBody(code, 'en').errorText, texts[0]);
  });

  test('every code has a text of its own in every language', () => {
    const texts = new Set<string>();
    for (const language of LANGUAGES satisfies readonly Language[]) {
      for (const { code } of ERRORS) {
        const { errorText } = errorBody(code satisfies ErrorCode, language);
        assert.match(errorText, /^\p{Lu}[^<>{}]{4,}$/u, `${code} in ${language}`);
        texts.add(errorText);
      }
    }
    assert.equal(texts.size, ERRORS.length * LANGUAGES.length);
  });

  test('the same limits', () => {
    const limit = (name: string) => LIMITS.find((row) => row.limit === name)?.value;

    assert.equal(KEPT.callSeconds.value, limit('time for a call'));
    assert.equal(KEPT.webHookSeconds.value, limit('time for one call of a webhook'));
    assert.equal(KEPT.bodyBytes.value, limit('largest body'));
    for (const { failures, blockedSeconds } of LOCKOUT)
      assert.equal(blockAfter(failures), blockedSeconds * 1_000, `${failures} failures`);
  });
});
