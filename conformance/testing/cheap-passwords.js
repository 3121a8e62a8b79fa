import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// To be loaded into a controller before itself: from then on a password costs it next to nothing.
const { scrypt } = crypto;
crypto.scrypt = (password, salt, bytes, _cost, done) => scrypt(password, salt, bytes, { N: 2, r: 1, p: 1 }, done);
syncBuiltinESMExports();
