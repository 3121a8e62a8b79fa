import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EmptyResultSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { type AssistantClient, type AssistantHouse, assistantHouse } from '../../../property-tests/assistant-house.ts';

describe('a tool that does not do what it was asked for says why', () => {
  let house: AssistantHouse;
  let client: AssistantClient;
  before(async () => {
    house = await assistantHouse((written) => ({
      ...written,
      components: written.components.map((one) => (one.cid === 'C8' ? { ...one, name: 'Television' } : one)),
    }));
    client = await house.connect();
  });
  after(async () => {
    await client.close();
    house.close();
  });

  test('with the nearest names of a room that is not there', async () => {
    assert.deepEqual(await client.fault('component_find', { room: 'Kitchn' }), {
      code: 112,
      message: "no room 'Kitchn'; did you mean Kitchen?",
      field: 'room',
      nearest: ['Kitchen'],
    });
  });

  for (const [tool, input, code, says] of [
    ['component_get_by_id', { cid: 'C4711' }, 112, /no component 'C4711'/],
    ['component_find', { zone: 'Grund floor' }, 112, /did you mean Ground floor/],
    ['component_find', { category: 'lightning' }, 112, /did you mean lighting/],
    ['component_find', { type: 'dimer' }, 112, /did you mean dimmer/],
    ['component_changes', { since: 'yesterday' }, 106, /since: write it like 2026-03-04T/],
    ['component_changes', { component: 'C1', property: 'brightness' }, 112, /it has state/],
    ['scene_run', { scene: 'Diner' }, 112, /did you mean Dinner/],
    ['scene_run', { scene: 99 }, 112, /no scene with id 99/],
    ['scene_list', { scene: 'Fim night' }, 112, /did you mean Film night/],
    ['scene_stop', { scene: 99 }, 112, /no scene/],
    ['scene_create', { name: 'x' }, 106, /either from steps or with capture/],
    ['scene_create', { name: 'x', capture: [] }, 106, /name the components or the rooms/],
    ['scene_create', { name: 'x', rooms: ['Atic'], steps: [] }, 112, /no room 'Atic'/],
    ['scene_create', { name: 'x', steps: [{ component: 'C1', property: 'state' }] }, 106, /steps.0: a step is/],
    [
      'scene_create',
      { name: 'x', steps: [{ component: 'C1', property: 'state', value: 'on' }] },
      106,
      /did you mean true/,
    ],
    ['scene_create', { name: '', steps: [] }, 106, /name/],
    ['automation_run', { automation: 'Morning blind' }, 112, /did you mean Morning blinds/],
    ['automation_traces', { automation: 99 }, 112, /no automation with id 99/],
    ['automation_create', { name: 'x', triggers: [{ when: 'rain' }], actions: [] }, 106, /triggers\[0\]/],
    ['skill_switch', { skill: 'automation', enabled: false }, 112, /did you mean automations/],
  ] as const) {
    test(`${tool} ${JSON.stringify(input)} is refused with ${code} and ${says}`, async () => {
      const fault = await client.fault(tool, input);

      assert.equal(fault.code, code);
      assert.match(fault.message, says);
    });
  }

  for (const [value, component, property, says] of [
    ['on', 'C1', 'state', 'state takes true or false, not "on"; did you mean true?'],
    [1, 'C1', 'state', 'state takes true or false, not 1; did you mean true?'],
    [
      '50 %',
      'C7',
      'brightness',
      'brightness takes a number from 0 to 100 (in %) in steps of 0.5, not "50 %"; did you mean 50?',
    ],
    [
      '21,5',
      'C13',
      'setpoint',
      'setpoint takes a number from 5 to 30 (in °C) in steps of 0.5, not "21,5"; did you mean 21.5?',
    ],
    [99, 'C13', 'setpoint', 'setpoint takes a number from 5 to 30 (in °C) in steps of 0.5, not 99'],
    ['confort', 'C13', 'mode', 'mode takes one of off, comfort, economy, not "confort"; did you mean "comfort"?'],
  ] as const) {
    test(`${JSON.stringify(value)} is not taken for the ${property} of ${component}, and nothing is sent`, async () => {
      house.asked.length = 0;
      const fault = await client.fault('component_set', { component, property, value });

      assert.deepEqual(fault, { code: 106, message: says, field: 'value' });
      assert.equal(house.asked.includes('componentUpdate'), false);
    });
  }

  test('what can only be read is not set, and a property that is not there has the ones that are', async () => {
    const reading = await client.fault('component_set', { component: 'C13', property: 'temperature', value: 20 });
    const wrong = await client.fault('component_set', { component: 'C13', property: 'setpiont', value: 20 });
    const nothing = await client.fault('component_set', { component: 'C94', property: 'temperature', value: 20 });

    assert.match(
      reading.message,
      /temperature of Living room thermostat can only be read; what can be set: setpoint, mode/,
    );
    assert.deepEqual([wrong.code, wrong.nearest], [112, ['setpoint']]);
    assert.match(nothing.message, /nothing of it can be set/);
  });

  test('a name that two components have is answered with both', async () => {
    const fault = await client.fault('component_set', { component: 'television', property: 'state', value: true });

    assert.equal(fault.message, "2 are called 'television': give the cid, one of C8, C9");
  });

  test('an input that does not fit the schema is answered with its field', async () => {
    const wrong = await client.fault('component_find', { limit: 'many' });
    const foreign = await client.fault('component_find', { rom: 'Kitchen' });
    const missing = await client.fault('component_set', { component: 'C1', property: 'state' });

    assert.deepEqual([wrong.code, wrong.field], [106, 'limit']);
    assert.match(foreign.message, /rom: unexpected property; there are query, room/);
    assert.deepEqual([missing.code, missing.field], [106, 'value']);
  });

  test('a tool that does not exist is an error of the protocol', async () => {
    await assert.rejects(client.client.callTool({ name: 'house_burn', arguments: {} }), (error) => {
      assert.ok(error instanceof McpError);
      assert.deepEqual([error.code, error.message], [-32602, 'MCP error -32602: Unknown tool: house_burn']);
      return true;
    });
  });

  test('the skill mcp is not switched off through itself', async () => {
    const fault = await client.fault('skill_switch', { skill: 'mcp', enabled: false });

    assert.equal(fault.code, 117);
  });

  test('nothing of this was a fault of ours', () => {
    assert.deepEqual([client.faults, house.problems], [[], []]);
  });

  for (const [method, params, names] of [
    ['tools/call', {}, 'name: '],
    ['tools/call', { name: 'component_find', arguments: [] }, 'arguments: '],
    ['resources/read', {}, 'uri: '],
    ['prompts/get', { name: 5 }, 'name: '],
    ['logging/setLevel', { level: 'loud' }, 'level: '],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'cold_explain' } }, 'argument: '],
    ['tools/call', undefined, 'params: '],
  ] as const) {
    test(`${method} with ${JSON.stringify(params)} has invalid parameters, and which`, async () => {
      await assert.rejects(
        client.client.request({ method, ...(params && { params }) }, EmptyResultSchema),
        (error: McpError) => {
          assert.equal(error.code, -32602);
          assert.ok(error.message.startsWith(`MCP error -32602: Invalid parameters: ${names}`), error.message);
          return true;
        },
      );
    });
  }

  test('a method that nobody knows is none', async () => {
    await assert.rejects(
      client.client.request({ method: 'rooms/paint' }, EmptyResultSchema),
      /MCP error -32601: Method not found/,
    );
  });
});
