import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { temporaryFolder, until } from '../property-tests/fixtures.ts';
import { buildPackage, noDpkg } from './built-package.ts';
import { commandOf, serviceUnitOf } from './service-unit.ts';
import { noThrowawayMachine, ThrowawayMachine } from './throwaway-machine.ts';

const UNIT = '/usr/lib/systemd/system/twinhaus.service';
const CONFIGURATION = '/etc/twinhaus/controller.yaml';
const PASSWORD = '/etc/twinhaus/administrator-password';
const FOLDERS = [
  '/etc',
  '/usr/bin',
  '/usr/lib',
  '/usr/share',
  '/var/lib/systemd',
  '/var/lib/twinhaus',
  '/var/cache/twinhaus',
];
const START_MS = 60_000;
/** Nobody needs this machine after a power cut, nor its manuals. */
const QUICKLY = ['--force-unsafe-io', '--no-triggers'];

/** Each test goes on where the one before has left the machine. */
describe('a machine on which the package is installed', {
  skip: noDpkg || noThrowawayMachine,
  timeout: 600_000,
}, () => {
  const folder = temporaryFolder();
  let machine: ThrowawayMachine;
  let service: ChildProcess | undefined;
  let password = '';
  const packages = new Map<string, string>();
  const wasThere = existsSync(UNIT);

  before(async () => {
    machine = await ThrowawayMachine.start();
  });
  after(async () => {
    await machine?.end();
    folder.remove();
  });

  const install = async (version: string): Promise<string> => {
    const file = packages.get(version) ?? buildPackage(folder.path, version);
    packages.set(version, file);
    const { stdout, stderr } = await machine.run('dpkg', ...QUICKLY, '--force-confold', '--install', file);
    return stdout + stderr;
  };

  const ask = async (call: string, body: object = {}, who = 'owner', secret = password): Promise<unknown> => {
    const login = ['--header', `auth-username: ${who}`, '--header', `auth-password: ${secret}`];
    const json = ['--header', 'content-type: application/json', '--data', JSON.stringify(body)];
    return JSON.parse(await machine.does('curl', '-sS', ...login, ...json, `http://127.0.0.1/api/v1/${call}`));
  };

  const start = async (): Promise<void> => {
    service = machine.start(commandOf(serviceUnitOf(await machine.does('cat', UNIT))));
    let log = '';
    for (const stream of [service.stdout, service.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    }
    const child = service;
    const ready = async () => {
      if (child.exitCode !== null) assert.fail(`the service ended with ${child.exitCode}\n${log}`);
      return (await machine.run('curl', '-sf', 'http://127.0.0.1/health/live')).status === 0;
    };
    await until(ready, 'the service answers', START_MS);
    assert.ok(!password || !log.includes(password));
  };

  const stop = async (): Promise<void> => {
    if (service === undefined) return;
    const over = once(service, 'exit');
    service.kill('SIGTERM');
    const [status] = await over;
    service = undefined;
    assert.equal(status, 0);
  };

  /** What bears its name in the folders that packages write to. */
  const traces = async (): Promise<string> =>
    (await machine.run('find', ...FOLDERS, '-xdev', '-maxdepth', '3', '-name', '*twinhaus*')).stdout;
  let tracesBefore = '';

  test('has a user for it, and a password that only the two of them can read', async () => {
    tracesBefore = await traces();
    const said = await install('0.1.0');
    assert.notEqual(await traces(), tracesBefore);
    assert.match(said, /password is in \/etc\/twinhaus\/administrator-password/);
    password = (await machine.does('cat', PASSWORD)).trim();

    assert.match(password, /^[0-9a-f]{30}$/);
    assert.ok(!said.includes(password));
    assert.match(await machine.does('stat', '-c', '%U:%G %a', PASSWORD), /^root:twinhaus 640/);
    assert.match(await machine.does('stat', '-c', '%U:%G %a', '/var/lib/twinhaus'), /^twinhaus:twinhaus 700/);
    assert.match(await machine.does('getent', 'passwd', 'twinhaus'), /nologin|\/bin\/false/);
    assert.match(await machine.does('twinhaus', 'check', CONFIGURATION), /good/);
    assert.equal(existsSync(UNIT), wasThere, 'this machine itself has stayed as it was');
  });

  test('is satisfied with the unit, program and manual included', async (context) => {
    const { status: hasSystemd } = await machine.run('which', 'systemd-analyze');
    const { status: hasMan } = await machine.run('which', 'man');
    if (hasSystemd !== 0 || hasMan !== 0)
      return context.skip('needs systemd-analyze and man (apt-get install systemd man-db)');

    assert.equal((await machine.run('systemd-analyze', 'verify', UNIT)).stderr, '');
  });

  test('is told in one line which Node.js is missing', async () => {
    const { status, stderr } = await machine.run('env', 'TWINHAUS_NODE=/nowhere/node', 'twinhaus', '--version');

    assert.equal(status, 2);
    assert.match(stderr, /^twinhaus: there is no \/nowhere\/node: install Node\.js 20\.19 or later.*\n$/);
  });

  test('runs it as that user on ports 80 and 443, with no other right', async () => {
    await start();
    const { userID } = (await ask('auth')) as { userID: number };
    const rights = await machine.does('grep', '-E', '^(Uid|CapEff|CapBnd|NoNewPrivs)', `/proc/${service?.pid}/status`);
    const uid = (await machine.does('id', '-u', 'twinhaus')).trim();

    assert.equal(typeof userID, 'number');
    assert.match(rights, new RegExp(`^Uid:\\s+${uid}\\s`, 'm'));
    // CAP_NET_BIND_SERVICE is bit 10.
    assert.match(rights, /^CapEff:\s+0000000000000400$/m);
    assert.match(rights, /^CapBnd:\s+0000000000000400$/m);
    await machine.does('curl', '-skf', 'https://127.0.0.1/health/live');
  });

  test('keeps compiled code where the service may write, and nowhere else', async () => {
    const caches = async () => (await machine.run('find', '/var/cache/twinhaus', '-name', '*.cache')).stdout;
    await until(async () => (await caches()) !== '', 'compiled code is kept', START_MS);

    assert.equal((await machine.run('find', '/usr/lib/twinhaus', '-user', 'twinhaus')).stdout, '');
  });

  test('starts again without the file of the first password, which the owner has removed', async () => {
    await ask('addUser', { username: 'guest', group: 'user', password: 'a fine password' });
    await stop();
    await machine.does('rm', PASSWORD);
    await machine.does('sed', '-i', 's/^name: .*/name: Villa/', CONFIGURATION);
    await start();

    assert.equal(((await ask('getUsers')) as unknown[]).length, 2);
  });

  test('takes over a changed configuration as the unit says, while it runs', async () => {
    const more = '  - { cid: C2, type: switch, name: Another light, rooms: [1], bus: simulator }';
    await machine.does('sed', '-i', `/cid: C1,/a\\${more}`, CONFIGURATION);
    const [reload = ''] = serviceUnitOf(await machine.does('cat', UNIT)).get('ExecReload') ?? [];
    await machine.does(...reload.replace('$MAINPID', String(service?.pid)).split(' '));

    const isThere = async () => ((await ask('getAllComponents')) as unknown[]).length === 2;
    await until(isThere, 'the component is there', START_MS);
    assert.equal(service?.exitCode, null);
  });

  test('takes a newer version, keeps users and configuration, and makes no new password', async () => {
    await stop();
    const said = await install('0.2.0');
    await start();

    assert.doesNotMatch(said, /password/);
    assert.match(await machine.does('dpkg-query', '-W', 'twinhaus'), /0\.2\.0/);
    assert.match(await machine.does('cat', CONFIGURATION), /^name: Villa$/m);
    assert.equal(((await ask('getUsers')) as unknown[]).length, 2);
    assert.equal(typeof ((await ask('auth', {}, 'guest', 'a fine password')) as { userID: number }).userID, 'number');
  });

  test('keeps the data of the building when the program is removed, and has it again with the program', async () => {
    await stop();
    await machine.does('dpkg', ...QUICKLY, '--remove', 'twinhaus');
    assert.equal((await machine.run('which', 'twinhaus')).status, 1);
    await machine.does('test', '-s', '/var/lib/twinhaus/controller.sqlite');
    await install('0.2.0');
    await start();

    assert.equal(((await ask('getUsers')) as unknown[]).length, 2);
  });

  test('is as it was before once it is purged', async () => {
    await stop();
    await machine.does('dpkg', ...QUICKLY, '--purge', 'twinhaus');

    assert.equal(await traces(), tracesBefore);
    assert.notEqual((await machine.run('getent', 'passwd', 'twinhaus')).status, 0);
  });
});
