import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type RunningSandbox, startSandbox, until } from '../fixtures.ts';
import { as, call, control } from '../http-client.ts';
import { connectMcp, type McpClient } from '../mcp-client.ts';

/** For each tool an input that fits the family home, and what its answer shows. */
const TRIALS: Readonly<Record<string, readonly [input: Record<string, unknown>, shows: RegExp]>> = {
  component_find: [{ room: 'Kitchen', type: 'dimmer' }, /"cid":"C25"/],
  component_get_by_id: [{ cid: 'C7' }, /"Living room ceiling light"/],
  component_set: [{ component: 'C1', property: 'state', value: true }, /"confirmed":true/],
  component_changes: [{ component: 'C1', property: 'state' }, /"by":"user","user":".*Sandbox/],
  room_list: [{}, /15 of 15/],
  zone_list: [{}, /"Bedrooms"/],
  scene_list: [{ scene: 'Dinner' }, /"Dining room blind"/],
  scene_run: [{ scene: 'Dinner' }, /"finished":true/],
  scene_stop: [{ scene: 'Dinner' }, /"id":4/],
  scene_create: [{ name: 'As it is', capture: ['C1'] }, /"steps":1/],
  automation_list: [{}, /"Morning blinds"/],
  automation_run: [{ automation: 'Night setback', dryRun: true }, /would be sent/],
  automation_create: [
    { name: 'Try', triggers: [{ when: 'start' }], actions: [{ do: 'wait', seconds: 1 }] },
    /"enabled":false/,
  ],
  automation_switch: [{ automation: 'Try', enabled: true }, /"before":false,"enabled":true/],
  automation_traces: [{ automation: 'Try' }, /"runs":\[\]/],
  skill_list: [{}, /"automations"/],
  skill_switch: [{ skill: 'history', enabled: true }, /"before":true/],
  system_status: [{}, /"components":95/],
  user_list: [{}, /"resident"/],
};

describe('the tools of a running sandbox over HTTP', () => {
  let sandbox: RunningSandbox;
  let mcp: McpClient;
  before(async () => {
    sandbox = await startSandbox(['--speed', '1']);
    mcp = await connectMcp(sandbox.http);
    // From now on the library checks every answer against the schema of its tool.
    const { tools } = await mcp.client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(TRIALS).sort());
  });
  after(async () => {
    await mcp.close();
    await sandbox.stop();
  });

  for (const [name, [input, shows]] of Object.entries(TRIALS)) {
    test(`${name} answers what its schema says`, async () => {
      assert.match(JSON.stringify(await mcp.tool(name, input)), shows);
    });
  }

  test('the journal names the token for what a tool has done', async () => {
    const { tool } = mcp;
    const { changes } = await tool('component_changes', { component: 'C1', property: 'state' });

    assert.match(JSON.stringify(changes), /"call":"componentUpdate"/);
  });

  test('a change in the house is told to who subscribes, and lists that change to everybody', async () => {
    await mcp.client.subscribeResource({ uri: 'service://components/C3' });
    await control(sandbox.http, '/devices', { cid: 'C3', property: 'open', content: 1 });
    await until(() => mcp.heard.includes('notifications/resources/updated'), 'the update');
    await call(sandbox.http, 'addRoom', { name: 'Attic' }, { headers: as('admin') });
    await until(() => mcp.heard.includes('notifications/resources/list_changed'), 'the change of the list');
    await call(sandbox.http, 'setSkill', { id: 'automations', enabled: false }, { headers: as('admin') });
    await until(() => mcp.heard.includes('notifications/tools/list_changed'), 'the change of the tools');
    await until(() => mcp.heard.includes('notifications/prompts/list_changed'), 'the change of the prompts');

    assert.equal((await mcp.client.listTools()).tools.length, 14);
    await call(sandbox.http, 'setSkill', { id: 'automations', enabled: true }, { headers: as('admin') });
  });

  test('prompts, resources and completions are there as well', async () => {
    const { messages } = await mcp.client.getPrompt({ name: 'cold_explain', arguments: { room: 'Kitchen' } });
    const { completion } = await mcp.client.complete({
      ref: { type: 'ref/prompt', name: 'cold_explain' },
      argument: { name: 'room', value: 'kit' },
    });

    assert.ok(messages.length >= 2);
    assert.deepEqual(completion.values, ['Kitchen']);
    assert.equal((await mcp.read('service://scenes/4')).name, 'Dinner');
  });
});
