import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Plan, projectFile, projectFiles, zipped } from '../../../property-tests/ets-project.ts';
import { faultOf } from '../../../property-tests/planned-house.ts';
import { readProjectFile } from './read-project-file.ts';

describe('the program of a device', () => {
  const PROGRAM = 'M-0002_A-A066-14-550B';
  const planned = (attributes: string, address: { readonly type?: string }, own = {}): Plan => ({
    addresses: [{ group: 2563, name: 'Licht', ...address }],
    devices: [{ program: PROGRAM, objects: [{ ref: 'O-1_R-1', links: [0], ...own }] }],
    programs: { [PROGRAM]: [{ ref: 'O-1_R-1', attributes }] },
  });
  const FLAGS = 'ReadFlag="Enabled" WriteFlag="Disabled" TransmitFlag="Enabled"';
  const addressOf = async (plan: Plan, schema: number) =>
    (await readProjectFile(await projectFile(plan, schema))).addresses[0];

  for (const schema of [11, 20, 23]) {
    test(`says what its objects do, whatever type their addresses have, in format ${schema}`, async () => {
      const address = await addressOf(planned(FLAGS, { type: 'DPST-1-1' }), schema);
      const changed = await addressOf(
        planned(FLAGS, { type: 'DPST-1-1' }, { flags: 'WriteFlag="Enabled" ReadFlag="Disabled"' }),
        schema,
      );

      assert.deepEqual(address?.types, ['1.001']);
      assert.deepEqual(address?.objects[0]?.flags, { read: true, write: false, transmit: true });
      assert.deepEqual(changed?.objects[0]?.flags, { read: false, write: true, transmit: true });
    });
  }

  test('has objects whose size says the main number of a type, if nothing else does', async () => {
    const typesOf = async (attributes: string, own = {}) => (await addressOf(planned(attributes, {}, own), 20))?.types;

    assert.deepEqual(await typesOf('ObjectSize="1 Bit"'), ['1']);
    assert.deepEqual(await typesOf('ObjectSize="2 Bit"'), ['2']);
    assert.deepEqual(await typesOf('ObjectSize="4 Bit"'), ['3']);
    assert.deepEqual(await typesOf('ObjectSize="1 Byte"'), []);
    assert.deepEqual(await typesOf('ObjectSize="constructor"'), []);
    assert.deepEqual(await typesOf('ObjectSize="1 Bit" DatapointType="DPST-1-8"'), ['1.008']);
    assert.deepEqual(await typesOf('ObjectSize="1 Bit"', { type: 'DPST-1-7' }), ['1.007']);
  });

  test('is read no further than its objects', async () => {
    const files = new Map(projectFiles(planned(FLAGS, {}), 20));
    const name = `M-0002/${PROGRAM}.xml`;
    const end = '</ComObjectRefs>';
    files.set(name, files.get(name)?.replace(end, `${end}${' '.repeat(2_000_000)}<damaged`) ?? '');
    const { addresses, doubts } = await readProjectFile(await zipped(files));

    assert.deepEqual(addresses[0]?.objects[0]?.flags, { read: true, write: false, transmit: true });
    assert.deepEqual(doubts, []);
  });

  test('that cannot be read is doubted, unless the type of an address is in it', async () => {
    const withProgram = (plan: Plan) => {
      const files = new Map(projectFiles(plan, 20));
      files.set(`M-0002/${PROGRAM}.xml`, '<KNX>');
      return zipped(files);
    };
    const { addresses, doubts } = await readProjectFile(await withProgram(planned(FLAGS, { type: 'DPST-1-1' })));

    assert.deepEqual([addresses.length, doubts.length], [1, 1]);
    assert.match(doubts[0] ?? '', /^names alone tell what takes commands of one kind .* is damaged: M-0002\/M-0002_A/);
    assert.match((await faultOf(await withProgram(planned(FLAGS, {})))).message, /is damaged: M-0002\/M-0002_A/);
  });
});
