import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { environmentOf, makeHome, startBridge } from '../property-tests/bridge/bridge-process.ts';
import { startTwoBuildings, type TwoBuildings, visitBoth } from '../property-tests/bridge/two-buildings.ts';
import { ROOT, temporaryFolder } from '../property-tests/fixtures.ts';

const npm = (args: readonly string[], cwd: string) =>
  promisify(execFile)('npm', [...args, '--loglevel=error'], { cwd });

/** Programs of other versions of Node.js, as the environment names them, and the one that runs this. */
const nodes = new Map(
  [...(process.env.TWINHAUS_NODES ?? '').split(':'), process.execPath]
    .filter((program) => program !== '' && existsSync(program))
    .map((program) => [/^v(\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout)?.[1], program]),
);

describe('the bridge, packed and installed alone', () => {
  const folder = temporaryFolder();
  let buildings: TwoBuildings;
  const program = join(folder.path, 'node_modules', 'twinhaus-bridge', 'dist', 'twinhaus-bridge.js');

  before(async () => {
    const { stdout } = await npm(['pack', '--ignore-scripts', '--pack-destination', folder.path], join(ROOT, 'bridge'));
    await npm(
      ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder.path, `./${stdout.trim()}`],
      folder.path,
    );
    buildings = await startTwoBuildings();
  });
  after(async () => {
    await buildings?.stop();
    folder.remove();
  });

  test('is one file with its licences, and brings nothing along', () => {
    const installed = join(folder.path, 'node_modules', 'twinhaus-bridge');
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

    assert.deepEqual(files.map(({ name }) => name).sort(), [
      'LICENSE',
      'README.md',
      'licences-of-others.txt',
      'package.json',
      'twinhaus-bridge.js',
    ]);
    assert.deepEqual(
      readdirSync(join(folder.path, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['twinhaus-bridge'],
    );
    assert.equal(readFileSync(join(installed, 'LICENSE'), 'utf8'), readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
    assert.match(
      readFileSync(join(installed, 'dist', 'licences-of-others.txt'), 'utf8'),
      /@modelcontextprotocol\/sdk [\s\S]*zod /,
    );
  });

  test('is a command', () => {
    const { stdout } = spawnSync(join(folder.path, 'node_modules', '.bin', 'twinhaus-bridge'), ['--version'], {
      encoding: 'utf8',
    });
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });

  for (const version of ['18', '20', '22', '24']) {
    const node = nodes.get(version);
    const skip = node === undefined && `needs Node.js ${version}, named in TWINHAUS_NODES`;
    test(`visits two real controllers under Node.js ${version}`, { skip }, async () => {
      const home = makeHome(buildings.content);
      const bridge = await startBridge({ home, command: [node ?? '', program] });

      await visitBoth(bridge, buildings, home);

      assert.equal(await bridge.stop(), 0);
      home.remove();
    });

    test(`opens its setup page under Node.js ${version}`, { skip }, async () => {
      const home = makeHome();
      const bridge = await startBridge({ home, command: [node ?? '', program] });
      const { structuredContent } = await bridge.call('controller_setup');

      const answer = await fetch(String(structuredContent?.address));

      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /Add a controller/);
      assert.equal(spawnSync(node ?? '', [program, '--stup'], { env: environmentOf(home) }).status, 2);
      await bridge.stop();
      home.remove();
    });
  }
});
