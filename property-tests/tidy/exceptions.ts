/** Files that may do what no other file may, each with the reason. A row that is not needed any more is a finding itself. */
export type Exceptions = Readonly<Record<string, string>>;

/** Rules 1: names of time. */
export const NAMES_TIME: Exceptions = {
  'twin/clock/system-clock.ts': 'is where real time comes from',
};

/** Rule 2: names `node:crypto`. */
export const NAMES_CRYPTO: Exceptions = {
  'api/access/secrets.ts': 'makes every secret',
  'controller/backup/manifest.ts': 'takes the checksums of a backup',
  'controller/certificate.ts': 'makes the key pair of HTTPS, signs the certificate and takes its fingerprint',
  'hardware/knx/project/zip-password.ts': 'makes the password of an archive of ETS 6 of that of the project',
};

/** Rule 3: `async` and `Promise` in `twin/`. */
export const WAITS: Exceptions = {
  'twin/backend.ts': 'port: closing a bus takes time',
  'twin/store.ts': 'port: writing takes time',
  'twin/clock/system-clock.ts': 'is where real time comes from, and waiting for it',
  'twin/clock/pace.ts': 'lets others have their turn while the driven clock is moved on',
};

/** Over 250 lines, because they are tables. */
export const LONG_TABLES: Exceptions = {
  'property-tests/tidy/laws.ts': 'the offences that every law is tried on',
};

/** Product files that only tests import, because they are laws for others. */
export const FOR_TESTS: Exceptions = {
  'hardware/backend-contract.ts': 'the laws that every backend is held to',
  'twin/kinds/quantities.ts': 'which units fit a quantity: the law that the rows of kinds are held to',
};

/** Has a default export, because somebody else's program asks for one. */
export const DEFAULT_EXPORTS: Exceptions = {
  'scripts/failed.js': 'node:test takes a reporter from its default export',
  'scripts/skipped.js': 'node:test takes a reporter from its default export',
};
