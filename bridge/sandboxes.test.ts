import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Home, makeHome, type RunningBridge, startBridge } from '../property-tests/bridge/bridge-process.ts';
import {
  startTwoBuildings,
  stateOf,
  TOKEN,
  type TwoBuildings,
  visitBoth,
} from '../property-tests/bridge/two-buildings.ts';
import { startSandbox } from '../property-tests/fixtures.ts';

const admin = (base: string, call: string, body: unknown): Promise<Response> =>
  fetch(`${base}/api/v1/${call}`, {
    method: 'POST',
    headers: { 'auth-username': 'admin', 'auth-password': 'sandbox-admin', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const said = async (answer: ReturnType<RunningBridge['call']>): Promise<string> =>
  JSON.stringify((await answer).content);

describe('with two real controllers', () => {
  let buildings: TwoBuildings;
  let home: Home;

  const withBridge = async (act: (bridge: RunningBridge) => Promise<unknown>): Promise<void> => {
    const bridge = await startBridge({ home });
    try {
      await act(bridge);
      assert.ok(!bridge.log().includes(TOKEN));
    } finally {
      assert.equal(await bridge.stop(), 0);
    }
  };

  before(async () => {
    buildings = await startTwoBuildings();
    home = makeHome();
  });
  beforeEach(() => home.write(buildings.content));
  after(async () => {
    await buildings.stop();
    home.remove();
  });

  test('the model of the data is explained, and each building shows and switches its own light', () =>
    withBridge(async (bridge) => {
      assert.match(bridge.client.getInstructions() ?? '', /component/i);
      assert.ok((await bridge.client.listTools()).tools.some(({ name }) => name === 'component_get_by_id'));
      await visitBoth(bridge, buildings, home);
    }));

  test('two assistants work at once, each in its building', () =>
    withBridge((one) =>
      withBridge(async (other) => {
        await one.call('controller_select', { name: 'room' });
        const wanted = !(await stateOf(buildings.family, 'C1'));
        const [set, found] = await Promise.all([
          other.call('component_set', { component: 'C1', property: 'state', value: wanted }),
          one.call('controller_current'),
        ]);
        assert.notEqual(set.isError, true, JSON.stringify(set.content));
        assert.equal(found.structuredContent?.selected, 'room');
        assert.equal(await stateOf(buildings.family, 'C1'), wanted);
      }),
    ));

  test('what somebody changes in the house is told to whoever watches it', () =>
    withBridge(async ({ client, until: arrives, heard }) => {
      await client.subscribeResource({ uri: 'service://components/C1' });
      await admin(buildings.family.http, 'componentUpdate', {
        cid: 'C1',
        property: 'state',
        value: !(await stateOf(buildings.family, 'C1')),
      });
      await arrives('the change', () => heard.includes('notifications/resources/updated service://components/C1'));

      await admin(buildings.family.http, 'addRoom', { name: 'Cellar', zones: [] });
      await arrives('the list', () => heard.includes('notifications/resources/list_changed'));
    }));

  test('names are completed', () =>
    withBridge(async ({ client }) => {
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri: 'service://components/{cid}' },
        argument: { name: 'cid', value: 'C1' },
      });
      assert.ok(completion.values.length > 0);
    }));

  test('a wrong token and a wrong fingerprint are named, and the other building works on', async () => {
    const [family, room] = buildings.content.controllers;
    const wrong = buildings.family.fingerprint;
    home.write({
      controllers: [
        { ...family, token: 'guessed' },
        { ...room, fingerprint: wrong },
        { ...room, name: 'right' },
      ],
    });
    await withBridge(async ({ call }) => {
      assert.match(await said(call('component_find')), /controller \\"family\\".*refuses the token \(status 401\)/);
      const text = await said(call('controller_select', { name: 'room' }));
      assert.ok(text.includes(wrong) && text.includes(buildings.room.fingerprint), text);
      assert.equal((await call('controller_select', { name: 'right' })).structuredContent?.answers, true);
    });
  });

  test('the skill that is switched off is named, and found again when it is back on', () =>
    withBridge(async ({ call }) => {
      await admin(buildings.family.http, 'setSkill', { id: 'mcp', enabled: false });
      assert.match(await said(call('component_find')), /MCP skill switched off/);
      await admin(buildings.family.http, 'setSkill', { id: 'mcp', enabled: true });
      assert.notEqual((await call('component_find')).isError, true);
    }));

  test('a controller that is restarted is found again, and the assistant goes on as if nothing had been', async () => {
    const first = await startSandbox(['--speed', '1']);
    const { port } = new URL(first.http);
    home.write({ controllers: [{ name: 'family', address: `${first.http}/mcp`, token: TOKEN }] });
    await withBridge(async ({ call, client, until: arrives, heard }) => {
      await client.subscribeResource({ uri: 'service://components/C1' });
      await first.kill();
      assert.match(
        await said(call('component_get_by_id', { cid: 'C1' })),
        /controller \\"family\\".*(cannot be reached|broke)/,
      );

      heard.length = 0;
      const second = await startSandbox(['--speed', '1', '--http-port', port]);
      await arrives('the lists', () => heard.includes('notifications/tools/list_changed'));
      await arrives('the resource', () => heard.includes('notifications/resources/updated service://components/C1'));
      assert.notEqual((await call('component_get_by_id', { cid: 'C1' })).isError, true);
      await second.stop();
    });
  });
});
