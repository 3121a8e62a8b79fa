import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../property-tests/fixtures.ts';

const WRONG: readonly (readonly [typed: string, says: RegExp])[] = [
  ['', /name a command/],
  ['srve', /did you mean serve\?/],
  ['serve', /name the configuration/],
  ['serve controller.yaml', /unexpected controller\.yaml/],
  ['serve --config nowhere.yaml', /there is no such file/],
  ['check', /name a configuration/],
  ['discover', /twinhaus discover knx/],
  ['discover knx modbus', /unexpected modbus/],
  ['discover knx --gateway 10.0.0.1:99999', /is no gateway; write HOST or HOST:PORT/],
  ['discover knx --gateway nowhere.invalid', /--gateway: nowhere\.invalid cannot be asked: getaddrinfo/],
  ['import', /import knx\|modbus\|zigbee2mqtt FILE/],
  ['import knx', /name a project/],
  ['import knx a.knxproj b.knxproj', /unexpected b\.knxproj/],
  ['import modbus /dev/zero', /\/dev\/zero: is larger than \d+ bytes/],
  ['import zigbee2mqtt', /name one source/],
  ['backup', /name one file/],
  ['backup house.tar.gz', /name the data folder/],
  ['backup house.tar.gz --data here --config there', /once: --data or --config/],
  ['restore house.tar.gz', /name the data folder/],
  ['restore house.tar.gz --data here --config there', /once: --data or --config/],
  ['sandbox house', /unexpected house/],
  ['scenario', /scenario check FILE…, scenario list/],
  ['scenario generate many', /many is no whole number/],
  ['bridge now', /takes no operand/],
  ['conformance', /name the controller/],
];

for (const [typed, says] of WRONG) {
  test(`"twinhaus ${typed}" is answered in one line that says how to write it, with exit status 2`, async () => {
    const { status, stdout, stderr } = await run(typed === '' ? [] : typed.split(' '));

    assert.equal(status, 2, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /^[^\n]+\n$/);
    assert.match(stderr, says);
  });
}
