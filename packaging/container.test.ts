import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startSandbox, until } from '../property-tests/fixtures.ts';
import { call, credentials } from '../property-tests/http-client.ts';
import { docker, noDaemon, testImage } from './test-image.ts';

const START_MS = 60_000;
const CONTROLLER = 'twinhaus-test/controller';
const SUITE = 'twinhaus-test/conformance';

describe('the container of the controller', { skip: noDaemon, timeout: 600_000 }, () => {
  const containers: string[] = [];
  const volume = `twinhaus-test-${process.pid}`;
  before(() => testImage(CONTROLLER, 'container/Dockerfile'));
  after(() => {
    for (const container of containers) docker('rm', '--force', '--volumes', container);
    docker('volume', 'rm', '--force', volume);
  });

  const start = async (): Promise<{ readonly container: string; readonly http: string }> => {
    const where = ['--publish', '127.0.0.1::8080', '--volume', `${volume}:/var/lib/twinhaus`];
    const container = docker('run', '--detach', ...where, '--health-interval', '1s', CONTROLLER).trim();
    containers.push(container);
    const health = () => docker('inspect', '--format', '{{.State.Health.Status}}', container).trim();
    await until(() => health() === 'healthy', `the container is healthy\n${docker('logs', container)}`, START_MS);
    return { container, http: `http://${docker('port', container, '8080/tcp').trim()}` };
  };

  const stop = (container: string): void => {
    docker('stop', '--time', '10', container);
    // 137 would say that it had to be killed.
    assert.equal(docker('inspect', '--format', '{{.State.ExitCode}}', container).trim(), '0');
  };

  test('runs as nobody in particular, says the first password once, takes logins, stops in time and keeps its data', async () => {
    const first = await start();
    const [, username = '', password = ''] =
      /The administrator (\S+) has the password (\S+) /.exec(docker('logs', first.container)) ?? [];
    const login = { headers: credentials(username, password) };

    assert.equal((await call(first.http, 'auth', {}, login)).status, 200);
    assert.match(docker('exec', first.container, 'cat', '/proc/1/status'), /^Uid:\s+10001\s/m);
    assert.match(docker('exec', first.container, 'cat', '/proc/1/status'), /^CapEff:\s+0000000000000000$/m);
    assert.match(docker('inspect', '--format', '{{.Config.Env}}', first.container), /MALLOC_ARENA_MAX=2/);
    stop(first.container);

    const second = await start();
    assert.equal((await call(second.http, 'auth', {}, login)).status, 200);
    assert.doesNotMatch(docker('logs', second.container), /has the password/);
    stop(second.container);
  });
});

describe('the container of the conformance suite', { skip: noDaemon, timeout: 600_000 }, () => {
  before(() => testImage(SUITE, 'conformance/Dockerfile'));

  test('looks at a controller outside of it', async (context) => {
    const sandbox = await startSandbox(['--scenario', 'one-room']);
    context.after(() => sandbox.stop());
    const whom = ['--username', 'admin', '--password', 'sandbox-admin'];
    const what = ['--only', 'calls.version', '--read-only'];
    const said = docker('run', '--rm', '--network', 'host', SUITE, sandbox.http, ...whom, ...what);

    assert.match(said, /PASS/);
  });

  test('explains itself, and refuses what is wrong with status 2', () => {
    assert.match(docker('run', '--rm', SUITE), /Usage: twinhaus conformance/);
    assert.throws(() => docker('run', '--rm', SUITE, '--nonsense'), /ended with 2/);
  });
});
