import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { firstValueFrom } from 'rxjs';
import { defineBus } from '../../hardware/bus.ts';
import { temporaryFolder } from '../../property-tests/fixtures.ts';
import { SystemClock } from '../../twin/index.ts';
import { logOf } from '../log.ts';
import { openBuses } from './open-buses.ts';
import { readConfiguration } from './read-configuration.ts';
import { Secrets } from './secrets.ts';

const EMPTY = 'name: x\ntimeZone: UTC\nplace: { latitude: 0, longitude: 0 }\ndata: d\ncomponents: []\n';

/** A bus that cannot be opened, and tells its secrets. */
const talkative = defineBus({
  type: 'talkative',
  means: 'A bus.',
  settings: Type.Any(),
  address: Type.Any(),
  open({ settings, secret, say }) {
    const text = secret(settings.password);
    say(`I know ${text}`);
    throw new Error(`${encodeURIComponent(text)} was not accepted`);
  },
});

const open = async (context: TestContext, password: { env: string } | { file: string }) => {
  const folder = temporaryFolder();
  context.after(() => folder.remove());
  writeFileSync(join(folder.path, 'password.txt'), 'hush / hush\n');
  const configuration = await readConfiguration(join(folder.path, 'controller.yaml'), EMPTY);
  const secrets = new Secrets(configuration.folder);
  const lines: string[] = [];
  const log = logOf(({ level, part, message }) => lines.push(`${level} ${part} ${secrets.hide(message)}`), false);
  const buses = [{ name: 'meters', type: talkative, settings: { password }, points: [] }];
  const bus = openBuses({ ...configuration, buses }, { clock: new SystemClock(), secrets, log })('meters');
  return { bus, lines };
};

describe('a bus of a configuration', () => {
  test('that cannot be opened is down, says why without its secrets, and takes nothing else with it', async (context) => {
    const { bus, lines } = await open(context, { file: 'password.txt' });

    assert.deepEqual(lines, ['info meters I know ***', 'error meters could not open the bus: *** was not accepted']);
    assert.deepEqual(await firstValueFrom(bus.link), { cid: null, up: false });
    const outcome = await firstValueFrom(bus.write({ cid: 'C1', property: 'state' }, 1, { by: 'device' }));
    assert.deepEqual(outcome, { ok: false, reason: 'meters could not be opened' });
  });

  for (const [what, password, says] of [
    ['a variable that is not set', { env: 'TWINHAUS_NO_SUCH_VARIABLE' }, /TWINHAUS_NO_SUCH_VARIABLE is not set/],
    ['a file that is not there', { file: 'nowhere' }, /\/nowhere cannot be read \(ENOENT\)/],
  ] as const) {
    test(`whose secret is in ${what} says where it was looked for`, async (context) => {
      const { lines } = await open(context, password);

      assert.match(lines.join('\n'), says);
    });
  }
});
