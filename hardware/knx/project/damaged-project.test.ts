import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { projectFile, projectFiles, zipped } from '../../../property-tests/ets-project.ts';
import { faultOf, PLAN } from '../../../property-tests/planned-house.ts';
import { random } from '../../../twin/index.ts';
import { ProjectFault } from './project-fault.ts';
import { readProjectFile } from './read-project-file.ts';

describe('a file that is no good', () => {
  const withInstallation = async (xml: string) => {
    const files = new Map(projectFiles(PLAN, 20));
    files.set('P-0AB1/0.xml', xml);
    return faultOf(await zipped(files));
  };
  const knx = (inside: string) => `<KNX xmlns="http://knx.org/xml/project/20">\n${inside}</KNX>`;

  test('is refused with what it is', async () => {
    assert.match((await faultOf(Buffer.from('name: House'))).message, /is no ZIP archive, so no project of ETS/);
    const whole = await projectFile(PLAN, 20);
    assert.match(
      (await faultOf(whole.subarray(0, whole.length - 30))).message,
      /is damaged: it .* does not end as one/,
    );
    assert.match((await faultOf(await zipped(new Map([['a.txt', 'a']])))).message, /is a ZIP archive, but no project/);
    const two = new Map([
      ['P-0001/0.xml', ''],
      ['P-0002/0.xml', ''],
    ]);
    assert.match((await faultOf(await zipped(two))).message, /holds 2 projects \(P-0001, P-0002\)/);
    assert.match((await faultOf(await zipped(new Map([['P-0001/project.xml', '']])))).message, /has no installation/);
    assert.match((await faultOf(await projectFile(PLAN, 9))).message, /has the format 9 of an ETS before 4/);
    assert.match((await withInstallation('<KNX xmlns="urn:x"/>')).message, /is no project .*its format is "urn:x"/);
  });

  test('is damaged, and the line and column are named', async () => {
    assert.match(
      (await withInstallation(knx('<Project>\n<a b="1></a>'))).message,
      /is damaged: P-0AB1\/0\.xml:3:\d+: /,
    );
    assert.match((await withInstallation(knx('<Project>'))).message, /0\.xml:2:\d+: unexpected close tag/);
    assert.match((await withInstallation(knx('&harm;'))).message, /0\.xml:2:\d+: undefined entity/);
    const files = new Map<string, string | Uint8Array>(projectFiles(PLAN, 20));
    files.set('P-0AB1/0.xml', Uint8Array.of(0x3c, 0xff, 0xff));
    assert.match((await faultOf(await zipped(files))).message, /0\.xml is no UTF-8/);
  });

  test('cannot make us expand entities, or go deep', async () => {
    const laughs = '<!DOCTYPE KNX [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    assert.match((await withInstallation(`${laughs}${knx('<x n="&b;"/>')}`)).message, /undefined entity/);
    assert.match((await withInstallation(knx('<a>'.repeat(10_000)))).message, /too many elements inside one another/);
  });

  test('cannot fill the memory: what unpacks to more than the limit is left', async () => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    let pieces = 260;
    const bomb = new ReadableStream<Uint8Array>({
      start: (into) => into.enqueue(Buffer.from('<KNX xmlns="http://knx.org/xml/project/20">')),
      pull: (into) => {
        pieces -= 1;
        if (pieces < 0) into.close();
        else into.enqueue(piece);
      },
    });
    const files = new Map<string, string | ReadableStream<Uint8Array>>(projectFiles(PLAN, 20));
    files.set('P-0AB1/0.xml', bomb);
    const bytes = await zipped(files);

    assert.ok(bytes.length < 1024 * 1024, `${bytes.length} bytes`);
    assert.match((await faultOf(bytes)).message, /has too much in it: P-0AB1\/0\.xml grows beyond every limit/);
  });

  test('whatever bytes are wrong in it, is read or refused', async () => {
    const chance = random(7);
    for (const [schema, password] of [
      [20, undefined],
      [11, 'right'],
      [22, 'right'],
    ] as const) {
      const whole = await projectFile(PLAN, schema, password);
      for (let round = 0; round < 150; round += 1) {
        const bytes = Uint8Array.from(whole);
        for (let hits = chance.integer(1, 4); hits > 0; hits -= 1) {
          bytes[chance.integer(0, bytes.length - 1)] = chance.integer(0, 255);
        }
        const cut = chance.next() < 0.2 ? bytes.subarray(0, chance.integer(0, bytes.length)) : bytes;
        await readProjectFile(cut, password).catch((error: unknown) => {
          assert.ok(
            error instanceof ProjectFault,
            `schema ${schema}, round ${round}: ${String((error as Error).stack)}`,
          );
        });
      }
    }
  });
});
