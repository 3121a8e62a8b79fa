import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { noKnxd } from '../property-tests/knxd.ts';
import { noNetworks, TwoNetworks } from '../property-tests/two-networks.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const main = (...args: readonly string[]) => [
  '--import',
  'tsx',
  '--eval',
  `import('./controller/main.ts').then(({ main }) => main(${JSON.stringify(args)}))`,
];

describe('twinhaus discover', { skip: noKnxd || noNetworks }, () => {
  test('finds a gateway by multicast from one machine to another', async (context) => {
    const networks = new TwoNetworks();
    const folder = mkdtempSync(join(tmpdir(), 'discover-'));
    context.after(() => {
      networks.end();
      rmSync(folder, { recursive: true });
    });
    const options = ['-e', '1.0.1', '-E', '1.0.2:8', '-u', join(folder, 'k.sock'), '-n', 'cellar', '-D', '-T'];
    networks.startThere('knxd', [...options, '-I', networks.cableThere, '-S', '-b', 'dummy:']);

    let printed = '';
    for (let tries = 0; tries < 5 && printed === ''; tries += 1) {
      printed = await networks.runHere(process.execPath, main('discover', 'knx', '--json'), ROOT);
    }
    const { host, port, name, address, hasTunnels } = JSON.parse(printed);
    assert.deepEqual([host, port, name, address, hasTunnels], [networks.there, 3_671, 'cellar', '1.0.1', true]);
  });
});
