import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { keepCertificate, makeCertificate } from './certificate.ts';
import { Refusal } from './refusal.ts';

const openssl = (args: readonly string[], input: string) => spawnSync('openssl', args, { input, encoding: 'utf8' });
const noOpenssl = openssl(['version'], '').error === undefined ? false : 'needs the program openssl';

const folderFor = (context: { after(end: () => void): void }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'twinhaus-certificate-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('the certificate names no host and no address', () => {
  const x509 = new X509Certificate(makeCertificate().certificate);

  assert.equal(x509.subjectAltName, undefined);
  assert.equal(x509.subject, 'CN=Twinhaus');
  assert.equal(x509.issuer, 'CN=Twinhaus');
  assert.equal(x509.checkHost('Twinhaus.local'), undefined);
  assert.equal(x509.checkIP('127.0.0.1'), undefined);
  assert.equal(x509.ca, false);
});

test('its fingerprint is the SHA-256 of the certificate in upper-case hex with colons', { skip: noOpenssl }, () => {
  const { certificate, fingerprint } = makeCertificate();

  const { stdout } = openssl(['x509', '-noout', '-fingerprint', '-sha256'], certificate);

  assert.match(fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  assert.equal(stdout.trim().replace(/^.*=/, ''), fingerprint);
});

test('OpenSSL reads and verifies it', { skip: noOpenssl }, (context) => {
  const file = join(folderFor(context), 'certificate.pem');
  const { certificate } = makeCertificate();
  writeFileSync(file, certificate);

  const text = openssl(['x509', '-noout', '-text', '-certopt', 'ext_parse'], certificate);
  const verified = openssl(['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', file, file], '');
  const dumped = openssl(['asn1parse'], certificate);

  assert.equal(text.status, 0, text.stderr);
  assert.match(text.stdout, /Version: 3 \(0x2\)/);
  assert.match(text.stdout, /ecdsa-with-SHA256/);
  assert.match(text.stdout, /Not After : Dec 31 23:59:59 9999 GMT/);
  assert.doesNotMatch(text.stdout, /Alternative Name/);
  assert.equal(dumped.status, 0, dumped.stderr);
  assert.match(verified.stdout, /: OK/, verified.stderr);
});

test('a TLS client that trusts exactly this certificate is let in, and one that trusts another is not', async () => {
  const ours = makeCertificate();
  const other = makeCertificate();
  const server = createServer({ cert: ours.certificate, key: ours.key }, (_, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const attempt = async (ca: string) => {
    const socket = connect({ port, host: '127.0.0.1', ca, checkServerIdentity: () => undefined });
    try {
      await once(socket, 'secureConnect');
      return socket.getPeerCertificate().fingerprint256;
    } finally {
      socket.destroy();
    }
  };

  assert.equal(await attempt(ours.certificate), ours.fingerprint);
  await assert.rejects(attempt(other.certificate));

  server.close();
});

test('every certificate is another one', () => {
  const fingerprints = new Set(Array.from({ length: 50 }, () => makeCertificate().fingerprint));

  assert.equal(fingerprints.size, 50);
});

test('a kept certificate is the same at the next start, and only its owner may read it', async (context) => {
  const file = join(folderFor(context), 'certificate.pem');

  const made = await keepCertificate(file);
  const kept = await keepCertificate(file);

  assert.deepEqual(kept, made);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a file that holds something else is refused in one line', async (context) => {
  const file = join(folderFor(context), 'certificate.pem');
  for (const content of [
    '',
    'nonsense',
    makeCertificate().certificate,
    makeCertificate().certificate + makeCertificate().key,
  ]) {
    writeFileSync(file, content);

    await assert.rejects(keepCertificate(file), (error) => error instanceof Refusal && !error.message.includes('\n'));
  }
});
