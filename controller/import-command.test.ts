import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connectAsync } from 'mqtt';
import { projectFile } from '../property-tests/ets-project.ts';
import { Mosquitto, noMosquitto } from '../property-tests/mosquitto.ts';
import { PLAN } from '../property-tests/planned-house.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'import-'));
after(() => rmSync(folder, { recursive: true }));
const at = (file: string): string => join(folder, file);

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const twinhaus = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const program = `import('./controller/main.ts').then(({ main }) => main(${JSON.stringify(['import', ...args])}))`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--eval', program], {
      cwd: ROOT,
      env: { ...process.env, ...env },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (piece) => {
      out += piece;
    });
    child.stderr.on('data', (piece) => {
      err += piece;
    });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, out, err }));
  });

/** One line that says it, and nothing else. */
const refused = async (args: readonly string[], says: RegExp, env?: NodeJS.ProcessEnv): Promise<void> => {
  const { status, out, err } = await twinhaus(args, env);
  assert.deepEqual([status, out, err.trimEnd().split('\n').length], [2, '', 1], `${args.join(' ')}: ${out}${err}`);
  assert.match(err, says);
};

describe('twinhaus import', () => {
  test('writes a proposal to standard output, and its summary beside it', async () => {
    writeFileSync(at('open.knxproj'), await projectFile(PLAN, 20));
    const { status, out, err } = await twinhaus(['knx', at('open.knxproj')]);

    assert.deepEqual(
      [status, err.trim()],
      [0, 'Haus "Süd" & Co (ETS 5, 4 group addresses): 2 components in 1 room; 1 without a place.'],
    );
    assert.match(
      out,
      /^# Proposal made from Haus "Süd" & Co[\s\S]*# {3}0\/0\/1 Geheim: is encrypted[\s\S]*\ncomponents:\n/,
    );
  });

  test('writes a file whole, and replaces one only if it is told to', async () => {
    writeFileSync(at('closed.knxproj'), await projectFile(PLAN, 22, 'open sesame'));
    writeFileSync(at('password'), 'open sesame\n');
    const args = ['knx', at('closed.knxproj'), '--output', at('out.yaml'), '--password-file', at('password')];

    assert.equal((await twinhaus([...args, '--dry-run'])).status, 0);
    assert.equal(existsSync(at('out.yaml')), false);
    assert.equal((await twinhaus(args)).status, 0);
    writeFileSync(at('out.yaml'), 'mine');
    await refused(args, /out\.yaml: is there already; .*--force/);
    assert.equal(readFileSync(at('out.yaml'), 'utf8'), 'mine');
    assert.equal((await twinhaus([...args, '--force'])).status, 0);
    assert.match(readFileSync(at('out.yaml'), 'utf8'), /^# Proposal/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.new')),
      [],
    );
  });

  test('says in one line what is wrong', async () => {
    writeFileSync(at('secret.knxproj'), await projectFile(PLAN, 20, 'right'));
    writeFileSync(at('text'), 'text');
    const env = { TWINHAUS_PROJECT_PASSWORD: 'wrong-password' };
    await Promise.all([
      refused(['knx', at('secret.knxproj')], /is protected by a password; give it with --password-file/),
      refused(['knx', at('text')], /text: is no ZIP archive/),
    ]);
    await Promise.all([
      refused(['knx', at('secret.knxproj')], /is protected by another password(?!.*wrong-password)/, env),
      refused(['modbsu', at('text')], /did you mean modbus\?/),
    ]);
    await refused(['modbus', at('text'), '--broker', 'mqtt://a'], /--broker is not for modbus/);
    await refused(['modbus', at('text'), 'more'], /unexpected more: name one file/);
  });

  test('asks a broker for the devices of Zigbee2MQTT', { skip: noMosquitto }, async (context) => {
    const broker = await Mosquitto.start();
    context.after(() => broker.end());
    const client = await connectAsync(broker.url);
    const exposes = [{ type: 'numeric', name: 'temperature', property: 'temperature', access: 1 }];
    const devices = [{ friendly_name: 'Attic', type: 'EndDevice', definition: { model: 'T1', exposes } }];
    await client.publishAsync('home/bridge/devices', JSON.stringify(devices), { retain: true, qos: 1 });
    await client.endAsync();
    const { status, out, err } = await twinhaus(['zigbee2mqtt', '--broker', broker.url, '--base', 'home']);

    assert.equal(status, 0, err);
    assert.match(out, /temperature: \{ zigbee2mqtt: Attic, base: home \}/);
    await broker.kill();
    await refused(['zigbee2mqtt', '--broker', broker.url], /mqtt:\/\/127\.0\.0\.1:\d+: the broker cannot be reached/);
  });
});
