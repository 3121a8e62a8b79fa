import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { after, before, describe, test } from 'node:test';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { type RunningSandbox, startSandbox, temporaryFolder } from '../fixtures.ts';
import { as, call } from '../http-client.ts';
import { connect, readyWith } from '../socket-client.ts';

/** What the server shows. */
function shown(
  url: string,
): Promise<{ readonly certificate: PeerCertificate; readonly pem: string; readonly protocol: string | null }> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
      const certificate = socket.getPeerCertificate();
      resolve({ certificate, pem: new X509Certificate(certificate.raw).toString(), protocol: socket.getProtocol() });
      socket.end();
    });
    socket.once('error', reject);
  });
}

describe('HTTPS with a certificate that names nobody', () => {
  let sandbox: RunningSandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  test('has the fingerprint of the ready line, which the log tells too', async () => {
    const { certificate } = await shown(sandbox.https);

    assert.equal(certificate.fingerprint256, sandbox.fingerprint);
    assert.ok(sandbox.log().includes(sandbox.fingerprint), 'in the log');
  });

  test('is self-signed, valid now and for long, and names no host and no address', async () => {
    const { pem, certificate } = await shown(sandbox.https);
    const parsed = new X509Certificate(pem);

    assert.equal(parsed.verify(parsed.publicKey), true, 'signed by itself');
    assert.equal(parsed.subjectAltName, undefined);
    assert.doesNotMatch(parsed.subject ?? '', /\d+\.\d+\.\d+\.\d+|localhost|\.(?:local|lan|com|org|net)\b/);
    assert.equal(certificate.subjectaltname, undefined);
    assert.ok(Date.parse(parsed.validFrom) <= Date.now());
    assert.ok(Date.parse(parsed.validTo) > Date.now() + 2 * 365 * 86_400_000);
    assert.equal(parsed.checkHost('127.0.0.1'), undefined);
  });

  test('a client that trusts exactly this certificate is served', async () => {
    const { pem } = await shown(sandbox.https);

    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(
        `${sandbox.https}/api/v1/getVersion`,
        { headers: as('resident'), ca: pem, checkServerIdentity: () => undefined },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .once('error', reject)
        .end();
    });

    assert.equal(status, 200);
  });

  test('a client that checks names is not', async () => {
    const { pem } = await shown(sandbox.https);

    const fault = await new Promise<NodeJS.ErrnoException>((resolve) => {
      request(`${sandbox.https}/api/v1/getVersion`, { ca: pem, agent: false }, () =>
        resolve(new Error('it was served')),
      )
        .once('error', resolve)
        .end();
    });

    assert.equal(fault.code, 'ERR_TLS_CERT_ALTNAME_INVALID');
  });

  test('a session is the same over HTTP, HTTPS and both sockets', async () => {
    const { pem } = await shown(sandbox.https);
    const login = await call(sandbox.https, 'auth', undefined, { headers: as('resident') });
    const { sessionID } = login.as<{ sessionID: string }>();

    assert.equal((await call(sandbox.http, 'getVersion', {}, { headers: { 'x-service-sid': sessionID } })).status, 200);
    // Socket.io 2 has no way to skip the check of the name alone.
    for (const [base, generation] of [
      [sandbox.https, 4],
      [sandbox.https, 2],
      [sandbox.http, 4],
    ] as const) {
      const socket = await readyWith(base, sessionID, {
        generation,
        ...(generation === 4 ? { certificate: pem } : {}),
      });
      assert.deepEqual(socket.states, []);
      socket.close();
    }
  });

  test('a Socket.io client that pins another certificate is not connected', async () => {
    const other = await startSandbox(['--scenario', 'one-room']);
    const { pem } = await shown(other.https);
    await other.stop();

    await assert.rejects(connect(sandbox.https, { certificate: pem }));
  });

  test('every start makes another one, except with --data, where it is kept', async () => {
    const folder = temporaryFolder();
    const fingerprints: string[] = [];
    for (const args of [[], ['--data', folder.path], ['--data', folder.path]]) {
      const one = await startSandbox(['--scenario', 'one-room', ...args]);
      fingerprints.push(one.fingerprint);
      await one.stop();
    }
    folder.remove();

    assert.equal(new Set([sandbox.fingerprint, ...fingerprints]).size, 3);
    assert.equal(fingerprints[1], fingerprints[2]);
  });
});
