import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { type Home, makeHome, type RunningBridge, startBridge } from '../property-tests/bridge/bridge-process.ts';
import { type McpHouse, startMcpHouse } from '../property-tests/bridge/mcp-house.ts';

const LISTS = ['tools', 'resources', 'prompts'].map((list) => `notifications/${list}/list_changed`);

let house: McpHouse;
let office: McpHouse;
let home: Home;
const bridges: RunningBridge[] = [];

const entries = () => [
  { name: 'home', address: house.address, token: 'h', since: 2019 },
  { name: 'office', address: office.address, token: 'o' },
];

const start = async (): Promise<RunningBridge> => {
  const bridge = await startBridge({ home });
  bridges.push(bridge);
  return bridge;
};

const where = async ({ call }: RunningBridge) => (await call('where')).structuredContent?.name;

beforeEach(async () => {
  house = await startMcpHouse({ name: 'home', token: 'h', tools: ['boiler'] });
  office = await startMcpHouse({ name: 'office', token: 'o', tools: ['lift'] });
  home = makeHome({ controllers: entries(), later: true });
});
afterEach(async () => {
  for (const bridge of bridges.splice(0)) await bridge.stop();
  await house.stop();
  await office.stop();
  home.remove();
});

describe('somebody who looks after a house and an office', () => {
  test('sees both, works with the first, and switches', async () => {
    const bridge = await start();
    const { call, client, until, heard } = bridge;
    assert.deepEqual((await call('controller_list')).structuredContent, {
      controllers: [
        { name: 'home', address: house.address, selected: true },
        { name: 'office', address: office.address, selected: false },
      ],
    });
    assert.equal(await where(bridge), 'home');

    const { structuredContent } = await call('controller_select', { name: 'office' });

    assert.deepEqual(structuredContent, { selected: 'office', address: office.address, answers: true });
    await until('the lists', () => LISTS.every((list) => heard.includes(list)));
    assert.equal(await where(bridge), 'office');
    assert.deepEqual((await client.listPrompts()).prompts, [{ name: 'report-office' }]);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    assert.ok(names.includes('lift') && !names.includes('boiler'));
    assert.deepEqual(home.json(), { selected: 'office', controllers: entries(), later: true });
  });

  test('hears from the bridge which names there are', async () => {
    const { isError, content } = await (await start()).call('controller_select', { name: 'offcie' });

    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /no controller is named .*offcie.*"home.*"office/);
  });

  test('keeps watching what both have; what the other does not have is let go, and the old one is quiet', async () => {
    const { call, client, until, heard } = await start();
    await client.subscribeResource({ uri: 'service://rooms' });
    await client.subscribeResource({ uri: 'service://not-in-office' });
    await call('controller_select', { name: 'office' });

    await until('the renewal', () => heard.includes('notifications/resources/updated service://rooms'));
    while (office.seen.filter((each) => each === 'resources/subscribe').length < 2) await call('where');
    heard.length = 0;
    await house.tell('notifications/resources/updated', { uri: 'service://rooms' });
    while (!heard.includes('notifications/message')) {
      await office.tell('notifications/message', { level: 'info', data: 'x' });
      await call('where');
    }
    assert.deepEqual([...new Set(heard)], ['notifications/message']);

    office.forget();
    await call('where');
    await until('the new session', () => heard.includes('notifications/resources/updated service://rooms'));
    assert.equal(office.seen.filter((each) => each === 'resources/subscribe').length, 3);
  });

  test('gets the answer of the house to what was asked there before', async () => {
    const { call, client, heard } = await start();
    const giveUp = new AbortController();
    const waiting = client.callTool({ name: 'wait' }, undefined, { signal: giveUp.signal });
    while (!house.seen.includes('tools/call wait')) await call('where');
    await call('controller_select', { name: 'office' });
    assert.equal(house.sessions.size, 1);
    await house.tell('notifications/resources/updated', { uri: 'service://rooms' });
    while (!heard.includes('notifications/message')) {
      await office.tell('notifications/message', { level: 'info', data: 'x' });
      await call('where');
    }
    assert.ok(!heard.includes('notifications/resources/updated service://rooms'));

    giveUp.abort();

    await assert.rejects(waiting);
    while (!house.seen.includes('given up') || house.sessions.size > 0) await call('where');
    assert.equal(office.sessions.size, 1);
  });

  test('may use two assistants, and neither moves the other out of its building', async () => {
    const [one, other] = [await start(), await start()];
    await one.call('controller_select', { name: 'office' });

    assert.deepEqual([await where(one), await where(other)], ['office', 'home']);
    assert.equal((await other.call('controller_current')).structuredContent?.selected, 'home');
    assert.equal(await where(await start()), 'office');
  });

  test('may edit the file meanwhile: a new name, a new token, a removal', async () => {
    const bridge = await start();
    const { call, until, heard } = bridge;
    home.write({ controllers: [{ name: 'villa', address: house.address, token: 'h' }, entries()[1]] });
    assert.equal((await call('controller_current')).structuredContent?.selected, 'villa');

    home.write({ controllers: [{ name: 'villa', address: house.address, token: 'wrong' }, entries()[1]] });
    await until(
      'the refusal',
      () => bridge.log().includes('controller "villa"') && bridge.log().includes('refuses the token'),
    );

    heard.length = 0;
    home.write({ controllers: [entries()[1]] });
    await until('the lists', () => LISTS.every((list) => heard.includes(list)));
    assert.equal(await where(bridge), 'office');
  });

  test('is told when the file breaks, and goes on with what was known', async () => {
    const bridge = await start();
    home.write('{"controllers": [}');

    const { structuredContent } = await bridge.call('controller_current');
    assert.match(String(structuredContent?.problem), /line 1, column 18/);
    assert.equal(structuredContent?.answers, true);
    assert.equal(await where(bridge), 'home');
    assert.equal((await bridge.call('controller_select', { name: 'office' })).isError, true);
    assert.equal(home.text(), '{"controllers": [}');
  });
});
