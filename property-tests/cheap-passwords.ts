import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * From now on a password costs this process next to nothing: for tests in which thousands are set, and in which it is not
 * the price of guessing that is tried. To be imported before anything that hashes.
 */
const { scrypt } = crypto;
crypto.scrypt = ((password, salt, bytes, _cost, done) =>
  scrypt(password, salt, bytes, { N: 2, r: 1, p: 1 }, done)) as typeof scrypt;
syncBuiltinESMExports();
