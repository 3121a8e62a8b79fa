import type { Controller } from './controller.ts';

/** What kind of trouble it is: whether it goes away on its own, and whether the call was carried out. */
export type Trouble = 'unreachable' | 'lost' | 'token' | 'skill' | 'remote' | 'certificate' | 'session' | 'other';

/** Why a controller does not do what was asked, as a sentence for whoever asked. Never holds a token. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly trouble: Trouble;

  constructor(trouble: Trouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}

/** The certificate is not the one that was agreed upon; nothing was sent. */
export class CertificateMismatch extends Error {
  readonly seen: string;
  readonly expected: string | undefined;

  constructor(seen: string, expected: string | undefined) {
    super('the certificate is another one');
    this.seen = seen;
    this.expected = expected;
  }
}

type Named = Pick<Controller, 'name' | 'address'>;

/** A refusal by its HTTP status. */
export const refused = (controller: Named, status: number): Problem => {
  const who = named(controller);
  switch (status) {
    case 400:
      return new Problem('session', `${who} refuses the call, and a new session did not help (status 400)`);
    case 401:
      return new Problem(
        'token',
        `${who} refuses the token (status 401): make a new MCP token in its configuration interface and enter it on the setup page (controller_setup)`,
      );
    case 404:
      return new Problem(
        'skill',
        `${who} has its MCP skill switched off, or the address is not that of an MCP endpoint (status 404): switch the skill on in its configuration interface`,
      );
    case 511:
      return new Problem(
        'remote',
        `${who} is reached through remote access, where MCP is not available (status 511): use its address in the local network`,
      );
    default:
      return new Problem(
        status >= 500 ? 'unreachable' : 'other',
        `${who} answers with status ${status} instead of what an MCP endpoint answers`,
      );
  }
};

/** What went wrong on the way, in words. */
export const problemOf = (controller: Named, error: unknown): Problem => {
  if (error instanceof Problem) return error;
  const who = named(controller);
  if (error instanceof CertificateMismatch) {
    return new Problem(
      'certificate',
      error.expected === undefined
        ? `${who} is reached over https, and no fingerprint is kept for it: its certificate has ${error.seen}; compare that with the controller itself and enter it as "fingerprint" (controller_setup)`
        : `${who} shows a certificate with the fingerprint ${error.seen}, but ${error.expected} is kept for it: either its certificate was changed, or it is somebody else who answers; nothing was sent`,
    );
  }
  const { code } = error as { readonly code?: unknown };
  if (typeof code === 'string') return new Problem('unreachable', `${who} cannot be reached: ${meaningOf(code)}`);
  return new Problem('other', `${who} does not answer as an MCP endpoint does`);
};

export const silent = (controller: Named): Problem =>
  new Problem('lost', `${named(controller)} does not answer any more: whether the call was carried out is not known`);

export const broken = (controller: Named): Problem =>
  new Problem('lost', `the connection to ${named(controller)} broke`);

export const cutOff = (controller: Named): Problem =>
  new Problem(
    'lost',
    `the connection to ${named(controller)} broke before its answer: whether the call was carried out is not known`,
  );

const named = ({ name, address }: Named): string => `controller "${name}" (${address})`;

const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at that address (ECONNREFUSED)',
  ECONNRESET: 'the connection was cut (ECONNRESET)',
  EHOSTUNREACH: 'no way leads to that host (EHOSTUNREACH)',
  ENETUNREACH: 'no way leads to that network (ENETUNREACH)',
  ENOTFOUND: 'no host has that name (ENOTFOUND)',
  EAI_AGAIN: 'the name cannot be looked up now (EAI_AGAIN)',
  ETIMEDOUT: 'nobody answers at that address (ETIMEDOUT)',
  EPROTO: 'it does not speak TLS: is the address an http one? (EPROTO)',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS: is the address an http one?',
  HPE_INVALID_CONSTANT: 'it does not speak HTTP: is the address an https one?',
};

const meaningOf = (code: string): string =>
  MEANINGS[code] ?? (code.startsWith('HPE_') ? `it does not speak HTTP (${code})` : code);
