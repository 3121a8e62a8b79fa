import assert from 'node:assert/strict';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import type { Home, RunningBridge } from './bridge-process.ts';

/** The token of every sandbox. */
export const TOKEN = 'sandbox-mcp-token';

/** Two real controllers: a family's home over http, and one room over https. */
export interface TwoBuildings {
  readonly family: RunningSandbox;
  readonly room: RunningSandbox;
  /** What `controllers.json` says of them. */
  readonly content: { controllers: Record<string, unknown>[] };
  stop(): Promise<void>;
}

export const startTwoBuildings = async (): Promise<TwoBuildings> => {
  const family = await startSandbox(['--speed', '1']);
  const room = await startSandbox(['--speed', '1', '--scenario', 'one-room']);
  return {
    family,
    room,
    content: {
      controllers: [
        { name: 'family', address: `${family.http}/mcp`, token: TOKEN },
        { name: 'room', address: `${room.https}/mcp`, token: TOKEN, fingerprint: room.fingerprint },
      ],
    },
    async stop() {
      await family.stop();
      await room.stop();
    },
  };
};

/** What stands in a component, as the building itself tells over HTTP. */
export const stateOf = async ({ http }: RunningSandbox, cid: string): Promise<unknown> => {
  const headers = { 'auth-username': 'admin', 'auth-password': 'sandbox-admin' };
  const answer = await fetch(`${http}/api/v1/getComponentData?cid=${cid}&property=state`, { headers });
  return ((await answer.json()) as { value: unknown }).value;
};

/** A day with two buildings: looks at both, switches a light in each, and no other. */
export const visitBoth = async ({ call, client, strays }: RunningBridge, buildings: TwoBuildings, home: Home) => {
  for (const name of ['family', 'room'] as const) {
    const { structuredContent } = await call('controller_select', { name });
    assert.equal(structuredContent?.answers, true, JSON.stringify(structuredContent));
    const found = await call('component_get_by_id', { cid: 'C1' });
    assert.notEqual(found.isError, true, JSON.stringify(found.content));
    const other = buildings[name === 'family' ? 'room' : 'family'];
    const [before, elsewhere] = [await stateOf(buildings[name], 'C1'), await stateOf(other, 'C1')];

    const set = await call('component_set', { component: 'C1', property: 'state', value: !before });

    assert.notEqual(set.isError, true, JSON.stringify(set.content));
    assert.deepEqual([await stateOf(buildings[name], 'C1'), await stateOf(other, 'C1')], [!before, elsewhere]);
    const { resources } = await client.listResources();
    assert.ok(resources.length > 3);
    assert.ok((await client.readResource({ uri: resources[0]?.uri ?? '' })).contents.length > 0);
    assert.ok((await client.listPrompts()).prompts.length > 0);
    assert.equal(home.json().selected, name);
  }
  assert.deepEqual(strays, []);
};
