import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  McpError,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type Home, makeHome, type RunningBridge, startBridge } from '../property-tests/bridge/bridge-process.ts';
import { type McpHouse, startMcpHouse } from '../property-tests/bridge/mcp-house.ts';

const TOKEN = 'secret-token';

describe('between an assistant and the house that is selected', () => {
  let house: McpHouse;
  let home: Home;
  let bridge: RunningBridge;

  before(async () => {
    house = await startMcpHouse({ name: 'home', tools: ['controller_list'] });
    home = makeHome({ controllers: [{ name: 'home', address: house.address, token: TOKEN }] });
    bridge = await startBridge({
      home,
      capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } },
      prepare(client) {
        client.setRequestHandler(CreateMessageRequestSchema, async () => ({
          model: 'm',
          role: 'assistant',
          content: { type: 'text', text: 'sampled' },
        }));
        client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'accept', content: { sure: true } }));
        client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: 'file:///garden' }] }));
      },
    });
  });
  after(async () => {
    await bridge.stop();
    await house.stop();
    home.remove();
  });

  test('the house introduces itself through the bridge', () => {
    assert.match(bridge.client.getInstructions() ?? '', /controller_select[\s\S]*Rooms of home\./);
    assert.deepEqual(bridge.client.getServerCapabilities()?.resources, { listChanged: true, subscribe: true });
  });

  test('its tools follow those of the bridge, as they are, and none takes the place of another', async () => {
    const { tools } = (await bridge.client.request({ method: 'tools/list' }, ResultSchema)) as {
      tools: { name: string }[];
    };

    assert.deepEqual(
      tools.map(({ name }) => name),
      [
        'controller_list',
        'controller_select',
        'controller_current',
        'controller_setup',
        'where',
        'slow',
        'ask',
        'fail',
        'wait',
      ],
    );
    assert.equal((tools[4] as { 'x-kept'?: string })['x-kept'], 'where');
    assert.match(bridge.log(), /tool controller_list is left out/);
  });

  test('a call and all of its answer', async () => {
    const result = await bridge.call('where', { deep: { er: [1] } });

    assert.deepEqual(result.structuredContent, { name: 'home', args: { deep: { er: [1] } } });
    assert.deepEqual(result._meta, { kept: true });
  });

  test('resources, templates, prompts and completions', async () => {
    const { client } = bridge;

    assert.equal((await client.listResources()).resources[0]?.name, 'rooms of home');
    assert.equal((await client.listResourceTemplates()).resourceTemplates[0]?.name, 'a room');
    assert.deepEqual((await client.readResource({ uri: 'service://rooms' })).contents, [
      { uri: 'service://rooms', text: 'home' },
    ]);
    assert.deepEqual((await client.listPrompts()).prompts, [{ name: 'report-home' }]);
    assert.equal((await client.getPrompt({ name: 'report-home' })).messages.length, 1);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'report-home' },
      argument: { name: 'room', value: 'h' },
    });
    assert.deepEqual(completion.values, ['home']);
  });

  test('an error stays the error that it was', async () => {
    const error = await bridge.call('fail').then(
      () => undefined,
      (caught: unknown) => caught,
    );

    assert.ok(error instanceof McpError);
    assert.equal(error.code, -32_010);
    assert.equal(error.message, 'MCP error -32010: the boiler is on fire');
    assert.deepEqual(error.data, { room: 3 });
  });

  test('progress, before the answer', async () => {
    const progress: number[] = [];
    await bridge.client.request({ method: 'tools/call', params: { name: 'slow' } }, ResultSchema, {
      onprogress: (step) => progress.push(step.progress),
    });

    assert.deepEqual(progress, [1, 2, 3]);
  });

  test('whoever gives up is not waited for in the house either', async () => {
    const giveUp = new AbortController();
    const call = bridge.client.request({ method: 'tools/call', params: { name: 'wait' } }, ResultSchema, {
      signal: giveUp.signal,
    });
    while (!house.seen.includes('tools/call wait')) await bridge.call('where');
    giveUp.abort();

    await assert.rejects(call);
    while (!house.seen.includes('given up')) await bridge.call('where');
  });

  test('what happens in the house is told', async () => {
    await bridge.client.subscribeResource({ uri: 'service://rooms' });
    await bridge.client.setLoggingLevel('warning');
    await house.tell('notifications/resources/updated', { uri: 'service://rooms' });
    await house.tell('notifications/tools/list_changed');
    await house.tell('notifications/message', { level: 'error', data: 'smoke' });

    await bridge.until('the message', () => bridge.heard.includes('notifications/message'));
    assert.deepEqual(bridge.heard, [
      'notifications/resources/updated service://rooms',
      'notifications/tools/list_changed',
      'notifications/message',
    ]);
    assert.ok(house.seen.includes('logging/setLevel warning'));
    await bridge.client.unsubscribeResource({ uri: 'service://rooms' });
    assert.ok(house.seen.includes('resources/unsubscribe'));
  });

  for (const [method, expected] of [
    ['sampling/createMessage', /sampled/],
    ['elicitation/create', /"sure":true/],
    ['roots/list', /garden/],
  ] as const) {
    test(`the house may ask the assistant: ${method}`, async () => {
      const params = {
        'sampling/createMessage': { messages: [], maxTokens: 1 },
        'elicitation/create': { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } },
        'roots/list': {},
      }[method];
      const { content } = await bridge.call('ask', { method, params });

      assert.match(JSON.stringify(content).replaceAll('\\', ''), expected);
    });
  }

  test('what the assistant tells reaches the house', async () => {
    await bridge.client.sendRootsListChanged();

    while (!house.seen.includes('notifications/roots/list_changed')) await bridge.call('where');
  });

  test('standard output carries the protocol and nothing else, and the token is nowhere', async () => {
    await bridge.call('controller_current');

    assert.deepEqual(bridge.strays, []);
    assert.ok(house.tokens.every((token) => token === `Bearer ${TOKEN}`));
    assert.doesNotMatch(bridge.log(), new RegExp(TOKEN));
  });
});
