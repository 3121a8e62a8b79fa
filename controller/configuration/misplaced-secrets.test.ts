import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigurationFault } from './configuration.ts';
import { readConfiguration } from './read-configuration.ts';

const HOUSE = `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
components: []
`;

/** What somebody wrote into the file that must not stand there, and so not in a log either. */
const TABLE: readonly (readonly [name: string, line: string])[] = [
  ['the password of the administrator', 'administrator: { password: hunter2 }'],
  ['a password for the broker', 'mqtt: { url: "mqtt://x", user: a, password: { text: hunter2 } }'],
  ['a password in the address of the broker', 'mqtt: { url: "mqtt://a:hunter2@x", user: a }'],
  ['a password of a bus', 'buses: { b: { type: mqtt, url: "mqtt://x", password: [hunter2] } }'],
  ['a password in the address of a bus', 'buses: { b: { type: mqtt, url: "mqtt://hunter2@x" } }'],
  ['a password in a section that became a list', 'mqtt: [{ password: hunter2 }]'],
];

for (const [name, line] of TABLE) {
  test(`${name} is refused, and told to nobody`, async () => {
    await assert.rejects(readConfiguration('/etc/c.yaml', HOUSE + line), (error) => {
      assert.ok(error instanceof ConfigurationFault, String(error));
      assert.equal(
        error.lines.find((each) => each.includes('hunter2')),
        undefined,
      );
      return true;
    });
  });
}
