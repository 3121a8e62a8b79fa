import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createServer, type Server } from 'node:tls';
import { FAULTY } from './broken/index.ts';
import { startFaulty } from './broken/proxy.ts';
import { SELF_SIGNED } from './clients/self-signed.ts';
import type { Report } from './reports/report.ts';
import { everythingFor, type GoodController, PROGRAM, typeConformance } from './testing/good-controller.ts';
import { startSandbox } from './testing/sandbox.ts';

let good: GoodController;
let folder = '';
before(async () => {
  good = await startSandbox({ cheapPasswords: true });
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
});
after(async () => {
  await good?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('somebody who answers in the place of the encrypted address', () => {
  let impostor: Server;
  let [knocks, heard] = [0, ''];
  const shown = new X509Certificate(SELF_SIGNED.cert).fingerprint256;
  before(async () => {
    impostor = createServer(SELF_SIGNED, (socket) => {
      socket.on('data', (data) => {
        heard += data;
      });
      socket.on('error', () => {});
    });
    impostor.on('connection', () => {
      knocks += 1;
    });
    // Whoever hangs up after the handshake.
    impostor.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
  });
  after(() => impostor.close());

  const asked = (...more: readonly string[]) =>
    typeConformance([
      ...[good.http, '--username', good.login.username, '--password', good.login.password],
      ...['--mcp-token', good.mcpToken, '--https-url', `https://127.0.0.1:${(impostor.address() as AddressInfo).port}`],
      ...['--only', 'tls,mcp.over-https', ...more],
    ]);

  test('hears nothing without a fingerprint, and the one that it shows is named', async () => {
    const { output } = await asked();

    assert.ok(knocks > 0);
    assert.equal(heard, '');
    assert.match(output, new RegExp(`left out, no --fingerprint was given, .* shows ${shown}: .*tls\\.calls`));
    assert.match(output, new RegExp(`left out, no --fingerprint was given, .* shows ${shown}: .*mcp\\.https`));
  });

  test('hears nothing if its certificate is another one, and that is a failure', async () => {
    const { status, output } = await asked('--fingerprint', good.fingerprint);

    assert.equal(heard, '');
    assert.match(output, new RegExp(`left out, not the certificate of --fingerprint: .* shows ${shown}`));
    assert.match(output, /FAIL tls\.fingerprint/);
    assert.equal(status, 1);
  });

  test('hears nothing as the first address either', async () => {
    const { port } = impostor.address() as AddressInfo;
    const args = [`https://127.0.0.1:${port}`, '--username', 'admin', '--password', 'secret'];
    const [without, other] = [
      await typeConformance(args),
      await typeConformance([...args, '--fingerprint', good.fingerprint]),
    ];

    assert.equal(heard, '');
    assert.match(without.errors, new RegExp(`--fingerprint is missing; .* shows ${shown}`));
    assert.match(other.errors, new RegExp(`shows the fingerprint ${shown}, not the one`));
    assert.deepEqual([without.status, other.status], [2, 2]);
  });
});

describe('a command that shows a finding again', () => {
  test('can be typed as it stands, over HTTP and over HTTPS, and holds no secret', async (t) => {
    const faulty = FAULTY.find(({ id }) => id === 'tls-no-scenes');
    assert.ok(faulty);
    const controller = await startFaulty(faulty, good);
    try {
      const json = join(folder, 'report.json');
      const { status, output } = await typeConformance([
        ...everythingFor(controller.given),
        // As some tools write it.
        ...['--fingerprint', controller.given.fingerprint.replaceAll(':', '').toLowerCase()],
        ...['--only', 'tls.same-api', '--json', json],
      ]);

      assert.equal(status, 1, output);
      const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
      const finding = report.requirements.find(({ id }) => id === 'tls.same-api')?.findings[0];
      assert.equal(finding?.verdict, 'FAIL');
      const [suite, curl, ...rest] = finding.repeat;
      assert.ok(suite !== undefined && curl !== undefined && rest.length === 0, String(finding.repeat));
      assert.doesNotMatch(finding.repeat.join(), new RegExp(`${good.login.password}|${good.mcpToken}`));

      const again = await typed(suite);
      assert.equal(again.status, 1, again.output);
      assert.match(again.output, /FAIL tls\.same-api \[tls\.calls\]/);
      if ((await typed('curl --version')).status !== 0) return t.diagnostic('without curl its line is not typed');
      const answer = await typed(curl);
      assert.match(answer.output, /^HTTP\/1\.1 \d+/);
      // To nobody else.
      const stranger = await typed(curl.replace(/sha256\/\/[^']{4}/, 'sha256//AAAA'));
      assert.equal(stranger.output, '');
      assert.notEqual(stranger.status, 0);
    } finally {
      await controller.stop();
    }
  });
});

/** As somebody would type it, with the secrets in the environment. */
const typed = (line: string): Promise<{ status: number | null; output: string }> => {
  const shim = join(folder, 'twinhaus');
  writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 });
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    CONFORMANCE_PASSWORD: good.login.password,
    CONFORMANCE_MCP_TOKEN: good.mcpToken,
    CONFORMANCE_REMOTE_TOKEN: good.remoteToken ?? '',
  };
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', line], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.once('close', (status) => resolve({ status, output }));
  });
};
