import { createHash, X509Certificate } from 'node:crypto';
import type { PeerCertificate } from 'node:tls';
import { connect } from 'node:tls';

/** The certificate that a server shows, trusted by its fingerprint and by nothing else. */
export interface Certificate {
  readonly pem: string;
  /** SHA-256, upper-case hex with colons. */
  readonly fingerprint: string;
  readonly issuer: string;
  readonly subject: string;
  /** Names and addresses that it is made out to; empty if none. */
  readonly altNames: string;
}

/** Shakes hands and hangs up, without sending anything. */
export const certificateOf = (url: URL): Promise<Certificate> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(url.port || 443), rejectUnauthorized: false, timeout: 10_000 });
    socket.once('secureConnect', () => {
      const shown = socket.getPeerCertificate();
      socket.destroy();
      resolve(told(shown));
    });
    socket.once('timeout', () => socket.destroy(new Error('no TLS handshake within 10 seconds')));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code?.startsWith('ERR_SSL') ? new Error(`no TLS there (${error.code})`) : error),
    );
  });

/** Options of a TLS connection that trusts exactly this certificate. */
export const pinnedTo = (certificate: Certificate) => ({
  ca: certificate.pem,
  rejectUnauthorized: true,
  checkServerIdentity: (_: string, shown: PeerCertificate): Error | undefined =>
    shown.fingerprint256 === certificate.fingerprint
      ? undefined
      : new Error(`the certificate has the fingerprint ${shown.fingerprint256}, not ${certificate.fingerprint}`),
});

/** SHA-256 of the public key, in base64. */
export const publicKeyOf = ({ pem }: Certificate): string =>
  createHash('sha256')
    .update(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

const told = (shown: PeerCertificate): Certificate => ({
  pem: `-----BEGIN CERTIFICATE-----\n${shown.raw.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  fingerprint: shown.fingerprint256,
  issuer: JSON.stringify(shown.issuer ?? {}),
  subject: JSON.stringify(shown.subject ?? {}),
  altNames: shown.subjectaltname ?? '',
});
