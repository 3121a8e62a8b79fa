import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPasswordHash, NOBODYS_HASH, Passwords } from './password.ts';

test('a hash proves its password and no other, and two hashes of one password differ', async () => {
  const passwords = new Passwords(2);
  const [hash, again] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  assert.match(hash, /^\$scrypt\$ln=14,r=8,p=5\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(hash, again);
  assert.deepEqual(
    await Promise.all(['correct horse', 'Correct horse', ''].map((text) => passwords.verify(text, hash))),
    [true, false, false],
  );
  assert.equal(await passwords.verify('anything', NOBODYS_HASH), false);
});

test('no more passwords are hashed at once than allowed', async () => {
  const passwords = new Passwords(1);
  const ended: number[] = [];
  await Promise.all(
    [1, 2, 3].map(async (number) => {
      await passwords.verify('x', NOBODYS_HASH);
      ended.push(number);
    }),
  );
  assert.deepEqual(ended, [1, 2, 3]);
});

test('a hash that is broken, too cheap or too dear is none', () => {
  const tail = `$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  assert.ok(isPasswordHash(`$scrypt$ln=15,r=8,p=1${tail}`));
  for (const text of [
    '',
    'secret',
    `$scrypt$ln=4,r=8,p=1${tail}`,
    `$scrypt$ln=30,r=8,p=1${tail}`,
    `$scrypt$ln=14,r=99,p=1${tail}`,
    `$scrypt$ln=14,r=8,p=0${tail}`,
    '$scrypt$ln=14,r=8,p=5$AA$AA',
    `$argon2id$v=19$m=65536${tail}`,
  ]) {
    assert.equal(isPasswordHash(text), false, text);
  }
});
