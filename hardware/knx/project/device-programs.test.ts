import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Plan, projectFile, projectFiles, zipped } from '../../../property-tests/ets-project.ts';
import { faultOf } from '../../../property-tests/planned-house.ts';
import { Archive, budgetOf } from './archive.ts';
import { readDevicePrograms } from './device-programs.ts';
import type { LinkedObject } from './installation-reader.ts';
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

  for (const [what, file, damaged] of [
    ['', `M-0002/${PROGRAM}.xml`, '<KNX>'],
    [' for damage of the list of its hardware', 'M-0002/Hardware.xml', '<KNX><a'],
    [' for wrong letters in the list of its hardware', 'M-0002/Hardware.xml', Uint8Array.of(0x3c, 0xff, 0xff)],
  ] as const) {
    test(`that cannot be read${what} is doubted, unless the type of an address is in it`, async () => {
      const withDamage = (plan: Plan) => {
        const files = new Map<string, string | Uint8Array>(projectFiles(plan, 20));
        files.set(file, damaged);
        return zipped(files);
      };
      const { addresses, doubts } = await readProjectFile(await withDamage(planned(FLAGS, { type: 'DPST-1-1' })));

      assert.deepEqual([addresses.length, doubts.length], [1, 1]);
      assert.match(
        doubts[0] ?? '',
        /^names alone tell what takes commands of some of its devices, since it is damaged: /,
      );
      assert.ok(doubts[0]?.includes(file), doubts[0]);
      const { message } = await faultOf(await withDamage(planned(FLAGS, {})));
      assert.ok(message.includes(`is damaged: ${file}`), message);
    });
  }

  test('is asked for a reference in no time, however long that is', async () => {
    const plan = planned(FLAGS, { type: 'DPST-1-1' });
    const bytes = await projectFile(
      { ...plan, devices: [{ program: PROGRAM, objects: [{ ref: `${'O-'.repeat(40_000)}_x`, links: [0] }] }] },
      20,
    );
    const before = performance.now();
    const { addresses } = await readProjectFile(bytes);
    const took = performance.now() - before;

    assert.deepEqual(addresses[0]?.objects[0]?.flags, {});
    assert.ok(took < 5000, `${took} ms`);
  });

  test('that the type of an address is in is read first', async (context) => {
    const other = 'M-0002_A-B0B0-01-0001';
    const object = { ref: 'O-1_R-1', attributes: 'DatapointType="DPST-1-1"' };
    const files = projectFiles({ addresses: [], programs: { [other]: [object], [PROGRAM]: [object] } }, 20);
    const linked = (program: string): LinkedObject => ({
      device: program,
      hardware: `${program}_HP`,
      ref: 'O-1_R-1',
      row: { types: [], flags: {}, size: '' },
      links: ['GA-1'],
    });
    const hardware = [other, PROGRAM].map(
      (program) =>
        `<Hardware2Program Id="${program}_HP"><ApplicationProgramRef RefId="${program}" /></Hardware2Program>`,
    );
    const archive = await Archive.open(
      await zipped(new Map([...files, ['M-0002/Hardware.xml', `<KNX>${hardware.join('')}</KNX>`]])),
      budgetOf(),
    );
    const { mock } = context.mock.method(archive, 'read');
    const needed = linked(PROGRAM);
    await readDevicePrograms(archive, [linked(other), needed], new Set([needed]));

    assert.deepEqual(
      mock.calls.map(({ arguments: [name] }) => name),
      ['M-0002/Hardware.xml', `M-0002/${PROGRAM}.xml`, `M-0002/${other}.xml`],
    );
  });
});
