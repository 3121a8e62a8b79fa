/** Files that may do what no other file may, each with the reason. A row that is not needed any more is a finding itself. */
export type Exceptions = Readonly<Record<string, string>>;

/** Rules 1: names of time. */
export const NAMES_TIME: Exceptions = {
  'twin/clock/system-clock.ts': 'is where real time comes from',
};

/** Rule 2: names `node:crypto`. */
export const NAMES_CRYPTO: Exceptions = {
  'api/access/secrets.ts': 'makes every secret',
  'controller/certificate.ts': 'makes the key pair of HTTPS, signs the certificate and takes its fingerprint',
};

/** Rule 3: `async` and `Promise` in `twin/`. */
export const WAITS: Exceptions = {
  'twin/backend.ts': 'port: closing a bus takes time',
  'twin/store.ts': 'port: writing takes time',
};

/** Over 250 lines, because they are tables. */
export const LONG_TABLES: Exceptions = {
  'property-tests/tidy/laws.ts': 'the offences that every law is tried on',
};

/** Product files that only tests import, because they are laws for others. */
export const FOR_TESTS: Exceptions = {};
