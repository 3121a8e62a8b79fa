import { createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as der from './der.ts';
import { Refusal } from './refusal.ts';
import { replaceImage } from './store/image-file.ts';

/** What HTTPS is spoken with. */
export interface Certificate {
  /** PEM. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
  /** SHA-256, upper-case hex with colons. */
  readonly fingerprint: string;
}

/** The certificate kept in `file` (certificate and key, PEM, readable by its owner alone); made at the first start. */
export const keepCertificate = async (file: string): Promise<Certificate> => {
  if (existsSync(file)) return readCertificate(file);
  const made = makeCertificate();
  await replaceImage(file, Buffer.from(made.certificate + made.key));
  return made;
};

/**
 * A new self-signed certificate on P-256. It names no host and no address: a client trusts exactly this certificate by
 * its fingerprint. It does not expire (RFC 5280, 4.1.2.5), and it begins before any clock that a controller may wake up with.
 */
export const makeCertificate = (): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der.sequence(der.objectIdentifier(ECDSA_WITH_SHA256));
  const name = der.sequence(der.set(der.sequence(der.objectIdentifier(COMMON_NAME), der.utf8('Twinhaus'))));
  const statement = der.sequence(
    der.tagged(0, der.integer(Buffer.from([2]))), // version 3
    der.integer(serialNumber()),
    algorithm,
    name,
    der.sequence(der.utcTime('200101000000Z'), der.generalizedTime('99991231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.tagged(
      3,
      der.sequence(
        extension(BASIC_CONSTRAINTS, true, der.sequence()),
        extension(KEY_USAGE, true, der.bits(Buffer.from([0x80]), 7)), // digitalSignature
        extension(EXTENDED_KEY_USAGE, false, der.sequence(der.objectIdentifier(SERVER_AUTHENTICATION))),
      ),
    ),
  );
  const signature = sign('sha256', statement, { key: privateKey, dsaEncoding: 'der' });
  const x509 = new X509Certificate(der.sequence(statement, algorithm, der.bits(signature)));
  return {
    certificate: x509.toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: x509.fingerprint256,
  };
};

/** The certificate and key in `file`. Throws a `Refusal` for anything else. */
export const readCertificate = (file: string): Certificate => {
  try {
    const pem = readFileSync(file, 'utf8');
    const x509 = new X509Certificate(pem);
    const privateKey = createPrivateKey(pem);
    if (!x509.checkPrivateKey(privateKey)) throw new Error('its key belongs to another certificate');
    return {
      certificate: x509.toString(),
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      fingerprint: x509.fingerprint256,
    };
  } catch (error) {
    const why = (error as Error).message;
    throw new Refusal(
      `${file} is not a certificate with its key (${why}): put it back, or remove it to have a new one made`,
    );
  }
};

/** 127 random bits: positive, unique, and not zero at its head. */
const serialNumber = (): Buffer => {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
};

const extension = (identifier: string, critical: boolean, value: Buffer): Buffer =>
  der.sequence(der.objectIdentifier(identifier), ...(critical ? [der.boolean(true)] : []), der.octets(value));

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
