import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  type AssistantClient,
  type AssistantHouse,
  assistantHouse,
  settled,
} from '../../../property-tests/assistant-house.ts';

const TOOLS = 'notifications/tools/list_changed';
const PROMPTS = 'notifications/prompts/list_changed';
const RESOURCES = 'notifications/resources/list_changed';

describe('what an assistant is told of its lists', () => {
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

  const tools = async () => (await client.client.listTools()).tools.map(({ name }) => name);
  const prompts = async () => (await client.client.listPrompts()).prompts.map(({ name }) => name);
  const resources = async () => (await client.client.listResources()).resources.map(({ uri }) => uri);

  test('at the beginning it learns what the server is, can do, and how the house works', () => {
    assert.deepEqual(client.client.getServerVersion(), {
      ...{ name: 'service-mcp', title: 'Family home', version: '1.2.3' },
    });
    assert.deepEqual(client.client.getServerCapabilities(), {
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    });
    const instructions = client.client.getInstructions() ?? '';
    for (const word of [
      'component',
      'value',
      'content',
      'lastUpdate',
      'zone',
      'scene',
      'automation',
      'skill',
      'cause',
    ]) {
      assert.match(instructions, new RegExp(`\\b${word}\\b`));
    }
    assert.match(instructions, /does not mean that the device has switched/);
    assert.ok(instructions.length < 5_000, `${instructions.length}`);
  });

  test('the skill automations takes its tools and prompts away, and brings them back', async () => {
    const before = [await tools(), await prompts()];
    await house.call('setSkill', { id: 'automations', enabled: false });
    await settled();

    assert.deepEqual(client.methods(), [TOOLS, PROMPTS]);
    assert.equal(
      (await tools()).some((name) => name.startsWith('automation')),
      false,
    );
    assert.equal(
      (await prompts()).some((name) => name.startsWith('automation')),
      false,
    );
    const fault = await client.fault('automation_list');
    assert.equal(fault.code, 117);
    assert.match(fault.message, /automations/);

    await house.networkPasses(1);
    await house.call('setSkill', { id: 'automations', enabled: true });
    await settled();
    assert.deepEqual([await tools(), await prompts()], before);
    assert.deepEqual(client.methods(), [TOOLS, PROMPTS, TOOLS, PROMPTS]);
  });

  test('a token that may read only has no tools that write, and they are refused', async () => {
    house.setReadOnly(true);
    client.assistant.look();
    await settled();

    assert.deepEqual(client.methods(), [TOOLS, PROMPTS]);
    const listed = (await client.client.listTools()).tools;
    assert.equal(
      listed.every(({ annotations }) => annotations?.readOnlyHint === true),
      true,
    );
    assert.ok(listed.length >= 10);
    assert.equal((await prompts()).includes('scene_draft'), false);
    house.asked.length = 0;
    for (const name of ['component_set', 'scene_run', 'scene_create', 'automation_run', 'skill_switch']) {
      assert.equal((await client.fault(name, {})).code, 117);
    }
    assert.deepEqual(house.asked, []);
    assert.equal((await client.tool('system_status')).readOnly, true);
  });

  test('rooms and scenes that come, go or are renamed change the list of resources, and nothing else does', async () => {
    const { id } = (await house.call('addRoom', { name: 'Attic' })) as { id: number };
    await settled();
    assert.deepEqual(client.methods(), [RESOURCES]);
    assert.ok((await resources()).includes(`service://rooms/${id}`));

    await house.networkPasses(1);
    await house.call('setRoom', { id, zones: [2] });
    await house.call('setScene', { id: 4, steps: [] });
    await house.call('setComponent', { cid: 'C1', name: 'Ceiling' });
    await settled();
    await house.networkPasses(2);
    assert.deepEqual(client.methods(), [RESOURCES]);

    await house.call('setScene', { id: 4, name: 'Supper' });
    await settled();
    await house.networkPasses(1);
    await house.call('removeRoom', { id });
    await settled();
    assert.deepEqual(client.methods(), [RESOURCES, RESOURCES, RESOURCES]);
  });

  test('many changes at once are told together, at most once a second', async () => {
    for (let number = 0; number < 20; number += 1) await house.call('addRoom', { name: `Cell ${number}` });
    await settled();
    assert.equal(client.methods().length, 1);

    await house.networkPasses(1);
    assert.equal(client.methods().length, 2);
    await house.networkPasses(5);
    assert.equal(client.methods().length, 2);
  });

  test('a look that finds nothing new tells nothing', async () => {
    client.assistant.look();
    await settled();
    await house.networkPasses(2);

    assert.deepEqual(client.methods(), []);
  });

  test('a session that has ended hears of nothing, and others of everything', async () => {
    const other = await house.connect();
    await settled();
    client.assistant.close();
    await house.call('addRoom', { name: 'Attic' });
    await settled();

    assert.deepEqual([client.methods(), other.methods()], [[], [RESOURCES]]);
    const { rooms } = (await other.tool('room_list', { query: 'attic' })) as { rooms: readonly unknown[] };
    assert.equal(rooms.length, 1);
    await other.close();
  });

  test('what changed while nobody was there is known to who comes next', async () => {
    await client.tool('room_list');
    client.assistant.close();
    await house.call('addRoom', { name: 'Attic' });
    const other = await house.connect();

    assert.equal((await other.tool('room_list', { query: 'attic' })).total, 1);
    await other.close();
  });
});
