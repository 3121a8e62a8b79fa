import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.ts';

test('the session is found among other cookies', () => {
  assert.equal(readSessionCookie('x-service-sid=abc'), 'abc');
  assert.equal(readSessionCookie('theme=dark; x-service-sid=abc; a=b'), 'abc');
  assert.equal(readSessionCookie('theme=dark;x-service-sid=abc'), 'abc');
  assert.equal(readSessionCookie('x-service-sid=first; x-service-sid=second'), 'first');
});

test('a cookie of another name is not the session', () => {
  assert.equal(readSessionCookie(undefined), undefined);
  assert.equal(readSessionCookie(''), undefined);
  assert.equal(readSessionCookie('x-service-sid='), undefined);
  assert.equal(readSessionCookie('my-x-service-sid=abc'), undefined);
  assert.equal(readSessionCookie('my-x-service-sid=abc; x-service-sid=own'), 'own');
  assert.equal(readSessionCookie('note="x-service-sid=abc"'), undefined);
});

test('no script and no other site gets at the cookie, and TLS keeps it to TLS', () => {
  assert.equal(
    writeSessionCookie('abc', { persistent: false, secure: false }),
    'x-service-sid=abc; Path=/; HttpOnly; SameSite=Strict',
  );
  assert.equal(
    writeSessionCookie('abc', { persistent: true, secure: true }),
    'x-service-sid=abc; Path=/; Max-Age=63072000; HttpOnly; SameSite=Strict; Secure',
  );
  assert.equal(forgetSessionCookie(true), 'x-service-sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure');
});
