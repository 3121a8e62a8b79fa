import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { temporaryFolder } from '../property-tests/fixtures.ts';
import { serviceUnitOf } from './service-unit.ts';

const noSystemd: string | false =
  spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'needs systemd-analyze (apt-get install systemd)';

/** Of 10; what a service without any hardening has is 9.6. */
const MOST_EXPOSED = 2;

const TEXT = readFileSync(new URL('systemd/twinhaus.service', import.meta.url), 'utf8');
const unit = serviceUnitOf(TEXT);

const analyzed = (context: TestContext, text: string, ...args: readonly string[]) => {
  const folder = temporaryFolder();
  context.after(() => folder.remove());
  const file = join(folder.path, 'twinhaus.service');
  // Nothing is installed here: the program is one that every machine has.
  writeFileSync(file, text.replace('=/usr/bin/twinhaus', '=/bin/true').replace(/^Documentation=.*$/m, ''));
  return spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
};

describe('the unit of the service', () => {
  test('is understood by systemd, every line of it', { skip: noSystemd }, (context) => {
    const { status, stderr } = analyzed(context, TEXT, 'verify');

    assert.equal(stderr, '');
    assert.equal(status, 0);
  });

  test('is not understood with a word that systemd does not know', { skip: noSystemd }, (context) => {
    assert.match(analyzed(context, TEXT.replace('ProtectHome=', 'ProtectHouse='), 'verify').stderr, /ProtectHouse/);
  });

  test('exposes the machine to little', { skip: noSystemd }, (context) => {
    const { status, stdout } = analyzed(
      context,
      TEXT,
      'security',
      '--offline=true',
      `--threshold=${MOST_EXPOSED * 10}`,
    );

    assert.equal(status, 0, stdout);
  });

  for (const line of ['CapabilityBoundingSet=CAP_NET_BIND_SERVICE', 'SystemCallFilter=@system-service']) {
    test(`would expose it to more without ${line}`, { skip: noSystemd }, (context) => {
      assert.ok(TEXT.includes(`${line}\n`));
      const args = ['security', '--offline=true', `--threshold=${MOST_EXPOSED * 10}`];

      assert.notEqual(analyzed(context, TEXT.replace(`${line}\n`, ''), ...args).status, 0);
    });
  }

  test('starts what the package installs, reloads at SIGHUP, and leaves a wrong configuration alone', () => {
    assert.deepEqual(unit.get('ExecStart'), ['/usr/bin/twinhaus serve --config /etc/twinhaus/controller.yaml']);
    assert.deepEqual(unit.get('ExecReload'), ['/bin/kill -HUP $MAINPID']);
    assert.deepEqual(unit.get('RestartPreventExitStatus'), ['2']);
    assert.deepEqual(unit.get('ProtectSystem'), ['strict']);
  });

  test('is tried again without end, and not without a pause', () => {
    assert.deepEqual(unit.get('Restart'), ['always']);
    assert.deepEqual(unit.get('StartLimitIntervalSec'), ['0']);
    assert.ok(Number(unit.get('RestartSec')) >= 5);
  });

  test('lets serial lines, multicast and the compiler of V8 work', () => {
    const devices = unit.get('DeviceAllow') ?? [];

    for (const device of ['ttyUSB', 'ttyACM', 'ttyS', 'ttyAMA'])
      assert.ok(devices.includes(`char-${device} rw`), device);
    assert.deepEqual(unit.get('SupplementaryGroups'), ['dialout']);
    assert.match(unit.get('RestrictAddressFamilies')?.[0] ?? '', /^AF_INET AF_INET6 /);
    for (const name of ['MemoryDenyWriteExecute', 'PrivateDevices', 'PrivateNetwork', 'IPAddressDeny']) {
      assert.equal(unit.get(name), undefined, name);
    }
  });
});
