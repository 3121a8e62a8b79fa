import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pause, temporaryFolder } from '../../property-tests/fixtures.ts';
import { Mosquitto, noMosquitto } from '../../property-tests/mosquitto.ts';
import { kindOf, SystemClock } from '../../twin/index.ts';
import { mqtt } from './index.ts';
import type { MqttSettings } from './settings.ts';

const skip =
  noMosquitto || (spawnSync('openssl', ['version']).error ? 'needs openssl (apt-get install openssl)' : false);

/** An authority, a broker's certificate for this machine, and that of a client: `ca`, `broker` and `client`, each with a key. */
const certificates = (folder: string): ((name: string) => string) => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const year = ['-days', '365'];
  openssl('req', '-x509', ...ec, ...year, '-subj', '/CN=authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  for (const name of ['broker', 'client']) {
    openssl('req', ...ec, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    execFileSync(
      'bash',
      [
        '-c',
        `openssl x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial ${year.join(' ')} -out ${name}.pem -extfile <(echo subjectAltName=IP:127.0.0.1)`,
      ],
      { cwd: folder, stdio: 'pipe' },
    );
  }
  return (name) => join(folder, name);
};

const open = (context: TestContext, url: string, settings: Partial<MqttSettings>) => {
  const kind = kindOf('switch')?.properties.state;
  assert.ok(kind);
  const said: string[] = [];
  const backend = mqtt.open({
    name: 'broker',
    settings: { url, ...settings },
    points: [{ cid: 'C1', property: 'state', kind, address: { topic: 'lamp' } }],
    clock: new SystemClock(),
    secret: () => '',
    say: (line) => said.push(line),
  });
  context.after(() => backend.close());
  return said;
};

const says = async (said: readonly string[], what: RegExp): Promise<void> => {
  for (let tries = 0; !said.some((line) => what.test(line)); tries += 1) {
    assert.ok(tries < 2_000, `${what}: ${said.join('\n')}`);
    await pause(20);
  }
};

test('a broker with TLS is believed by its authority, and believes a client by its certificate', {
  skip,
}, async (context) => {
  const folder = temporaryFolder();
  const at = certificates(folder.path);
  const broker = await Mosquitto.start([
    `cafile ${at('ca.pem')}`,
    `certfile ${at('broker.pem')}`,
    `keyfile ${at('broker.key')}`,
    'require_certificate true',
  ]);
  context.after(async () => {
    await broker.end();
    folder.remove();
  });
  const url = broker.url.replace('mqtt:', 'mqtts:');
  const own = { certificate: at('client.pem'), key: at('client.key') };

  await says(open(context, url, { ca: at('ca.pem'), ...own }), /^connected to mqtts:/);
  await says(open(context, url, own), /cannot reach .*(self-signed|unable to|verify)/);
  await says(open(context, url, { ca: at('ca.pem') }), /cannot reach/);
  await says(open(context, url, { ca: at('client.pem'), ...own }), /cannot reach .*(self-signed|unable to|verify)/);
});
