import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Passwords } from '../../api/access/password.ts';
import { DEFAULT_ACCOUNTS } from './default-accounts.ts';

describe('the accounts of a scenario that names none', () => {
  const passwords = new Passwords(2);

  for (const { username, password, passwordHash } of DEFAULT_ACCOUNTS) {
    test(`${username} has a hash that is that of the public password`, async () => {
      assert.equal(password, `sandbox-${username}`);
      assert.ok(await passwords.verify(password, passwordHash ?? ''));
      assert.ok(!(await passwords.verify(`${password}x`, passwordHash ?? '')));
    });
  }
});
