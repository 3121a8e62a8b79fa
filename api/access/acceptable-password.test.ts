import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectionTo } from './acceptable-password.ts';

test('a password of one character over and over, or of blanks, is refused, and so is one that headers cannot carry', () => {
  for (const [password, why] of [
    ['aaaaaaaaaaaa', /one character/],
    ['😀'.repeat(9), /one character/],
    ['        ', /blanks/],
    [' \t \u00a0 \u2003 \t ', /blanks/],
    [' seven blue whales', /blanks/],
    ['seven blue whales ', /blanks/],
    ['seven\nblue whales', /control characters/],
    ['seven blue \ud83d whales', /control characters/],
  ] as const) {
    assert.match(objectionTo(password, 'ann') ?? 'fine', why, JSON.stringify(password));
  }
  for (const password of ['seven blue whales', 'aaaaaaab', 'пароль весны', 'aaaa bbbb', '😀😁😀😁😀😁😀😁']) {
    assert.equal(objectionTo(password, 'ann'), null, password);
  }
});
