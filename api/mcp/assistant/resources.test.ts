import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  type AssistantClient,
  type AssistantHouse,
  assistantHouse,
  settled,
} from '../../../property-tests/assistant-house.ts';

const UPDATED = 'notifications/resources/updated';

describe('the resources of an assistant', () => {
  let house: AssistantHouse;
  let client: AssistantClient;
  beforeEach(async () => {
    house = await assistantHouse();
    client = await house.connect();
    await settled();
  });
  afterEach(async () => {
    await client.close();
    house.close();
  });

  const read = async (uri: string) => {
    const { contents } = await client.client.readResource({ uri });
    const [content] = contents;
    assert.ok(contents.length === 1 && content && 'text' in content);
    assert.deepEqual([content.uri, content.mimeType], [uri, 'application/json']);
    return JSON.parse(content.text as string);
  };
  const updates = () => client.heard.filter(({ method }) => method === UPDATED).map(({ params }) => params.uri);
  const notFound = (uri: string) =>
    assert.rejects(client.client.readResource({ uri }), (error: { code?: number }) => error.code === -32002);

  test('are the three, one for each room and one for each scene; the others have templates', async () => {
    const { resources } = await client.client.listResources();
    const { resourceTemplates } = await client.client.listResourceTemplates();

    assert.deepEqual(
      resources.slice(0, 3).map(({ uri }) => uri),
      ['service://components/all', 'service://scenes/all', 'service://rooms/all'],
    );
    assert.equal(resources.length, 3 + 15 + 8);
    assert.deepEqual(
      resources.filter(({ uri }) => uri === 'service://rooms/4').map(({ name, title }) => [name, title]),
      [['Kitchen', 'Room Kitchen']],
    );
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['service://components/{cid}', 'service://scenes/{id}', 'service://rooms/{id}'],
    );
    for (const { uri } of resources) assert.equal(typeof (await read(uri)).time, 'string');
  });

  test('are read as JSON', async () => {
    assert.equal((await read('service://components/all')).components.length, 95);
    assert.equal((await read('service://components/all')).leftOut, '95 of 95; 1 has no room');
    assert.equal((await read('service://components/C13')).name, 'Living room thermostat');
    assert.equal((await read('service://scenes/5')).steps.length, 8);
    assert.equal((await read('service://rooms/4')).components.length, 11);
  });

  test('that are not there are answered with -32002', async () => {
    for (const uri of [
      'service://rooms/99',
      'service://components/4',
      'service://rooms/C1',
      'service://users/all',
      'x:',
    ]) {
      await notFound(uri);
    }
    await assert.rejects(client.client.subscribeResource({ uri: 'service://rooms/99' }), /Resource not found/);
  });

  test('come in pages where there are many, and a cursor that is none is refused', async () => {
    for (let number = 0; number < 200; number += 1) await house.call('addRoom', { name: `Cell ${number}` });
    const first = await client.client.listResources();
    assert.equal(first.resources.length, 200);
    const cursor = first.nextCursor ?? '';
    const second = await client.client.listResources({ cursor });

    assert.equal(second.resources.length, 26);
    assert.equal(second.nextCursor, undefined);
    await assert.rejects(client.client.listResources({ cursor: '-1' }), /Invalid cursor/);
  });

  test('tell who subscribes of changes, and nobody else', async () => {
    await client.client.subscribeResource({ uri: 'service://components/C1' });
    await client.client.subscribeResource({ uri: 'service://rooms/2' });
    house.press('C1', 'state', 1);
    house.press('C24', 'state', 1);
    await settled();
    assert.deepEqual(updates(), ['service://components/C1']);

    await house.networkPasses(1);
    house.press('C7', 'state', 1);
    await settled();
    await house.networkPasses(1);
    assert.deepEqual([...new Set(updates())], ['service://components/C1', 'service://rooms/2']);
  });

  test('tell of what changes often once a second, and the last change is never lost', async () => {
    await client.client.subscribeResource({ uri: 'service://components/C1' });
    for (let turn = 0; turn < 30; turn += 1) {
      house.press('C1', 'state', (turn % 2) as 0 | 1);
      await house.networkPasses(0.1);
    }
    assert.ok(updates().length >= 3 && updates().length <= 4, `${updates().length}`);
    const before = updates().length;
    await house.networkPasses(5);
    assert.ok(updates().length <= before + 1);
  });

  test('tell of a change that follows another one closely once the second is over', async () => {
    await client.client.subscribeResource({ uri: 'service://components/C1' });
    house.press('C1', 'state', 1);
    await settled();
    await house.networkPasses(0.5);
    house.press('C1', 'state', 0);
    await settled();
    assert.equal(updates().length, 1);

    await house.networkPasses(0.5);
    assert.equal(updates().length, 2);
  });

  test('say nothing any more once nobody subscribes', async () => {
    await client.client.subscribeResource({ uri: 'service://components/all' });
    await client.client.unsubscribeResource({ uri: 'service://components/all' });
    house.press('C1', 'state', 1);
    await house.networkPasses(2);

    assert.deepEqual(updates(), []);
    assert.equal(house.listeners(), 0);
  });

  test('tell of what the owner changes, in the old and the new room', async () => {
    for (const uri of ['service://rooms/1', 'service://rooms/4', 'service://rooms/5', 'service://scenes/4']) {
      await client.client.subscribeResource({ uri });
    }
    await house.call('setComponent', { cid: 'C1', rooms: [4] });
    await settled();
    assert.deepEqual([...updates()].sort(), ['service://rooms/1', 'service://rooms/4']);
    assert.equal((await read('service://rooms/4')).components.length, 12);

    await house.call('setScene', { id: 4, name: 'Supper' });
    await settled();
    assert.equal(updates().includes('service://scenes/4'), true);
    assert.equal(updates().includes('service://rooms/5'), false);
  });

  test('may be subscribed to 200 times in a session', async () => {
    for (let number = 0; number < 106; number += 1) await house.call('addRoom', { name: `Cell ${number}` });
    const { resources } = await client.client.listResources();
    for (let number = 1; number <= 95; number += 1) {
      await client.client.subscribeResource({ uri: `service://components/C${number}` });
    }
    for (const { uri } of resources.slice(0, 105)) await client.client.subscribeResource({ uri });

    await client.client.subscribeResource({ uri: 'service://components/C1' });
    await assert.rejects(client.client.subscribeResource({ uri: resources[105]?.uri ?? '' }), /at most 200/);
  });

  test('have no more text than 512 KiB, and say what they left out', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => ({
      ...{ cid: `C${1_000 + index}` as const, name: `Lamp ${index} ${'x'.repeat(80)}`, category: 'lighting' },
      ...{ type: 'switch', rooms: [1], backend: null },
    }));
    const large = await assistantHouse((written) => ({ ...written, components: [...written.components, ...many] }));
    const other = await large.connect();
    const { contents } = await other.client.readResource({ uri: 'service://components/all' });
    const [content] = contents;
    assert.ok(content && 'text' in content);
    const text = content.text as string;
    const { components, leftOut } = JSON.parse(text);
    await other.close();
    large.close();

    assert.ok(text.length > 500_000 && text.length < 530_000, `${text.length}`);
    assert.ok(components.length < 2_595);
    assert.match(leftOut, new RegExp(`^${components.length} of 2595;`));
  });
});
