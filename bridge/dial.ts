import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { asFingerprint } from './controller.ts';
import { LIMITS } from './limits.ts';
import { CertificateMismatch } from './problem.ts';

type Dialled = (error: Error | null, socket: Socket) => void;

/**
 * Connects to a controller. With `https`, not a byte is sent before the certificate has shown the fingerprint: it is self-signed and
 * names no host, so that nothing else about it could be checked.
 */
export const dial = (url: URL, fingerprint: string | undefined, dialled: Dialled): void => {
  // An IPv6 address stands in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  const port = Number(url.port) || (secure ? 443 : 80);
  const options = { host, port, autoSelectFamily: true };
  let open = true;
  const done = (error: Error | null) => {
    if (!open) return;
    open = false;
    clearTimeout(limit);
    if (error !== null) socket.destroy();
    dialled(error, socket);
  };
  const limit = setTimeout(() => done(failure('ETIMEDOUT')), LIMITS.connectSeconds.value * 1_000);
  const socket = secure ? connectTls({ ...options, ...UNCHECKED, ...serverName(host) }) : connectPlain(options);
  socket.on('error', done).once('close', () => done(failure('ECONNRESET')));
  socket.setNoDelay(true).setKeepAlive(true, LIMITS.heartbeatSeconds.value * 1_000);
  if (!(socket instanceof TLSSocket)) socket.once('connect', () => done(null));
  else {
    socket.once('secureConnect', () => {
      const seen = socket.getPeerCertificate().fingerprint256;
      const same = fingerprint !== undefined && asFingerprint(fingerprint) === seen;
      done(same ? null : new CertificateMismatch(seen, fingerprint));
    });
  }
};

/** By an authority, that is: by its fingerprint it is. */
const UNCHECKED = { rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] };

const serverName = (host: string) => (isIP(host) === 0 ? { servername: host } : {});

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** The fingerprint of the certificate that is shown at an address; nothing is sent there. */
export const fingerprintAt = (address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    dial(new URL(address), undefined, (error, socket) => {
      socket.destroy();
      if (error instanceof CertificateMismatch) resolve(error.seen);
      else reject(error ?? new Error('there is no certificate without https'));
    });
  });
