import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * The password of the inner archive of a project of ETS 6, made of the project's own: PBKDF2 with HMAC-SHA256 over the password in
 * UTF-16, in Base64. ETS 4 and 5 take the project's password as it is.
 */
export const ets6Password = async (password: string): Promise<string> =>
  (await derive(Buffer.from(password, 'utf16le'), SALT, ITERATIONS, BYTES, 'sha256')).toString('base64');

const derive = promisify(pbkdf2);
const SALT = '21.project.ets.knx.org';
const ITERATIONS = 65_536;
const BYTES = 32;
