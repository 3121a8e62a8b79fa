import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startServe, temporaryFolder, until } from '../property-tests/fixtures.ts';
import { send } from '../property-tests/http-client.ts';

const HOUSE = `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
mqtt: { url: "mqtt://127.0.0.1:1", user: broker, username: hall, password: { file: broker-password } }
components: [{ cid: C1, type: switch, name: Light, bus: simulator }]
`;

test('a controller whose secret for its broker is missing runs, and is shown there once it has it', async (context) => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'controller.yaml');
  writeFileSync(file, HOUSE);
  const running = await startServe(file);
  context.after(async () => {
    await running.kill();
    folder.remove();
  });

  assert.equal((await send(`${running.http}/health/ready`)).status, 200);
  assert.match(
    running.log(),
    /^mqtt\.password: .*broker-password cannot be read \(ENOENT\).*; nothing is shown on the broker until/,
  );
  running.process.kill('SIGHUP');
  await until(() => running.log().includes('nothing has changed'), 'it is still missed', 30_000);
  assert.match(running.log(), /configuration again: mqtt\.password: .*broker-password cannot be read/);
  writeFileSync(join(folder.path, 'broker-password'), 'a long enough one\n');
  running.process.kill('SIGHUP');
  await until(() => running.log().includes('mqtt: cannot reach mqtt://127.0.0.1:1'), 'it goes there', 30_000);
});
